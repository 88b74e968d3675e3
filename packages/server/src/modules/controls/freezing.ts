import type { Database } from '../../database/open.ts';
import { checkPendingNow } from '../../ledger/settlement-schedule.ts';
import { findByPhone, setFrozen, type FoundMember } from '../account/queries.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { countPendingPayouts } from '../withdrawals/queries.ts';
import { checkAct, ControlError, type Act } from './switches.ts';

/** One freezing or unfreezing of a member. */
export interface FreezeRecord {
  frozen: boolean;
  madeAt: Date;
  madeBy: string;
  reason: string;
}

/** A member's current freeze state. */
export interface FreezeState {
  /** Undefined for a member who is not frozen. */
  frozenAt: Date | undefined;
  /** Records, newest first. */
  history: FreezeRecord[];
  /** Number of pending payouts handed to the bank, which cannot be recalled. */
  payoutsAtBank: number;
  /** Number of pending payouts that wait for the member to be unfrozen. */
  payoutsHeld: number;
}

/**
 * Freezes members. A frozen member cannot log in, call the API or move money. Payouts that the bank has not
 * received yet are held. Incoming payments are credited.
 */
export class Freezing {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Freezes or unfreezes a member and records actor and reason. Unfreezing resumes held payouts at once.
   * @param actor as the record of staff names them
   * @returns false when the member was in that state already; nothing is recorded then
   * @throws ControlError no such member, or without an actor or a reason
   */
  async set(phone: string, frozen: boolean, act: Act, actor: Actor): Promise<boolean> {
    checkAct(act);
    return this.setOf(await this.#find(phone), frozen, act, actor);
  }

  /** Runs {@link Freezing.set} for a member who was found before. */
  setOf(
    { id, walletAccount }: Pick<FoundMember, 'id' | 'walletAccount'>,
    frozen: boolean,
    act: Act,
    actor: Actor,
  ): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      if (!(await setFrozen(tx, id, frozen))) return false;
      await tx
        .insertInto('member_freeze')
        .values({ member_id: id, frozen, made_by: act.by, reason: act.reason })
        .execute();
      if (!frozen) await checkPendingNow(tx, { debit: walletAccount });
      await recordAct(tx, {
        actor,
        action: frozen ? 'member.freeze' : 'member.unfreeze',
        subject: `member ${id}`,
        outcome: 'done',
        reason: act.reason,
      });
      return true;
    });
  }

  /** @throws ControlError no such member */
  async show(phone: string): Promise<FreezeState> {
    const { id, disabledAt: frozenAt, walletAccount: wallet } = await this.#find(phone);
    const { queries } = this.#database;
    const history = await queries
      .selectFrom('member_freeze')
      .select(['frozen', 'made_at as madeAt', 'made_by as madeBy', 'reason'])
      .where('member_id', '=', id)
      .orderBy('id', 'desc')
      .execute();
    const { atBank, held } = await countPendingPayouts(queries, wallet);
    return {
      frozenAt: frozenAt ?? undefined,
      history,
      payoutsAtBank: atBank,
      payoutsHeld: held,
    };
  }

  async #find(phone: string): Promise<FoundMember> {
    const member = await findByPhone(this.#database.queries, phone);
    if (!member) throw new ControlError(`no member has the phone ${phone}`);
    return member;
  }
}
