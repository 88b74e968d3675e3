/** A game provider's players: their credit, what they played, and the money moved in and out. */
import { minor, ZERO, type Minor } from '@krapao/contract/money';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { HttpError, notFound } from '../http/http-error.ts';
import type {
  PlayerRecord,
  ProviderRecord,
  RefusalReason,
  TransferRecord,
  TransferType,
} from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';
import { GAME_NAMES, providerInfo } from './providers.ts';
import { roundChanges } from './turnover.ts';

export interface NewTransfer {
  readonly reference: string;
  readonly username: string;
  readonly type: TransferType;
  readonly amount: Minor;
}

const keyOf = (provider: string, id: string): string => `${provider}/${id}`;

/** One keyed hash is enough here: these passwords are long random ones, made by the server for its players. */
const hashPassword = (password: string, salt: string): string =>
  createHmac('sha256', salt).update(password).digest('hex');

function passwordFields(password: string): Pick<PlayerRecord, 'salt' | 'passwordHash'> {
  const salt = randomBytes(16).toString('hex');
  return { salt, passwordHash: hashPassword(password, salt) };
}

export class Players {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  find(provider: string, username: string): PlayerRecord | undefined {
    return this.#store.get('players', keyOf(provider, username));
  }

  /** @throws HttpError 404 `no_player` */
  get(provider: string, username: string): PlayerRecord {
    const player = this.find(provider, username);
    if (!player) throw new HttpError(404, 'no_player', 'this provider has no such player');
    return player;
  }

  /** The newest players of a provider, newest first. */
  list(provider: string, limit: number): PlayerRecord[] {
    return this.#store.newest('players', limit, (player) => player.provider === provider);
  }

  /** A player that exists keeps everything, the password too. */
  create(provider: string, username: string, password: string): 'created' | 'exists' {
    if (this.find(provider, username)) return 'exists';
    this.#put({
      provider,
      username,
      ...passwordFields(password),
      balanceMinor: ZERO,
      turnoverMinor: ZERO,
      winLossMinor: ZERO,
      rounds: 0,
      createdAt: this.#now(),
    });
    return 'created';
  }

  /** @throws HttpError 404 `no_player` */
  setPassword(provider: string, username: string, password: string): void {
    this.#put({ ...this.get(provider, username), ...passwordFields(password) });
  }

  hasPassword(player: PlayerRecord, password: string): boolean {
    const given = Buffer.from(hashPassword(password, player.salt), 'hex');
    return timingSafeEqual(given, Buffer.from(player.passwordHash, 'hex'));
  }

  inMaintenance(provider: string): boolean {
    return this.#state(provider).maintenance;
  }

  setMaintenance(provider: string, maintenance: boolean): void {
    this.#store.commit([
      { table: 'providers', key: provider, value: { ...this.#state(provider), maintenance } },
    ]);
  }

  /**
   * Moves credit in or out, once per reference: a repeat gets the first result, a refusal too.
   * @throws HttpError 422 `reference_conflict` when the reference stands for another transfer.
   */
  transfer(provider: string, { reference, username, type, amount }: NewTransfer): TransferRecord {
    const known = this.#store.get('transfers', keyOf(provider, reference));
    if (known) {
      const same = known.username === username && known.type === type && known.amountMinor === amount;
      if (same) return known;
      throw new HttpError(422, 'reference_conflict', 'this reference stands for another transfer');
    }
    const player = this.find(provider, username);
    const after = player && minor(player.balanceMinor + (type === 'deposit' ? amount : -amount));
    const reason = refusal(after);
    const done = reason === null && after !== undefined;
    const transfer: TransferRecord = {
      provider,
      reference,
      username,
      type,
      amountMinor: amount,
      status: done ? 'done' : 'refused',
      reason,
      balanceMinor: done ? after : null,
      at: this.#now(),
    };
    const changes: Change[] = [{ table: 'transfers', key: keyOf(provider, reference), value: transfer }];
    if (player && done) changes.push(playerChange({ ...player, balanceMinor: after }));
    this.#store.commit(changes);
    return transfer;
  }

  /** @throws HttpError 404 */
  findTransfer(provider: string, reference: string): TransferRecord {
    const transfer = this.#store.get('transfers', keyOf(provider, reference));
    if (!transfer) throw notFound('no transfer has this reference');
    return transfer;
  }

  /** A player's transfers, newest first. */
  transfersOf(provider: string, username: string, limit = Number.POSITIVE_INFINITY): TransferRecord[] {
    return this.#store.newest(
      'transfers',
      limit,
      (transfer) => transfer.provider === provider && transfer.username === username,
    );
  }

  /**
   * Plays rounds, each with this bet and this win: all of them or none. Each is an entry of the report.
   * @throws HttpError 404 `no_player`; 409 `insufficient_funds` when some round's bet is not covered.
   */
  play(provider: string, username: string, bet: Minor, win: Minor, rounds = 1): PlayerRecord {
    const player = this.get(provider, username);
    const count = BigInt(rounds);
    const beforeLast = win < bet ? player.balanceMinor + (count - 1n) * (win - bet) : player.balanceMinor;
    if (beforeLast < bet)
      throw new HttpError(409, 'insufficient_funds', 'the credit does not cover the bets');
    const change = count * (win - bet);
    const after: PlayerRecord = {
      ...player,
      balanceMinor: minor(player.balanceMinor + change),
      turnoverMinor: minor(player.turnoverMinor + count * bet),
      winLossMinor: minor(player.winLossMinor + change),
      rounds: player.rounds + rounds,
    };
    const category = providerInfo(provider)?.category ?? 'slot';
    const round = { username, game: GAME_NAMES[category], betMinor: bet, winMinor: win, at: this.#now() };
    const played = this.#state(provider);
    this.#store.commit([playerChange(after), ...roundChanges(provider, played, round, rounds)]);
    return after;
  }

  #state(provider: string): ProviderRecord {
    return this.#store.get('providers', provider) ?? { maintenance: false };
  }

  #put(player: PlayerRecord): void {
    this.#store.commit([playerChange(player)]);
  }
}

function refusal(balanceAfter: bigint | undefined): RefusalReason | null {
  if (balanceAfter === undefined) return 'no_player';
  return balanceAfter < 0n ? 'insufficient_funds' : null;
}

const playerChange = (player: PlayerRecord): Change => ({
  table: 'players',
  key: keyOf(player.provider, player.username),
  value: player,
});
