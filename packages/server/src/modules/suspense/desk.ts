import { parseDecimal, toDecimal, toWire, ZERO } from '@krapao/contract/money';
import { SUSPENSE_ENDS, type SuspenseEnd } from '@krapao/contract/staff/incoming';
import { z } from 'zod';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { seesAll, shownTo } from '../../domain/staff-view.ts';
import { cutPage, placeAfter } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { findWallet, isMember } from '../account/queries.ts';
import { payoutsOf, shownPayout, type ReturnedPayout } from '../returned-payouts/queries.ts';
import type { Approvals } from '../approvals/service.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { END_ACTIONS, type EndedAs, type EndSaid, type SuspenseEnds } from './ends.ts';
import { pairsThatCanBeSame, sidesOf, type Side, type TransferReport } from './sides.ts';
import { ASSIGN, SuspenseError, type Suspended, type SuspenseService } from './service.ts';

const deposit = { depositId: z.uuid(), amount: z.string(), currency: z.string() };
const assignment = z.object({ ...deposit, memberId: z.string() });
/** The deposit that it is, where it is the same money; the payout that came back. */
const sameAs = { otherId: z.string().optional(), payoutId: z.string().optional() };
const ending = z.object({ ...deposit, ...sameAs });

/** A deposit has one end, so one proposal about it is open at a time. */
const TOPIC = 'end of a deposit';

/** Everything that is proposed about a deposit. */
const ACTIONS = [ASSIGN, ...Object.values(END_ACTIONS)];

const subjectOf = (depositId: string): string => `deposit ${depositId}`;

/** An act of staff about a deposit. */
interface DepositAct {
  action: string;
  reason: string;
  /** Fields of a proposal beside the deposit's own. */
  payload: object;
  /** Does it, and returns what is recorded of it. */
  carryOut: (tx: Tx) => Promise<unknown>;
}

/** Deposits in suspense at the console: one person ends small ones, two people the others. */
export class SuspenseDesk {
  readonly #database: Database;
  readonly #suspense: SuspenseService;
  readonly #ends: SuspenseEnds;
  readonly #content: ContentStore;
  readonly #approvals: Approvals;

  constructor(parts: {
    database: Database;
    suspense: SuspenseService;
    ends: SuspenseEnds;
    content: ContentStore;
    approvals: Approvals;
  }) {
    this.#database = parts.database;
    this.#suspense = parts.suspense;
    this.#ends = parts.ends;
    this.#content = parts.content;
    this.#approvals = parts.approvals;
    parts.approvals.register<z.output<typeof assignment>>({
      action: ASSIGN,
      topic: TOPIC,
      payload: assignment,
      permissionOf: () => 'suspense.approve',
      carryOut: (tx, { depositId, memberId }) => this.#assignIn(tx, depositId, memberId),
    });
    for (const end of SUSPENSE_ENDS) {
      parts.approvals.register<z.output<typeof ending>>({
        action: END_ACTIONS[end],
        topic: TOPIC,
        payload: ending,
        permissionOf: () => 'suspense.approve',
        carryOut: (tx, { depositId, otherId, payoutId }, { decider, reason }) =>
          this.#endIn(tx, depositId, { end, otherId, payoutId }, { by: decider, reason }),
      });
    }
  }

  /** Lists deposits without a member, oldest first, a page at a time. */
  async list(staff: StaffCaller, after: string | undefined) {
    const { page, next } = cutPage(await this.#suspense.list(placeAfter(after)));
    const open = await this.#approvals.findOpenAbout(
      this.#database.queries,
      ACTIONS,
      page.map(({ id }) => subjectOf(id)),
    );
    const ids = page.flatMap(({ id, detail: { maybe } }) => (maybe === undefined ? [id] : [id, maybe]));
    const sides = await sidesOf(this.#database.queries, ids);
    const canBeSame = await pairsThatCanBeSame(
      this.#database.queries,
      page.flatMap(({ id, detail: { maybe } }) => {
        const other = sides.get(maybe ?? '');
        return other ? [{ one: id, other: other.id }] : [];
      }),
    );
    const payouts = await payoutsOf(
      this.#database.queries,
      page.map(({ id }) => id),
    );
    const items = page.map((deposit) => ({
      id: deposit.id,
      createdAt: deposit.createdAt.toISOString(),
      amount: toWire(deposit.amount),
      currency: deposit.currency,
      source: deposit.detail.provider ?? '',
      why: deposit.detail.unmatched ?? 'no_order',
      clues: cluesOf(staff, deposit.texts),
      reports: shownReports(staff, sides.get(deposit.id)?.reports ?? []),
      other: shownSide(staff, sides.get(deposit.detail.maybe ?? ''), canBeSame.has(deposit.id)),
      payout: payoutAt(staff, payouts.get(deposit.id)),
      approvalId: open.get(subjectOf(deposit.id)) ?? null,
    }));
    return { items, next };
  }

  /**
   * Credits a deposit to a member.
   * @returns the id of the proposal where a second person must approve; undefined when it is done
   * @throws StaffError NO_DATA, NOT_POSSIBLE, ALREADY_PROPOSED
   */
  async assign(
    staff: StaffCaller,
    actor: Actor,
    { depositId, memberId, reason }: { depositId: string; memberId: string; reason: string },
  ): Promise<string | undefined> {
    const found = await this.#find(depositId);
    if (!(await isMember(this.#database.queries, memberId))) throw new StaffError('NO_DATA');
    return this.#act(staff, actor, found, {
      action: ASSIGN,
      reason,
      payload: { memberId },
      carryOut: (tx) => this.#assignIn(tx, depositId, memberId),
    });
  }

  /**
   * Ends a deposit that no member gets.
   * @returns the id of the proposal where a second person must approve; undefined when it is done
   * @throws StaffError NO_DATA, NOT_POSSIBLE, ALREADY_PROPOSED
   */
  async end(
    staff: StaffCaller,
    actor: Actor,
    { depositId, end, reason }: { depositId: string; end: SuspenseEnd; reason: string },
  ): Promise<string | undefined> {
    const found = await this.#find(depositId);
    const payload = await this.#sameAs(found, end);
    return this.#act(staff, actor, found, {
      action: END_ACTIONS[end],
      reason,
      payload,
      carryOut: (tx) => this.#endIn(tx, depositId, { end, ...payload }, { by: staff.name, reason }),
    });
  }

  /** Returns what a deposit is by its end. @throws StaffError NOT_POSSIBLE */
  async #sameAs({ id, detail: { maybe } }: Suspended, end: SuspenseEnd): Promise<Omit<EndedAs, 'end'>> {
    if (end === 'same' && maybe !== undefined) return { otherId: maybe };
    if (end !== 'payout') return {};
    const payout = (await payoutsOf(this.#database.queries, [id])).get(id);
    if (payout?.state !== 'given_back') throw new StaffError('NOT_POSSIBLE');
    return { payoutId: payout.id };
  }

  /** Does an act about a deposit up to the limit, and proposes it above. */
  async #act(
    staff: StaffCaller,
    actor: Actor,
    { id, amount, currency }: Suspended,
    { action, reason, payload, carryOut }: DepositAct,
  ): Promise<string | undefined> {
    const { payouts } = await this.#content.get();
    const subject = subjectOf(id);
    const isSmall = amount <= (parseDecimal(payouts[currency].suspenseTo) ?? ZERO);
    return this.#database.transaction(async (tx) => {
      const open = await this.#approvals.findOpenAbout(tx, ACTIONS, [subject]);
      if (open.size > 0) throw new StaffError('ALREADY_PROPOSED');
      if (!isSmall) {
        const proposed = { depositId: id, ...payload, amount: toDecimal(amount), currency };
        return this.#approvals.proposeIn(tx, staff, actor, { action, subject, payload: proposed, reason });
      }
      const after = await carryOut(tx);
      await recordAct(tx, { actor, action, subject, outcome: 'done', reason, after });
      return undefined;
    });
  }

  async #endIn(tx: Tx, depositId: string, ended: EndedAs, said: EndSaid): Promise<EndedAs> {
    await this.#ends.endIn(tx, depositId, ended, said).catch(asNotPossible);
    const { end, otherId, payoutId } = ended;
    return { end, ...(otherId !== undefined && { otherId }), ...(payoutId !== undefined && { payoutId }) };
  }

  /** @throws StaffError NO_DATA */
  #find(depositId: string): Promise<Suspended> {
    return this.#suspense.find(depositId).catch(() => {
      throw new StaffError('NO_DATA');
    });
  }

  async #assignIn(tx: Tx, depositId: string, memberId: string): Promise<{ memberId: string }> {
    const { isNew } = await this.#suspense
      .assignIn(tx, depositId, await findWallet(tx, memberId))
      .catch(asNotPossible);
    if (!isNew) throw new StaffError('NOT_POSSIBLE');
    return { memberId };
  }
}

/** Returns what the counterparty told; staff who see members masked see no account, phone or name of a sender. */
function cluesOf(staff: StaffCaller, texts: Suspended['texts']): Record<string, string> {
  const isShown = (name: string): boolean =>
    name !== 'provider' &&
    name !== 'unmatched' &&
    name !== 'maybe' &&
    (seesAll(staff) || name === 'reference');
  return Object.fromEntries(Object.entries(texts).filter(([name]) => isShown(name)));
}

/** Returns the deposit beside one, as a staff member may see it. */
function shownSide(staff: StaffCaller, side: Side | undefined, canBeSame: boolean) {
  if (!side) return null;
  const { id, createdAt, texts, reports, member, isOpen } = side;
  return {
    id,
    createdAt: createdAt.toISOString(),
    source: texts['provider'] ?? '',
    clues: cluesOf(staff, texts),
    reports: shownReports(staff, reports),
    member: member && { ...member, phone: shownTo(staff, member.phone) },
    isOpen,
    canBeSame,
  };
}

const payoutAt = (staff: StaffCaller, payout: ReturnedPayout | undefined) =>
  payout ? shownPayout(staff, payout) : null;

const shownReports = (staff: StaffCaller, reports: readonly TransferReport[]): TransferReport[] =>
  reports.map((report) => (seesAll(staff) ? report : { ...report, sender: '', text: '' }));

function asNotPossible(cause: unknown): never {
  throw cause instanceof SuspenseError ? new StaffError('NOT_POSSIBLE', { cause }) : cause;
}
