import type { Database, Tx } from '../../database/open.ts';
import { checkPendingNow } from '../../ledger/settlement-schedule.ts';
import { findByPhone, findWallet, lockMember, setFrozen, type FoundMember } from '../account/queries.ts';
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

/** End and reason of a freezing. */
interface Freeze {
  /** Null: when a person ends it. */
  until: Date | null;
  reason: string;
}

const isSame = (one: Freeze, other: Freeze): boolean =>
  one.reason === other.reason && one.until?.getTime() === other.until?.getTime();

/** Who ends a freezing whose time is over, as the record names them. */
const CLOCK = 'end of the freezing';

/** Most freezings that one round ends. */
const ENDED_AT_ONCE = 100;

/** The member was frozen anew meanwhile. */
class FrozenAnew extends Error {}

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
   * Freezes or unfreezes a member and records actor and reason. Unfreezing resumes held payouts at once. Another end
   * or reason for a frozen member replaces those of the freezing.
   * @param actor as the record of staff names them
   * @returns false when the member was in that state already, and for that reason and time; nothing is recorded then
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
    act: Act & { until?: Date | undefined },
    actor: Actor,
  ): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const until = act.until ?? null;
      // A freezing may end by itself at this moment: it is frozen anew then.
      const before = frozen && (await lockMember(tx, id)).isFrozen ? await this.#lastOf(tx, id) : undefined;
      const isNew = await setFrozen(tx, id, frozen);
      if (!isNew && (!before || isSame(before, { until, reason: act.reason }))) return false;
      await tx
        .insertInto('member_freeze')
        .values({ member_id: id, frozen, made_by: act.by, reason: act.reason, until })
        .execute();
      if (!frozen) await checkPendingNow(tx, { debit: walletAccount });
      await recordAct(tx, {
        actor,
        action: frozen ? 'member.freeze' : 'member.unfreeze',
        subject: `member ${id}`,
        outcome: 'done',
        reason: act.reason,
        ...(before && { before: { until: before.until, reason: before.reason } }),
        ...(before ? { after: { until, reason: act.reason } } : until && { after: { until } }),
      });
      return true;
    });
  }

  /** Returns the last freezing of a member. */
  #lastOf(tx: Tx, memberId: string): Promise<Freeze | undefined> {
    return tx
      .selectFrom('member_freeze')
      .select(['until', 'reason'])
      .where('member_id', '=', memberId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /**
   * Unfreezes the members whose freezing has ended by a time. Several processes may do so at once.
   * @returns whether more may wait
   */
  async endDue(now: Date): Promise<boolean> {
    const due = await this.#database.queries
      .selectFrom('member_freeze as f')
      .select(['f.id', 'f.member_id'])
      .where('f.until', '<=', now)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('member_freeze as later')
              .select('later.id')
              .whereRef('later.member_id', '=', 'f.member_id')
              .whereRef('later.id', '>', 'f.id'),
          ),
        ),
      )
      .limit(ENDED_AT_ONCE)
      .execute();
    for (const { id, member_id: memberId } of due) await this.#end(id, memberId);
    return due.length === ENDED_AT_ONCE;
  }

  async #end(freezeId: bigint, memberId: string): Promise<void> {
    await this.#database
      .transaction(async (tx) => {
        if (!(await setFrozen(tx, memberId, false))) return;
        const last = await tx
          .selectFrom('member_freeze')
          .select('id')
          .where('member_id', '=', memberId)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
        if (last?.id !== freezeId) throw new FrozenAnew();
        const act = { made_by: CLOCK, reason: CLOCK };
        await tx
          .insertInto('member_freeze')
          .values({ member_id: memberId, frozen: false, ...act })
          .execute();
        const { walletAccount } = await findWallet(tx, memberId);
        await checkPendingNow(tx, { debit: walletAccount });
        const actor = {
          id: undefined,
          name: CLOCK,
          roles: [],
          sessionId: undefined,
          address: '',
          requestId: '',
        };
        const done = { action: 'member.unfreeze', subject: `member ${memberId}`, outcome: 'done' } as const;
        await recordAct(tx, { actor, ...done, reason: CLOCK });
      })
      .catch((error: unknown) => {
        if (!(error instanceof FrozenAnew)) throw error;
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
