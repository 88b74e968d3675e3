import { ZERO } from '@krapao/contract/money';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  NO_PLAYER_AT_PROVIDER,
  type GameProvider,
  type ProviderTransfer,
} from '../../ports/game-provider.ts';
import type { Differs, NotFound, Outcome } from '../../ports/outcome.ts';
import { commits, isUnknown, PORT_FAULTS, type PortFault } from './port-world.ts';
import { money, newPlayer, sent, transferOf, type Player, type ProviderTrial } from './provider-trial.ts';

/** The players' credit before any fault. */
const HAD = money(1_000n);
const PUT = 300n;
const TAKEN = 200n;

/** Operations that change neither credit nor account. A missing answer has no aftermath. */
const QUESTIONS = ['balance', 'lookUp', 'transfersSince', 'turnoverSince', 'formTokens', 'health'] as const;
const CHANGES = ['createPlayer', 'setPassword', 'deposit', 'withdraw', 'logOut', 'launch'] as const;
type Operation = (typeof QUESTIONS)[number] | (typeof CHANGES)[number];

/** Fixtures: one player per operation that is tried while the provider does not answer. */
interface Fixtures {
  created: Player;
  renamed: Player;
  launched: Player;
  leaver: Player & { cookie: string | null };
  put: ProviderTransfer;
  took: ProviderTransfer;
  /** A transfer made before the fault. */
  known: ProviderTransfer;
}

interface Struck extends Fixtures {
  outcomes: Record<Operation, Outcome<unknown> | NotFound | Differs>;
}

/** Tests each operation without an answer or with an error, before or after the provider has executed it. */
export function describeFaults(trial: ProviderTrial): void {
  describe.each(PORT_FAULTS)('%s', (fault) => {
    let struck: Struck;
    beforeAll(async () => {
      const fixtures = await gather(trial);
      await trial.world.fault(fault);
      struck = { ...fixtures, outcomes: await askEverything(trial.provider, fixtures) };
      await trial.world.heal();
    });

    // Without a launch, the adapter refuses it in any case.
    const { hasPasswords, logsOut, listsTransfers, report } = trial.traits;
    const without = new Set<Operation>([
      ...(trial.under.launch === 'none' ? (['launch'] as const) : []),
      ...(hasPasswords ? [] : (['setPassword'] as const)),
      ...(logsOut ? [] : (['logOut'] as const)),
      ...(listsTransfers ? [] : (['transfersSince'] as const)),
      ...(report === 'none' ? (['turnoverSince'] as const) : []),
    ]);
    const changes = CHANGES.filter((name) => !without.has(name));
    it.each(changes)('%s: no word', (operation) => {
      expect(struck.outcomes[operation]).toEqual(isUnknown(true));
    });
    const hasTokens = trial.under.dialect === 'page-tokens';
    const questions = QUESTIONS.filter((name) => !without.has(name) && (name !== 'formTokens' || hasTokens));
    it.each(questions)('%s: no word', (operation) => {
      expect(struck.outcomes[operation]).toEqual(isUnknown(true));
    });
    describeAftermath(trial, fault, () => struck);
  });
}

/** Tests the state after each fault, and that the operation can be repeated. */
function describeAftermath(trial: ProviderTrial, fault: PortFault, struck: () => Struck): void {
  const isDone = commits(fault);

  it('createPlayer: asked for again, there is one player', async () => {
    const { created } = struck();
    const stranger = { outcome: 'refused', reason: NO_PLAYER_AT_PROVIDER };
    const { tellsStrangers, hasPasswords } = trial.traits;
    const before: unknown = tellsStrangers ? stranger : expect.objectContaining({ outcome: 'unknown' });
    expect(await trial.balance(created.username)).toEqual(isDone ? 0n : before);
    expect((await trial.provider.createPlayer(created)).outcome).toBe('done');
    if (hasPasswords) expect(await trial.signIn(created)).not.toBeNull();
  });

  it.runIf(trial.traits.hasPasswords)('setPassword: asked for again, the new one counts', async () => {
    const { renamed } = struck();
    expect((await trial.signIn(renamed)) !== null).toBe(isDone);
    expect((await trial.provider.setPassword(renamed)).outcome).toBe('done');
    expect(await trial.signIn(renamed)).not.toBeNull();
  });

  it.each(['deposit', 'withdraw'] as const)('%s: looked up, it is known and safe', async (direction) => {
    const transfer = direction === 'deposit' ? struck().put : struck().took;
    const { username } = transfer;
    const after = direction === 'deposit' ? HAD + PUT : HAD - TAKEN;
    expect(await trial.balance(username)).toBe(isDone ? after : HAD);
    expect((await trial.lookUp(transfer, HAD)).outcome).toBe(isDone ? 'done' : 'not_found');
    // If the provider takes no reference, an executed transfer is never sent again.
    const isSentAgain = trial.provider.settlesBy === 'reference' || !isDone;
    const isRepeat = isDone && !trial.traits.repeatsResult;
    if (isSentAgain) {
      expect((await trial.provider.transfer(transfer)).outcome).toBe(isRepeat ? 'unknown' : 'done');
    }
    expect(await trial.balance(username)).toBe(after);
  });

  const canLeave = trial.traits.logsOut && trial.traits.hasPasswords;
  it.runIf(canLeave)('logOut: asked for again, the player is out', async () => {
    const { username, cookie } = struck().leaver;
    expect(await trial.isPlaying(cookie)).toBe(!isDone);
    expect((await trial.provider.logOut(username)).outcome).toBe('done');
    expect(await trial.isPlaying(cookie)).toBe(false);
  });

  if (trial.under.launch === 'none') return;
  it('launch: asked for again, it opens', async () => {
    const again = await trial.provider.launch({ ...struck().launched, language: 'th' });
    expect(again.outcome).toBe('done');
  });
}

async function gather(trial: ProviderTrial): Promise<Fixtures> {
  const [renamed, launched, leaver, depositor, withdrawer, other] = await Promise.all([
    trial.join(),
    trial.join(),
    trial.join(),
    trial.join(HAD),
    trial.join(HAD),
    trial.join(),
  ]);
  const known = transferOf('deposit', other.username, PUT);
  await trial.provider.transfer(known);
  return {
    created: newPlayer(),
    renamed: { ...renamed, password: 'second-password' },
    launched,
    leaver: { ...leaver, cookie: trial.traits.hasPasswords ? await trial.signIn(leaver) : null },
    put: transferOf('deposit', depositor.username, PUT),
    took: transferOf('withdraw', withdrawer.username, TAKEN),
    known,
  };
}

/** Runs all operations at once. */
async function askEverything(provider: GameProvider, fixtures: Fixtures): Promise<Struck['outcomes']> {
  const { created, renamed, launched, leaver, put, took, known } = fixtures;
  const asked: Record<Operation, Promise<Outcome<unknown> | NotFound | Differs>> = {
    createPlayer: provider.createPlayer(created),
    setPassword: provider.setPassword(renamed),
    deposit: provider.transfer(put),
    withdraw: provider.transfer(took),
    logOut: provider.logOut(leaver.username),
    launch: provider.launch({ ...launched, language: 'th' }),
    balance: provider.balance(put.username),
    lookUp: provider.lookUp(sent(known, ZERO)),
    transfersSince: provider.transfersSince(put.username, new Date()),
    turnoverSince: provider.turnoverSince(null),
    formTokens: provider.formTokens(),
    health: provider.health(),
  };
  const entries = Object.entries(asked).map(async ([name, outcome]) => [name, await outcome] as const);
  return Object.fromEntries(await Promise.all(entries)) as Struck['outcomes'];
}
