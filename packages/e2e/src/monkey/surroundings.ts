import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Dice } from '../support/dice.ts';
import type { Fault } from '../support/counterparties.ts';
import type { Player } from './players.ts';

const FAULTS: readonly Fault[] = [
  { port: 'provider', kind: 'http_500', rate: 0.5 },
  { port: 'provider', kind: 'timeout_after_commit', rate: 0.5 },
  { port: 'provider', kind: 'timeout_before_commit', rate: 0.5 },
  { port: 'provider', kind: 'slow_ms', rate: 0.7, ms: 700 },
  { port: 'gateway', kind: 'http_500', rate: 0.6 },
  { port: 'gateway', kind: 'slow_ms', rate: 1, ms: 800 },
  { port: 'bank', kind: 'timeout_after_commit', rate: 0.5 },
  { port: 'sms', kind: 'http_500', rate: 0.7 },
  { port: 'slip', kind: 'http_500', rate: 0.7 },
  { port: 'gift', kind: 'timeout_after_commit', rate: 0.7 },
];

/** Changes out of twelve that end all faults. */
const WELL_OF_TWELVE = 5;
/** Maximum number of presses without network. */
const OFFLINE_PRESSES = 6;
/** Time after a fault during which answers may still be late. */
const AFTERMATH_MS = 30_000;
const PROVIDERS = ['PG', 'SLOTXO', 'UFABET', 'HUAYHD', 'JOKER'] as const;
const SLOW_NETWORK = { latency: 900, downloadThroughput: 60_000, uploadThroughput: 30_000 };
const NORMAL_NETWORK = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** Faults of the network and the counterparties while the app is pressed. */
export class Surroundings {
  readonly #player: Player;
  readonly #context: BrowserContext;
  readonly #network: CDPSession;
  readonly #closed = new Set<string>();
  #offlineFor = 0;
  #isSlow = false;
  #isFaulty = false;
  #wellSinceMs = -Infinity;

  private constructor(player: Player, context: BrowserContext, network: CDPSession) {
    this.#player = player;
    this.#context = context;
    this.#network = network;
    // A player's initial state may have left a fault on.
    this.#isFaulty = player.state === 'pending';
  }

  static async of(player: Player, context: BrowserContext, page: Page): Promise<Surroundings> {
    return new Surroundings(player, context, await context.newCDPSession(page));
  }

  /** Returns the current faults in words; empty when there are none. */
  get trouble(): string {
    const told = [
      this.#offlineFor > 0 && 'offline',
      this.#isSlow && 'slow network',
      this.#isFaulty && 'outside faulty',
      this.#closed.size > 0 && `${[...this.#closed].join(' ')} closed`,
    ];
    return told.filter(Boolean).join(', ');
  }

  /** Returns whether there is, or was a moment ago, a fault, so that calls may fail and pages may be late. */
  get mayFail(): boolean {
    return this.trouble !== '' || performance.now() - this.#wellSinceMs < AFTERMATH_MS;
  }

  /** Counts a press. */
  async onPress(): Promise<void> {
    if (this.#offlineFor === 0) return;
    this.#offlineFor -= 1;
    if (this.#offlineFor > 0) return;
    await this.#context.setOffline(false);
    this.#wellSinceMs = performance.now();
  }

  /** Changes the surroundings. @returns the change in words */
  async change(dice: Dice): Promise<string> {
    const drawn = dice.between(1, 12);
    if (drawn <= WELL_OF_TWELVE) return this.makeWell();
    if (drawn === 6) {
      this.#offlineFor = dice.between(2, OFFLINE_PRESSES);
      await this.#context.setOffline(true);
      return 'offline';
    }
    if (drawn === 7) {
      this.#isSlow = true;
      await this.#network.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_NETWORK });
      return 'slow network';
    }
    if (drawn === 8) {
      const provider = dice.pick(PROVIDERS);
      this.#closed.add(provider);
      await this.#player.counterparties.maintenance(true, provider);
      return `${provider} closes`;
    }
    const fault = dice.pick(FAULTS);
    this.#isFaulty = true;
    await this.#player.counterparties.fault(fault);
    return `${fault.port} ${fault.kind}`;
  }

  async makeWell(): Promise<string> {
    if (this.trouble !== '') this.#wellSinceMs = performance.now();
    if (this.#offlineFor > 0) await this.#context.setOffline(false);
    if (this.#isSlow)
      await this.#network.send('Network.emulateNetworkConditions', { offline: false, ...NORMAL_NETWORK });
    await this.#player.counterparties.clearFaults();
    for (const provider of this.#closed) await this.#player.counterparties.maintenance(false, provider);
    this.#closed.clear();
    [this.#offlineFor, this.#isSlow, this.#isFaulty] = [0, false, false];
    return 'all well';
  }
}

/**
 * Causes an event outside of the app: incoming money, the end of a payout, a support answer. @returns the
 * event in words
 */
export async function happen(player: Player, dice: Dice): Promise<string> {
  const { counterparties, channels, member } = player;
  const drawn = dice.between(1, 5);
  if (drawn === 1) {
    const qrs = await counterparties.openQrs();
    if (qrs.length > 0) await counterparties.pay(dice.pick(qrs).qrcodeId);
    return 'a QR is paid';
  }
  if (drawn === 2) {
    const open = (await counterparties.newestPayouts()).filter(({ state }) => state === 'accepted');
    const end = dice.pick(['done', 'refused'] as const);
    if (open.length > 0) await counterparties.decidePayout(dice.pick(open).id, end);
    return `a payout is ${end}`;
  }
  if (drawn === 3 && !player.isInLaos) {
    await channels.walletTransfer({ fromPhone: member.username, toWallet: '0600000011', amount: 60 });
    return 'a wallet transfer comes';
  }
  if (drawn === 4) {
    const { profile } = await member.api.ok('GET /api/account/profile').catch(() => ({ profile: null }));
    if (profile) await player.desk.answer(profile._id, 'Hello from the desk').catch(() => undefined);
    return 'the desk answers';
  }
  await player.slip(dice.between(50, 150));
  return 'a bank transfer comes';
}
