import type { ErrorCode } from '@krapao/contract/errors';
import { MAIN_WALLET, TRANSFER_MIN } from '@krapao/contract/limits';
import { minor, MINOR_PER_MAJOR, type Minor } from '@krapao/contract/money';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import { derivedId } from '../../kernel/ids.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { refusalOf } from '../../ledger/kinds/registry.ts';
import type { Reconciler, Resolution } from '../../ledger/reconciler.ts';
import type {
  CheckedTransfer,
  Movement,
  TransferOutcome,
  TransferRequest,
  TransferRow,
} from '../../ledger/types.ts';
import {
  INSUFFICIENT_AT_PROVIDER,
  MAINTENANCE_AT_PROVIDER,
  type GameProvider,
} from '../../ports/game-provider.ts';
import { unknown, type Differs, type NotFound, type Outcome } from '../../ports/outcome.ts';
import type { PartsOff } from '../../ports/part.ts';
import { askAgainAt, type Controls } from '../controls/service.ts';
import type { ProviderHealth } from '../games/health.ts';
import type { GameService } from '../games/service.ts';
import { isPayerStopped } from '../protection/queries.ts';
import type { TurnoverService } from '../turnover/service.ts';
import type { BalanceClaims } from './balance-claims.ts';
import { OneAtATime, type Held } from './one-at-a-time.ts';
import { toProviderTransfer, type GameKind, type GameTransfer } from './provider-transfer.ts';
import { addSecondLeg, closeSecondLeg, hasSecondLeg, type SecondLeg } from './second-leg-repo.ts';

/** Member data needed to move credit. */
type Owner = Pick<Member, 'id' | 'walletAccount' | 'currency'>;

/** Credit to move; each side is the main wallet (`WALLET`) or a game. */
interface Move {
  from: string;
  to: string;
  /** `all` empties the main wallet. */
  amount: Minor | 'all';
  /** Refuses a new move. One made before is reported as it stands. */
  refusal: ErrorCode | undefined;
}

/** Result of collecting one provider's credit. */
export interface Collected {
  code: string;
  movement: Movement | undefined;
  /** Error when there is no movement. */
  error: AppError | undefined;
}

/** Time for which a refused transfer without a record is sent again. */
const REVIEW_AFTER_MS = 15 * 60_000;
const SMALLEST = minor(BigInt(TRANSFER_MIN) * MINOR_PER_MAJOR);

/**
 * Moves credit between the main wallet and game accounts. The ledger transfer is the whole saga: it is held
 * first, then the provider is called with the transfer's id, then the hold is posted or voided by the answer.
 * Without an answer the hold stays, and the reconciler checks until there is one. Nothing is held for a
 * provider that is known to be down.
 */
export class TransferService {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #games: GameService;
  readonly #health: ProviderHealth;
  readonly #controls: Controls;
  readonly #oneAtATime: OneAtATime;
  readonly #providers: ReadonlyMap<string, GameProvider>;
  readonly #off: PartsOff;
  readonly #reconciler: Pick<Reconciler, 'nudge'>;
  readonly #logger: Logger;
  readonly #sendWithinMs: number;
  readonly #secondLegGraceMs: number;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    games: GameService;
    health: ProviderHealth;
    controls: Controls;
    claims: BalanceClaims;
    /**
     * Reports of play while a transfer had no answer, for providers where only the balance shows its outcome.
     */
    reports: Pick<TurnoverService, 'hasPlayedSince'>;
    /** Maximum wait for another transfer of the same player, where transfers run one at a time. */
    patienceMs: number;
    /** Time after a request's arrival within which it is sent. The reconciler leaves it alone for longer. */
    sendWithinMs: number;
    /** Time for which a second leg is left to the request that makes it. */
    secondLegGraceMs: number;
    providers: ReadonlyMap<string, GameProvider>;
    off: PartsOff;
    /** Gets these kinds' status checks. */
    reconciler: Pick<Reconciler, 'nudge' | 'register'>;
    logger: Logger;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#games = parts.games;
    this.#health = parts.health;
    this.#controls = parts.controls;
    this.#oneAtATime = new OneAtATime({
      ...parts,
      recordOutcome: (provider, outcome) => this.#health.recordOutcome(provider, outcome),
    });
    this.#providers = parts.providers;
    this.#off = parts.off;
    this.#reconciler = parts.reconciler;
    this.#logger = parts.logger;
    this.#sendWithinMs = parts.sendWithinMs;
    this.#secondLegGraceMs = parts.secondLegGraceMs;
    for (const kind of ['game_in', 'game_out'] as const) {
      parts.reconciler.register(kind, (transfer) => this.#checkStatus(transfer));
    }
  }

  /**
   * Moves credit between any two of the main wallet (`WALLET`) and the game accounts. A move between games
   * goes through the wallet.
   * @param id of the transfer; a repeated id moves nothing more
   * @throws AppError TRANSFER_MINIMUM, NO_GAME, SLOT_NO_ACCOUNT, MONEY_NOT_ENOUGH, TRANSFER_FAIL (the money
   *   is where it was, or in the main wallet), KEY_INVALID when both sides are the same, or the id is another move's;
   *   the move's own refusal, GAME_CREDIT_STOPPED while staff have stopped credit into games, LIMIT_LOSS, ON_BREAK or
   *   EXCLUDED while the member has (the money is where it was, or in the main wallet)
   */
  async move(owner: Owner, move: Move, id: string): Promise<Movement> {
    const { from, to, amount } = move;
    if (from === to) throw new AppError('KEY_INVALID');
    if (amount !== 'all' && amount < SMALLEST) throw new AppError('TRANSFER_MINIMUM');
    const isStopped = to !== MAIN_WALLET && this.#controls.isStopped('game_credit');
    const refusal = isStopped ? 'GAME_CREDIT_STOPPED' : move.refusal;
    if (from === MAIN_WALLET || to === MAIN_WALLET) {
      if (refusal && !(await this.#ledger.find(id))) throw new AppError(refusal);
      return this.#moveOne(owner, from, to, amount, id);
    }
    if (amount === 'all') throw new AppError('KEY_INVALID');
    const [hasBegun, isKnown] = await Promise.all([
      hasSecondLeg(this.#database.queries, id),
      this.#ledger.find(id),
    ]);
    if (refusal && !(hasBegun && isKnown)) throw new AppError(refusal);
    // The id of another move: reporting its end here would send credit on that was never asked for.
    if (isKnown && !hasBegun) throw new AppError('KEY_INVALID');
    return this.#moveThrough(owner, from, to, amount, id);
  }

  /**
   * Collects the credit of every game account into the main wallet, each account separately.
   * @param intentId a repeated one reports the transfers that it made, and makes those that were not begun
   */
  async collect(owner: Owner, intentId: string): Promise<Collected[]> {
    const accounts = (await this.#games.activeAccounts(owner.id)).map((account) => {
      return { ...account, id: derivedId('collect', intentId, account.provider) };
    });
    const ids = accounts.map(({ id }) => id);
    const before = await this.#ledger.findAll(ids);
    const results = await Promise.all(
      accounts.map(async (account) =>
        before.has(account.id) ? undefined : this.#collectOne(owner, account, account.id),
      ),
    );
    // The first request under the key may have begun others while this one waited.
    const begun = await this.#ledger.findAll(ids);
    const collected = accounts.map(({ provider, id }, index): Collected | undefined => {
      const result = results[index];
      const transfer = begun.get(id);
      return result?.movement || !transfer ? result : { code: provider, ...endOf(transfer) };
    });
    return collected.filter((result) => result !== undefined);
  }

  /** Collects the credit of one account. @returns undefined where there is none */
  async #collectOne(
    owner: Owner,
    { provider, username, balance: told }: { provider: string; username: string; balance: Minor },
    id: string,
  ): Promise<Collected | undefined> {
    const failed = (error: AppError): Collected => ({ code: provider, movement: undefined, error });
    const port = this.#providers.get(provider);
    // The provider is not connected. The credit last reported stays there.
    if (!port) return told > 0n ? failed(new AppError('TRANSFER_FAIL')) : undefined;
    const balance = await port.balance(username);
    this.#health.recordOutcome(provider, balance);
    if (balance.outcome !== 'done') return failed(new AppError('TRANSFER_FAIL', { cause: balance }));
    if (balance.value <= 0n) return undefined;
    try {
      const movement = await this.#moveOne(owner, provider, MAIN_WALLET, balance.value, id);
      return { code: provider, movement, error: undefined };
    } catch (error) {
      if (error instanceof AppError) return failed(error);
      throw error;
    }
  }

  async #moveThrough(owner: Owner, from: string, to: string, amount: Minor, id: string): Promise<Movement> {
    // The destination's account is checked first, so that no money stops half way for lack of it.
    await this.#games.account(owner.id, to);
    await this.#refuseWhereClosed(to, id, true);
    const secondLeg = { transferId: id, secondLegId: derivedId('onward', id), toProvider: to, owner };
    await addSecondLeg(this.#database.queries, secondLeg, this.#secondLegGraceMs);
    const first = await this.#moveOne(owner, from, MAIN_WALLET, amount, id);
    return first.state === 'posted' ? this.sendSecondLeg(secondLeg, first.amount) : first;
  }

  /**
   * Makes the second leg: sends credit that came back from one game to the other.
   * @throws AppError AppError when the second leg is refused; the credit stays in the main wallet
   */
  async sendSecondLeg(
    { transferId, secondLegId, toProvider, owner }: SecondLeg,
    amount: Minor,
  ): Promise<Movement> {
    try {
      const movement = await this.#moveOne(owner, MAIN_WALLET, toProvider, amount, secondLegId);
      await closeSecondLeg(this.#database.queries, transferId);
      return movement;
    } catch (error) {
      // Any other failure leaves the outcome unknown, so it is retried.
      if (error instanceof AppError) await closeSecondLeg(this.#database.queries, transferId);
      throw error;
    }
  }

  async #moveOne(
    owner: Owner,
    from: string,
    to: string,
    amount: Minor | 'all',
    id: string,
  ): Promise<Movement> {
    const intoGame = from === MAIN_WALLET;
    const provider = intoGame ? to : from;
    const port = this.#providers.get(provider);
    if (!port) return this.#asItStands(owner, provider, id);
    const username = await this.#games.username(owner.id, provider);
    await this.#refuseWhereClosed(provider, id, intoGame);
    const house = await this.#ledger.house(`provider:${provider}`, owner.currency);
    const hold: TransferRequest<GameKind> = {
      id,
      debit: intoGame ? owner.walletAccount : house,
      credit: intoGame ? house : owner.walletAccount,
      amount,
      kind: intoGame ? 'game_in' : 'game_out',
      pending: true,
      detail: { provider, username, memberId: owner.id },
    };

    const { result: held, sendBeforeMs } = await this.#hold(port, hold);
    switch (held.outcome) {
      case 'created':
        return this.#carryOut(port, { ...hold, amount: held.amount }, sendBeforeMs);
      case 'repeated':
        if (held.state === 'voided') throw errorOf((await this.#ledger.find(id))?.outcome?.reason);
        return { id, state: held.state, amount: held.amount };
      default:
        throw refusalOf(hold.kind, held.outcome);
    }
  }

  /**
   * Checks the provider's record of a pending transfer, and sends it again under the same id when there is
   * none. A refusal of the second request does not decide the first, which may still be on its way. Only a
   * recorded refusal under the reference releases the hold.
   */
  async #checkStatus(transfer: CheckedTransfer<GameKind>): Promise<Resolution> {
    const port = this.#providers.get(transfer.detail.provider);
    // The outcome is unknown until the provider is connected again.
    if (!port) return { resolution: 'wait', reason: 'the provider is not connected' };
    if (port.settlesBy === 'balance') return this.#oneAtATime.checkStatus(port, transfer);
    const known = await this.#lookUp(port, transfer);
    if (known.outcome !== 'not_found') return resolutionOf(known);
    if (transfer.isUnderReview) return { resolution: 'review', reason: 'not on record' };
    // A transfer that has not reached the game is not sent while staff have stopped credit into games. One
    // that has reached it is reported as it stands.
    if (transfer.kind === 'game_in' && (await this.#controls.holdsBack('game_credit', transfer.id))) {
      return { resolution: 'wait', reason: 'stopped, or the member is frozen', notBefore: askAgainAt() };
    }
    // During a break it is not sent either. Whether an earlier request arrives late is a person's to find out.
    if (
      transfer.kind === 'game_in' &&
      (await isPayerStopped(this.#database.queries, transfer.id, new Date()))
    ) {
      return { resolution: this.#isOld(transfer) ? 'review' : 'wait', reason: 'the member takes a break' };
    }
    const sent = await this.#send(port, transfer);
    if (sent.outcome !== 'refused' || sent.reason === MAINTENANCE_AT_PROVIDER) return resolutionOf(sent);
    const recorded = await this.#lookUp(port, transfer);
    if (recorded.outcome !== 'not_found') return resolutionOf(recorded);
    const reason = `refused (${sent.reason}) and not on record`;
    return { resolution: this.#isOld(transfer) ? 'review' : 'wait', reason };
  }

  #isOld({ createdAt }: CheckedTransfer<GameKind>): boolean {
    return Date.now() - createdAt.getTime() > REVIEW_AFTER_MS;
  }

  async #lookUp(port: GameProvider, transfer: GameTransfer): Promise<Outcome | NotFound | Differs> {
    const known = await port.lookUp({ ...toProviderTransfer(transfer), balanceBefore: null });
    this.#health.recordOutcome(transfer.detail.provider, known);
    return known;
  }

  /**
   * Refuses new transfers with a provider that is down, and new credit into one that is switched off.
   * Transfers made before are reported as they stand.
   * @throws AppError AppError NO_GAME when it is switched off, TRANSFER_FAIL when it is down
   */
  async #refuseWhereClosed(provider: string, id: string, intoGame: boolean): Promise<void> {
    const isOff = intoGame && !(await this.#games.isOffered(provider));
    if (!isOff && (await this.#health.confirmUp(provider))) return;
    if (!(await this.#ledger.find(id))) throw new AppError(isOff ? 'NO_GAME' : 'TRANSFER_FAIL');
  }

  async #hold(port: GameProvider, hold: TransferRequest<GameKind>): Promise<Held> {
    if (port.settlesBy === 'balance') return this.#oneAtATime.hold(port, hold);
    // A later request could still be on its way when the reconciler sends the transfer under the same id.
    const sendBeforeMs = performance.now() + this.#sendWithinMs;
    return { result: await this.#ledger.submit(hold), sendBeforeMs };
  }

  async #carryOut(
    port: GameProvider,
    hold: TransferRequest<GameKind> & { amount: Minor },
    sendBeforeMs: number,
  ): Promise<Movement> {
    // An open game would keep the credit on its table. Where transfers run one at a time, the player is
    // logged out already.
    if (hold.kind === 'game_out' && port.settlesBy === 'reference') {
      await port.logOut(hold.detail.username);
    }
    const sent =
      performance.now() < sendBeforeMs ? await this.#send(port, hold) : unknown('too late to be sent');
    if (sent.outcome === 'done') {
      await this.#games.balanceHeard(hold.detail.memberId, hold.detail.provider, sent.value);
      return this.#settle(hold, 'post', {});
    }
    if (sent.outcome === 'refused') {
      await this.#settle(hold, 'void', { reason: sent.reason });
      throw errorOf(sent.reason);
    }
    if (!sent.sent) {
      await this.#settle(hold, 'void', { reason: sent.reason });
      throw new AppError('TRANSFER_FAIL');
    }
    this.#logger.warn(
      { transferId: hold.id, reason: sent.reason },
      'provider did not say; transfer stays pending',
    );
    this.#reconciler.nudge(hold.id);
    return { id: hold.id, state: 'pending', amount: hold.amount };
  }

  async #send(port: GameProvider, transfer: GameTransfer): Promise<Outcome<Minor>> {
    const outcome = await port.transfer(toProviderTransfer(transfer));
    this.#health.recordOutcome(transfer.detail.provider, outcome);
    return outcome;
  }

  async #settle(hold: { id: string; amount: Minor }, result: 'post' | 'void', outcome: TransferOutcome) {
    const settled = await this.#ledger.settle({ id: hold.id, result, outcome });
    if (settled.outcome === 'missing') throw new Error(`transfer ${hold.id} vanished`);
    if (settled.outcome === 'conflict') {
      this.#logger.error({ transferId: hold.id, result, outcome }, 'transfer had settled the other way');
    }
    return { id: hold.id, state: settled.state, amount: hold.amount };
  }

  /**
   * Returns an earlier transfer with a provider that is not connected now.
   * @throws AppError AppError when there is none: TRANSFER_FAIL when the provider is off because it is not
   *   connected, NO_GAME when there is no such provider; KEY_INVALID when the transfer is another member's
   */
  async #asItStands({ walletAccount }: Owner, provider: string, id: string): Promise<Movement> {
    const begun = await this.#ledger.find(id);
    if (!begun) throw new AppError(this.#off.has(`provider:${provider}`) ? 'TRANSFER_FAIL' : 'NO_GAME');
    if (begun.debit !== walletAccount && begun.credit !== walletAccount) throw new AppError('KEY_INVALID');
    const { movement, error } = endOf(begun);
    if (!movement) throw error;
    return movement;
  }
}

/** Returns how a transfer stands: a movement, or the error with which it ended. */
function endOf({
  id,
  state,
  amount,
  outcome,
}: TransferRow): { movement: Movement; error: undefined } | { movement: undefined; error: AppError } {
  return state === 'voided'
    ? { movement: undefined, error: errorOf(outcome?.reason) }
    : { movement: { id, state, amount }, error: undefined };
}

/** Returns the resolution of a pending transfer by the provider's answer. */
function resolutionOf(answer: Outcome<unknown> | Differs): Resolution {
  switch (answer.outcome) {
    case 'done':
      return { resolution: 'post', outcome: {} };
    case 'refused':
      // Maintenance does not decide a request that may still be on its way.
      return answer.reason === MAINTENANCE_AT_PROVIDER
        ? { resolution: 'wait', reason: answer.reason }
        : { resolution: 'void', outcome: { reason: answer.reason } };
    case 'differs':
      return { resolution: 'review', reason: answer.reason };
    case 'unknown':
      return { resolution: 'wait', reason: answer.reason };
  }
}

/** Returns the error for a failed move. */
const errorOf = (reason: string | undefined): AppError =>
  new AppError(reason === INSUFFICIENT_AT_PROVIDER ? 'MONEY_NOT_ENOUGH' : 'TRANSFER_FAIL');
