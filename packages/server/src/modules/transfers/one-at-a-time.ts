import { setTimeout as delay } from 'node:timers/promises';
import { parseDecimal, toDecimal } from '@krapao/contract/money';
import type { Logger } from 'pino';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Resolution } from '../../ledger/reconciler.ts';
import type { SubmitResult, TransferOf, TransferRequest } from '../../ledger/types.ts';
import { BALANCE_TELLS_NOTHING, type GameProvider } from '../../ports/game-provider.ts';
import type { Differs, NotFound, Outcome } from '../../ports/outcome.ts';
import type { TurnoverService } from '../turnover/service.ts';
import type { BalanceClaims, PlayerAt, Turn } from './balance-claims.ts';
import { toProviderTransfer, type GameKind } from './provider-transfer.ts';

/** Poll interval while another transfer has the turn. */
const POLL_MS = 50;

/**
 * Maximum number of a player's transfers that wait in a process. Each polls the database, and a person makes
 * fewer.
 */
const MOST_WAITING = 10;

/** Maximum delay between the permission to send and sending. A later process does not send. */
const SEND_WITHIN_MS = 1_000;

/**
 * Pause of the reconciler for a transfer under manual review. It only checks whether staff have resolved it.
 */
const REVIEW_PAUSE_MS = HOUR_MS;

/** A held transfer, and the deadline for sending it. */
export interface Held {
  result: SubmitResult;
  /** Deadline by `performance.now()`. */
  sendBeforeMs: number;
}

/**
 * Makes transfers at providers without references, where only the player's balance shows the outcome of a
 * transfer without an answer. So a player's transfers run one at a time, with the player logged out of the
 * game and the balance known before. A transfer that the balance does not explain needs manual review.
 */
export class OneAtATime {
  readonly #ledger: Ledger;
  readonly #claims: BalanceClaims;
  readonly #recordOutcome: (provider: string, outcome: Outcome<unknown> | NotFound | Differs) => void;
  readonly #reports: Pick<TurnoverService, 'hasPlayedSince'>;
  readonly #patienceMs: number;
  readonly #logger: Logger;
  /** Number of waiting transfers by player. */
  readonly #waiting = new Map<string, number>();

  constructor(parts: {
    ledger: Ledger;
    claims: BalanceClaims;
    /** Records the outcome of calls to a provider. */
    recordOutcome: (provider: string, outcome: Outcome<unknown> | NotFound | Differs) => void;
    /** Reports of play meanwhile, which would look like a transfer. */
    reports: Pick<TurnoverService, 'hasPlayedSince'>;
    /** Maximum wait for the previous transfer. */
    patienceMs: number;
    logger: Logger;
  }) {
    this.#ledger = parts.ledger;
    this.#claims = parts.claims;
    this.#recordOutcome = parts.recordOutcome;
    this.#reports = parts.reports;
    this.#patienceMs = parts.patienceMs;
    this.#logger = parts.logger;
  }

  /**
   * Holds the money of a transfer when its turn comes.
   * @throws AppError AppError TRANSFER_FAIL, with nothing held, when another transfer has no answer or takes
   *   too long, too many are waiting, or the provider does not tell the balance
   */
  async hold(port: GameProvider, request: TransferRequest<GameKind>): Promise<Held> {
    const turn = await this.#waitForTurn(request);
    if (!turn) return { result: await this.#ledger.submit(request), sendBeforeMs: 0 };
    const result = await this.#holdInTurn(port, request, turn).catch(async (error: unknown) => {
      await this.#claims.drop(turn);
      throw error;
    });
    const sendBeforeMs = performance.now() + SEND_WITHIN_MS;
    if (result.outcome !== 'created') {
      await this.#claims.drop(turn);
    } else if (!(await this.#claims.beginSending(turn))) {
      await this.#ledger.settle({ id: request.id, result: 'void', outcome: { reason: 'overtaken' } });
      throw new AppError('TRANSFER_FAIL');
    }
    return { result, sendBeforeMs };
  }

  /** Checks the status of a pending transfer by the balance, once its sender can no longer be active. */
  async checkStatus(port: GameProvider, transfer: TransferOf<GameKind>): Promise<Resolution> {
    const player = playerOf(transfer);
    const claim = await this.#claims.findSent(player, transfer.id);
    if (!claim) return { resolution: 'void', outcome: { reason: 'never sent' } };
    if (claim.needsReview) return leftToAPerson();
    if (!claim.isQuiet) {
      return { resolution: 'wait', reason: 'may still take effect', notBefore: claim.quietFrom };
    }
    const out = await port.logOut(player.username);
    this.#recordOutcome(player.provider, out);
    if (out.outcome !== 'done') return { resolution: 'wait', reason: out.reason };

    const { balanceBefore: toldBefore, memberId } = transfer.detail;
    const balanceBefore = toldBefore === undefined ? null : parseDecimal(toldBefore);
    const known = await port.lookUp({ ...toProviderTransfer(transfer), balanceBefore });
    if (known.outcome === 'unknown' && known.reason === BALANCE_TELLS_NOTHING) {
      return this.#leaveToAPerson(player, transfer);
    }
    this.#recordOutcome(player.provider, known);
    if (known.outcome === 'done' || known.outcome === 'not_found') {
      if (port.reportsPlay === false) return this.#leaveToAPerson(player, transfer);
      // The player can log in at the provider directly. A stake of the same amount must not pass for a
      // transfer.
      const hasPlayed = await this.#reports.hasPlayedSince(player.provider, memberId, transfer.createdAt);
      if (hasPlayed === undefined) return { resolution: 'wait', reason: 'what was played is not reported' };
      if (hasPlayed) return this.#leaveToAPerson(player, transfer);
    }
    switch (known.outcome) {
      case 'done':
        return { resolution: 'post', outcome: {} };
      case 'not_found':
        return { resolution: 'void', outcome: { reason: 'balance unchanged' } };
      case 'differs':
        return { resolution: 'review', reason: known.reason };
      case 'refused':
      case 'unknown':
        return { resolution: 'wait', reason: known.reason };
    }
  }

  async #leaveToAPerson(player: PlayerAt, { id }: TransferOf<GameKind>): Promise<Resolution> {
    await this.#claims.markForReview(player, id);
    this.#logger.error({ transferId: id }, 'balance does not tell; transfer left to a person');
    return leftToAPerson();
  }

  /** Waits for the turn. Returns null when the transfer is in the ledger already, from an earlier request. */
  async #waitForTurn(request: TransferRequest<GameKind>): Promise<Turn | null> {
    const { provider, username } = playerOf(request);
    const player = `${provider} ${username}`;
    const waiting = this.#waiting.get(player) ?? 0;
    if (waiting >= MOST_WAITING) {
      if (await this.#ledger.find(request.id)) return null;
      throw new AppError('TRANSFER_FAIL');
    }
    this.#waiting.set(player, waiting + 1);
    try {
      return await this.#askForTurn(request);
    } finally {
      const others = (this.#waiting.get(player) ?? 1) - 1;
      if (others > 0) this.#waiting.set(player, others);
      else this.#waiting.delete(player);
    }
  }

  async #askForTurn(request: TransferRequest<GameKind>): Promise<Turn | null> {
    const deadline = performance.now() + this.#patienceMs;
    for (;;) {
      if (await this.#ledger.find(request.id)) return null;
      const turn = await this.#claims.take(playerOf(request), request.id);
      if (typeof turn !== 'string') return turn;
      if (turn === 'unanswered' || performance.now() > deadline) throw new AppError('TRANSFER_FAIL');
      await delay(POLL_MS);
    }
  }

  async #holdInTurn(
    port: GameProvider,
    request: TransferRequest<GameKind>,
    turn: Turn,
  ): Promise<SubmitResult> {
    // Play between the balance and the transfer would be taken for part of the transfer.
    const out = await port.logOut(turn.username);
    this.#recordOutcome(turn.provider, out);
    if (out.outcome !== 'done') throw new AppError('TRANSFER_FAIL', { cause: out });
    const balance = await port.balance(turn.username);
    this.#recordOutcome(turn.provider, balance);
    if (balance.outcome !== 'done') throw new AppError('TRANSFER_FAIL', { cause: balance });
    const detail = { ...request.detail, balanceBefore: toDecimal(balance.value) };
    return this.#ledger.submit({ ...request, detail });
  }
}

const playerOf = ({ detail: { provider, username } }: Pick<TransferOf<GameKind>, 'detail'>): PlayerAt => ({
  provider,
  username,
});

const leftToAPerson = (): Resolution => ({
  resolution: 'wait',
  reason: BALANCE_TELLS_NOTHING,
  notBefore: new Date(Date.now() + REVIEW_PAUSE_MS),
});
