import { setTimeout as delay } from 'node:timers/promises';
import { parseDecimal, toDecimal } from '@krapao/contract/money';
import type { Logger } from 'pino';
import { AppError } from '../../kernel/app-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Verdict } from '../../ledger/settler.ts';
import type { SubmitResult, TransferRequest, TransferRow } from '../../ledger/types.ts';
import { BALANCE_TELLS_NOTHING, type GameProvider } from '../../ports/game-provider.ts';
import type { Differs, NotFound, Outcome } from '../../ports/outcome.ts';
import type { TurnoverService } from '../turnover/service.ts';
import type { BalanceClaims, PlayerAt, Turn } from './balance-claims.ts';
import { toProviderTransfer } from './provider-transfer.ts';

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
const UNCLEAR_PAUSE_MS = 60 * 60_000;

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
  readonly #heard: (provider: string, outcome: Outcome<unknown> | NotFound | Differs) => void;
  readonly #reports: Pick<TurnoverService, 'hasPlayedSince'>;
  readonly #patienceMs: number;
  readonly #logger: Logger;
  /** Number of waiting transfers by player. */
  readonly #waiting = new Map<string, number>();

  constructor(parts: {
    ledger: Ledger;
    claims: BalanceClaims;
    /** Records the outcome of calls to a provider. */
    heard: (provider: string, outcome: Outcome<unknown> | NotFound | Differs) => void;
    /** Reports of play meanwhile, which would look like a transfer. */
    reports: Pick<TurnoverService, 'hasPlayedSince'>;
    /** Maximum wait for the previous transfer. */
    patienceMs: number;
    logger: Logger;
  }) {
    this.#ledger = parts.ledger;
    this.#claims = parts.claims;
    this.#heard = parts.heard;
    this.#reports = parts.reports;
    this.#patienceMs = parts.patienceMs;
    this.#logger = parts.logger;
  }

  /**
   * Holds the money of a transfer when its turn comes.
   * @throws AppError AppError TRANSFER_FAIL, with nothing held, when another transfer has no answer or takes
   *   too long, too many are waiting, or the provider does not tell the balance
   */
  async hold(port: GameProvider, request: TransferRequest): Promise<Held> {
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
  async inquire(port: GameProvider, transfer: TransferRow): Promise<Verdict> {
    const player = playerOf(transfer);
    const claim = await this.#claims.findSent(player, transfer.id);
    if (!claim) return { verdict: 'void', outcome: { reason: 'never sent' } };
    if (claim.isUnclear) return leftToAPerson();
    if (!claim.isQuiet) {
      return { verdict: 'wait', reason: 'may still take effect', notBefore: claim.quietFrom };
    }
    const out = await port.logOut(player.username);
    this.#heard(player.provider, out);
    if (out.outcome !== 'done') return { verdict: 'wait', reason: out.reason };

    const balanceBefore = parseDecimal(transfer.detail['balanceBefore'] ?? '');
    const known = await port.lookUp({ ...toProviderTransfer(transfer), balanceBefore });
    if (known.outcome === 'unknown' && known.reason === BALANCE_TELLS_NOTHING) {
      return this.#leaveToAPerson(player, transfer);
    }
    this.#heard(player.provider, known);
    if (known.outcome === 'done' || known.outcome === 'not_found') {
      // The player can log in at the provider directly. A stake of the same amount must not pass for a
      // transfer.
      const memberId = transfer.detail['memberId'] ?? '';
      const hasPlayed = await this.#reports.hasPlayedSince(player.provider, memberId, transfer.createdAt);
      if (hasPlayed === undefined) return { verdict: 'wait', reason: 'what was played is not reported' };
      if (hasPlayed) return this.#leaveToAPerson(player, transfer);
    }
    switch (known.outcome) {
      case 'done':
        return { verdict: 'post', outcome: {} };
      case 'not_found':
        return { verdict: 'void', outcome: { reason: 'balance unchanged' } };
      case 'differs':
        return { verdict: 'review', reason: known.reason };
      case 'refused':
      case 'unknown':
        return { verdict: 'wait', reason: known.reason };
    }
  }

  async #leaveToAPerson(player: PlayerAt, { id }: TransferRow): Promise<Verdict> {
    await this.#claims.markUnclear(player, id);
    this.#logger.error({ transferId: id }, 'balance does not tell; transfer left to a person');
    return leftToAPerson();
  }

  /** Waits for the turn. Returns null when the transfer is in the ledger already, from an earlier request. */
  async #waitForTurn(request: TransferRequest): Promise<Turn | null> {
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

  async #askForTurn(request: TransferRequest): Promise<Turn | null> {
    const deadline = performance.now() + this.#patienceMs;
    for (;;) {
      if (await this.#ledger.find(request.id)) return null;
      const turn = await this.#claims.take(playerOf(request), request.id);
      if (typeof turn !== 'string') return turn;
      if (turn === 'unanswered' || performance.now() > deadline) throw new AppError('TRANSFER_FAIL');
      await delay(POLL_MS);
    }
  }

  async #holdInTurn(port: GameProvider, request: TransferRequest, turn: Turn): Promise<SubmitResult> {
    // Play between the balance and the transfer would be taken for part of the transfer.
    const out = await port.logOut(turn.username);
    this.#heard(turn.provider, out);
    if (out.outcome !== 'done') throw new AppError('TRANSFER_FAIL', { cause: out });
    const balance = await port.balance(turn.username);
    this.#heard(turn.provider, balance);
    if (balance.outcome !== 'done') throw new AppError('TRANSFER_FAIL', { cause: balance });
    const detail = { ...request.detail, balanceBefore: toDecimal(balance.value) };
    return this.#ledger.submit({ ...request, detail });
  }
}

const playerOf = ({ detail }: Pick<TransferRow, 'detail'>): PlayerAt => ({
  provider: detail['provider'] ?? '',
  username: detail['username'] ?? '',
});

const leftToAPerson = (): Verdict => ({
  verdict: 'wait',
  reason: BALANCE_TELLS_NOTHING,
  notBefore: new Date(Date.now() + UNCLEAR_PAUSE_MS),
});
