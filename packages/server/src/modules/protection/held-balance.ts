import type { Minor } from '@krapao/contract/money';
import type { Database } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { derivedId } from '../../kernel/ids.ts';
import { refusalOf } from '../../ledger/kinds/registry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Movement, TransferRow } from '../../ledger/types.ts';
import type { WithdrawalService } from '../withdrawals/service.ts';
import { findProtection, readRoom } from './repo.ts';

/**
 * The held balance: money that a limit, a break or an exclusion keeps from being played. It is an account of the
 * member's own. The database fills it (`hold_excess`); the member pays it out, or releases what a limit leaves room for.
 */
export class HeldBalance {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #withdrawals: WithdrawalService;
  readonly #clock: Clock;

  constructor(parts: { database: Database; ledger: Ledger; withdrawals: WithdrawalService; clock: Clock }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#withdrawals = parts.withdrawals;
    this.#clock = parts.clock;
  }

  /**
   * Pays the whole held balance out, also beyond the limits of withdrawals and beside an open bonus. The money passes
   * through the wallet in one transaction, and returns to the held balance when the payout fails.
   * @param id of the withdrawal; a repeated id pays nothing more
   * @throws AppError MONEY_NOT_ENOUGH when nothing is held, NO_BANK, PAYOUTS_STOPPED, STEP_UP_REQUIRED
   */
  async withdraw(member: Member, id: string): Promise<Movement> {
    const begun = await this.#ledger.find(id);
    if (begun) return movementOf(begun);
    const stored = await findProtection(this.#database.queries, member.id);
    const amount = stored ? (await this.#ledger.balance(stored.heldAccount)).available : (0n as Minor);
    if (!stored || amount <= 0n) throw new AppError('MONEY_NOT_ENOUGH');
    const prepared = await this.#withdrawals.prepare(member, amount, id);
    const { request, need } = prepared;
    const made = await this.#database.transaction(async (tx) => {
      await this.#ledger.lock(tx, member.walletAccount);
      const repeated = await this.#ledger.findIn(tx, id);
      if (repeated) return movementOf(repeated);
      const moved = await this.#ledger.submitIn(tx, {
        id: derivedId('held-payout', id),
        debit: stored.heldAccount,
        credit: member.walletAccount,
        amount,
        kind: 'held_payout',
        pending: false,
        detail: { payout: id },
      });
      // Another payout or a release took it meanwhile.
      if (moved.outcome !== 'created') throw new AppError('MONEY_NOT_ENOUGH');
      const detail = { ...request.detail, held: 'yes' } as const;
      const held = await this.#withdrawals.submitIn(tx, { ...request, detail }, need);
      if (held.outcome !== 'created' && held.outcome !== 'repeated')
        throw refusalOf('withdraw', held.outcome);
      return { id, state: held.state, amount: held.amount };
    });
    if (made.state === 'pending') this.#withdrawals.begin(prepared);
    return made;
  }

  /**
   * Moves as much of the held balance into the wallet as the deposit limits leave room for. The database checks the
   * room again in the statement that moves the money.
   * @param id of the movement; a repeated id moves nothing more
   * @throws AppError MONEY_NOT_ENOUGH when nothing is held, LIMIT_DEPOSIT when no limit leaves room, ON_BREAK, EXCLUDED
   */
  async release(member: Member, id: string): Promise<Movement> {
    if (member.stop) throw new AppError(member.stop.code);
    const { id: memberId, walletAccount } = member;
    return this.#database.transaction(async (tx) => {
      await this.#ledger.lock(tx, walletAccount);
      const repeated = await this.#ledger.findIn(tx, id);
      if (repeated) return movementOf(repeated);
      const stored = await findProtection(tx, memberId);
      const held = stored ? (await this.#ledger.lock(tx, stored.heldAccount)).available : 0n;
      if (!stored || held <= 0n) throw new AppError('MONEY_NOT_ENOUGH');
      const room = await readRoom(tx, { memberId, walletAccount, now: this.#clock.now() });
      const amount = (room === null || room > held ? held : room) as Minor;
      if (amount <= 0n) throw new AppError('LIMIT_DEPOSIT');
      const moved = await this.#ledger.submitIn(tx, {
        id,
        debit: stored.heldAccount,
        credit: walletAccount,
        amount,
        kind: 'held_release',
        pending: false,
        detail: { asked: 'member' },
      });
      if (moved.outcome !== 'created') throw new AppError('MONEY_NOT_ENOUGH');
      return { id, state: moved.state, amount };
    });
  }
}

const movementOf = ({ id, state, amount }: TransferRow): Movement => ({ id, state, amount });
