import { toWire, type Minor } from '@krapao/contract/money';
import type { payout as payoutSchema, RefusalReason } from '@krapao/contract/staff/payouts';
import { z } from 'zod';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { Member } from '../../domain/member.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { shownTo } from '../../domain/staff-view.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { isUuid } from '../../kernel/ids.ts';
import { cutPage, placeAfter } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Reconciler } from '../../ledger/reconciler.ts';
import { hadPayout } from '../../ledger/queries.ts';
import { checkPendingNow } from '../../ledger/settlement-schedule.ts';
import type { Approvals } from '../approvals/service.ts';
import { recordAct, recordingRefusal, type Actor } from '../staff-audit/service.ts';
import { namesOfStaff } from '../staff/queries.ts';
import { cancelUndecided } from '../withdrawals/queries.ts';
import type { ReviewNeed } from './queries.ts';
import {
  findPayout,
  keepDecision,
  keepProposal,
  lease,
  listDecided,
  listOpen,
  lockReview,
  putBack,
  type ReviewedPayout,
} from './repo.ts';
import { needOf } from './rules.ts';

const LEASE_MS = 5 * MINUTE_MS;
/** Action of a proposal to approve a payout. */
const APPROVE = 'payout';

/** A decision of staff about a payout. */
export interface PayoutDecision {
  decision: 'approve' | 'refuse' | 'hold';
  reason: string;
  /** Shown to the member when it is refused. */
  shown: RefusalReason;
}

/** Withdrawals that a person decides before the bank hears of them. */
export class PayoutReview {
  readonly #database: Database;
  readonly #ledger: Ledger;
  readonly #approvals: Approvals;
  readonly #reconciler: Pick<Reconciler, 'nudge'>;
  readonly #clock: Clock;

  constructor(parts: {
    database: Database;
    ledger: Ledger;
    approvals: Approvals;
    reconciler: Pick<Reconciler, 'nudge'>;
    clock: Clock;
  }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#approvals = parts.approvals;
    this.#reconciler = parts.reconciler;
    this.#clock = parts.clock;
    parts.approvals.register({
      action: APPROVE,
      payload: z.object({ payoutId: z.uuid(), amount: z.number(), currency: z.string() }),
      permissionOf: () => 'payouts.approve',
      carryOut: async (tx, { payoutId }, { decider, reason }) => {
        const payout = await this.#lockOpen(tx, payoutId).catch((cause: unknown) => {
          throw new StaffError('NOT_POSSIBLE', { cause });
        });
        await keepDecision(tx, payoutId, { state: 'approved', by: decider, at: this.#clock.now(), reason });
        await checkPendingNow(tx, { debit: payout.wallet });
        return { payoutId, from: payout.state };
      },
      afterwards: ({ payoutId }) => this.#reconciler.nudge(payoutId),
    });
  }

  /**
   * Lists payouts, a page at a time: open ones oldest first, decided ones newest first.
   * @param size rows of a page
   */
  async list(
    staff: StaffCaller,
    {
      state,
      after,
      size,
    }: { state: 'review' | 'held' | 'decided'; after?: string | undefined; size?: number },
  ): Promise<{ items: ShownPayout[]; next: string | null }> {
    const place = placeAfter(after, size);
    const { queries } = this.#database;
    const found =
      state === 'decided'
        ? await listDecided(queries, place)
        : await listOpen(queries, state === 'held' ? 'held' : 'waiting', place);
    const { page, next } = cutPage(found, size);
    return { items: await this.#show(staff, page), next };
  }

  /** @throws StaffError NO_DATA */
  async find(staff: StaffCaller, id: string): Promise<ShownPayout> {
    const payout = await findPayout(this.#database.queries, id);
    if (!payout) throw new StaffError('NO_DATA');
    const [shown] = await this.#show(staff, [payout]);
    if (!shown) throw new StaffError('NO_DATA');
    return shown;
  }

  /**
   * Takes a payout in hand, so that no other person works on it for five minutes.
   * @throws StaffError NO_DATA, ALREADY_DECIDED, LEASED
   */
  async take(staff: StaffCaller, id: string): Promise<ShownPayout> {
    const payout = await findPayout(this.#database.queries, id);
    if (!payout) throw new StaffError('NO_DATA');
    assertOpen(payout);
    const now = this.#clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    if (!(await lease(this.#database.queries, id, { by: staff.id, until, now })))
      throw new StaffError('LEASED');
    return this.find(staff, id);
  }

  /** Puts a payout back. @throws StaffError NO_DATA */
  async release(staff: StaffCaller, id: string): Promise<ShownPayout> {
    await putBack(this.#database.queries, id, staff.id);
    return this.find(staff, id);
  }

  /**
   * Approves, refuses or holds a payout, once. A refusal returns the money in the same transaction.
   * @returns the id of the proposal where a second person must approve; undefined when it is done
   * @throws StaffError NO_DATA, FORBIDDEN, REASON_REQUIRED, LEASED, ALREADY_DECIDED, ALREADY_PROPOSED
   */
  decide(staff: StaffCaller, actor: Actor, id: string, given: PayoutDecision): Promise<string | undefined> {
    const act = { actor, action: `payout.${given.decision}`, subject: `payout ${id}` };
    return recordingRefusal(this.#database, act, async () => {
      if (given.decision !== 'hold' && !staff.permissions.includes('payouts.decide')) {
        throw new StaffError('FORBIDDEN');
      }
      if (given.decision !== 'approve' && given.reason === '') throw new StaffError('REASON_REQUIRED');
      const proposal = await this.#database.transaction((tx) =>
        this.#decide(tx, staff, actor, { id, ...given }),
      );
      if (given.decision === 'approve' && proposal === undefined) this.#reconciler.nudge(id);
      return proposal;
    });
  }

  async #decide(
    tx: Tx,
    staff: StaffCaller,
    actor: Actor,
    { id, decision, reason, shown }: PayoutDecision & { id: string },
  ): Promise<string | undefined> {
    const payout = await this.#lockOpen(tx, id);
    const now = this.#clock.now();
    const { leasedBy, leasedUntil } = payout;
    if (leasedBy !== null && leasedBy !== staff.id && leasedUntil && leasedUntil > now)
      throw new StaffError('LEASED');
    const isProposed = payout.approvalId !== null && (await this.#approvals.isOpen(tx, payout.approvalId));
    if (decision === 'approve' && isProposed) throw new StaffError('ALREADY_PROPOSED');
    if (decision === 'approve' && payout.people === 2) {
      const amount = toWire(payout.amount);
      const proposal = await this.#approvals.proposeIn(tx, staff, actor, {
        action: APPROVE,
        subject: `payout ${id}`,
        payload: { payoutId: id, amount, currency: payout.currency },
        reason,
      });
      await keepProposal(tx, id, proposal);
      return proposal;
    }
    const state = ({ approve: 'approved', refuse: 'refused', hold: 'held' } as const)[decision];
    if (decision === 'refuse') {
      // The member may cancel at this moment: the decision that is stored first counts.
      if (!(await cancelUndecided(tx, id))) throw new StaffError('ALREADY_DECIDED');
      const outcome = { reason: `refused_${shown}` };
      const settled = await this.#ledger.settleIn(tx, { id, result: 'void', outcome });
      if (settled.outcome !== 'settled') throw new StaffError('ALREADY_DECIDED');
    }
    await keepDecision(tx, id, {
      state,
      by: staff.name,
      at: now,
      reason,
      shown: decision === 'refuse' ? shown : '',
    });
    if (decision === 'approve') await checkPendingNow(tx, { debit: payout.wallet });
    await recordAct(tx, {
      actor,
      action: `payout.${decision}`,
      subject: `payout ${id}`,
      outcome: 'done',
      reason,
      before: { state: payout.state },
      after: { state, ...(decision === 'refuse' && { shown }) },
    });
    return undefined;
  }

  /** @throws StaffError NO_DATA, ALREADY_DECIDED */
  async #lockOpen(tx: Tx, id: string): Promise<ReviewedPayout> {
    if (!isUuid(id) || !(await lockReview(tx, id))) throw new StaffError('NO_DATA');
    const payout = await findPayout(tx, id);
    if (!payout) throw new StaffError('NO_DATA');
    assertOpen(payout);
    return payout;
  }

  async #show(staff: StaffCaller, payouts: readonly ReviewedPayout[]): Promise<ShownPayout[]> {
    const now = this.#clock.now();
    const holders = payouts.flatMap(({ leasedBy }) => (leasedBy === null ? [] : [leasedBy]));
    const names = await namesOfStaff(this.#database.queries, holders);
    const proposals = await this.#approvals.findOpenAmong(
      payouts.flatMap(({ approvalId }) => (approvalId === null ? [] : [approvalId])),
    );
    return payouts.map((payout) => {
      const { leasedBy, leasedUntil, approvalId } = payout;
      const isLeased = leasedBy !== null && leasedUntil !== null && leasedUntil > now;
      const maker = approvalId === null ? undefined : proposals.get(approvalId);
      return {
        id: payout.id,
        member: { id: payout.memberId, phone: shownTo(staff, payout.phone), name: payout.name },
        amount: toWire(payout.amount),
        currency: payout.currency,
        to: {
          bankCode: payout.bankCode,
          accountNo: shownTo(staff, payout.accountNo),
          accountName: payout.accountName,
        },
        createdAt: payout.createdAt.toISOString(),
        state: payout.state,
        hits: payout.hits,
        people: payout.people,
        approval: approvalId !== null && maker ? { id: approvalId, maker } : null,
        lease: isLeased
          ? { id: leasedBy, name: names.get(leasedBy) ?? '', until: leasedUntil.toISOString() }
          : null,
        decidedBy: payout.decidedBy,
        decidedAt: payout.decidedAt?.toISOString() ?? null,
        reason: payout.reason,
        movement: payout.movement,
      };
    });
  }
}

/** Returns why a member's payout must wait for a person; undefined for one that goes to the bank by itself. */
export async function needOfPayout(
  parts: { database: Database; content: ContentStore; clock: Clock },
  member: Member,
  amount: Minor,
): Promise<ReviewNeed | undefined> {
  const { payouts } = await parts.content.get();
  return needOf(payouts[member.currency], {
    amount,
    member,
    now: parts.clock.now(),
    hadPayout: () => hadPayout(parts.database.queries, member.walletAccount),
  });
}

function assertOpen({ state, movement }: ReviewedPayout): void {
  const isOpen = movement === 'pending' && (state === 'waiting' || state === 'held');
  if (!isOpen) throw new StaffError('ALREADY_DECIDED');
}

/** A payout as the console shows it. */
export type ShownPayout = z.input<typeof payoutSchema>;
