import { parseDecimal, toDecimal, toWire, ZERO } from '@krapao/contract/money';
import { z } from 'zod';
import type { ContentStore } from '../../content/store.ts';
import type { Database, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { seesAll } from '../../domain/staff-view.ts';
import { cutPage, placeAfter } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { findWallet, isMember } from '../account/queries.ts';
import type { Approvals } from '../approvals/service.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { ASSIGN, SuspenseError, type Suspended, type SuspenseService } from './service.ts';

const payload = z.object({
  depositId: z.uuid(),
  memberId: z.string(),
  amount: z.string(),
  currency: z.string(),
});

const subjectOf = (depositId: string): string => `deposit ${depositId}`;

/** Deposits in suspense at the console: one person assigns small ones, two people the others. */
export class SuspenseDesk {
  readonly #database: Database;
  readonly #suspense: SuspenseService;
  readonly #content: ContentStore;
  readonly #approvals: Approvals;

  constructor(parts: {
    database: Database;
    suspense: SuspenseService;
    content: ContentStore;
    approvals: Approvals;
  }) {
    this.#database = parts.database;
    this.#suspense = parts.suspense;
    this.#content = parts.content;
    this.#approvals = parts.approvals;
    parts.approvals.register<z.output<typeof payload>>({
      action: ASSIGN,
      payload,
      permissionOf: () => 'suspense.approve',
      carryOut: (tx, { depositId, memberId }) => this.#assignIn(tx, depositId, memberId),
    });
  }

  /** Lists deposits without a member, oldest first, a page at a time. */
  async list(staff: StaffCaller, after: string | undefined) {
    const { page, next } = cutPage(await this.#suspense.list(placeAfter(after)));
    const open = await this.#approvals.findOpenAbout(
      this.#database.queries,
      ASSIGN,
      page.map(({ id }) => subjectOf(id)),
    );
    const items = page.map((deposit) => ({
      id: deposit.id,
      createdAt: deposit.createdAt.toISOString(),
      amount: toWire(deposit.amount),
      currency: deposit.currency,
      source: deposit.detail.provider ?? '',
      why: deposit.detail.unmatched ?? 'no_order',
      clues: cluesOf(staff, deposit),
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
    const deposit = await this.#suspense.find(depositId).catch(() => {
      throw new StaffError('NO_DATA');
    });
    if (!(await isMember(this.#database.queries, memberId))) throw new StaffError('NO_DATA');
    const { payouts } = await this.#content.get();
    const subject = subjectOf(depositId);
    if (deposit.amount > (parseDecimal(payouts[deposit.currency].suspenseTo) ?? ZERO)) {
      return this.#database.transaction(async (tx) => {
        const open = await this.#approvals.findOpenAbout(tx, ASSIGN, [subject]);
        if (open.size > 0) throw new StaffError('ALREADY_PROPOSED');
        const amount = toDecimal(deposit.amount);
        const proposed = { depositId, memberId, amount, currency: deposit.currency };
        return this.#approvals.proposeIn(tx, staff, actor, {
          action: ASSIGN,
          subject,
          payload: proposed,
          reason,
        });
      });
    }
    await this.#database.transaction(async (tx) => {
      await this.#assignIn(tx, depositId, memberId);
      await recordAct(tx, { actor, action: ASSIGN, subject, outcome: 'done', reason, after: { memberId } });
    });
    return undefined;
  }

  async #assignIn(tx: Tx, depositId: string, memberId: string): Promise<{ memberId: string }> {
    const { isNew } = await this.#suspense
      .assignIn(tx, depositId, await findWallet(tx, memberId))
      .catch((cause: unknown) => {
        throw cause instanceof SuspenseError ? new StaffError('NOT_POSSIBLE', { cause }) : cause;
      });
    if (!isNew) throw new StaffError('NOT_POSSIBLE');
    return { memberId };
  }
}

/** Returns what the counterparty told; staff who see members masked see no account, phone or name of a sender. */
function cluesOf(staff: StaffCaller, { texts }: Suspended): Record<string, string> {
  const isShown = (name: string): boolean =>
    name !== 'provider' && name !== 'unmatched' && (seesAll(staff) || name === 'reference');
  return Object.fromEntries(Object.entries(texts).filter(([name]) => isShown(name)));
}
