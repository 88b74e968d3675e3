import { toDecimal, toWire } from '@krapao/contract/money';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { shownTo } from '../../domain/staff-view.ts';
import { pageOf } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { transferAccounts, type TransferInReview } from '../../ledger/queries.ts';
import { memberContacts } from '../account/queries.ts';
import type { Approvals } from '../approvals/service.ts';
import type { Actor } from '../staff-audit/service.ts';
import { ManualReviewError, SETTLE, type ManualReview } from './manual-review.ts';

const payload = z.object({
  transferId: z.uuid(),
  end: z.enum(['done', 'undone']),
  amount: z.string(),
  currency: z.string(),
});

const subjectOf = (transferId: string): string => `transfer ${transferId}`;

/** Manual review at the console: one person proposes the end of a transfer with the evidence, another approves it. */
export class ReviewDesk {
  readonly #database: Database;
  readonly #reviews: ManualReview;
  readonly #approvals: Approvals;

  constructor(parts: { database: Database; reviews: ManualReview; approvals: Approvals }) {
    this.#database = parts.database;
    this.#reviews = parts.reviews;
    this.#approvals = parts.approvals;
    parts.approvals.register<z.output<typeof payload>>({
      action: SETTLE,
      payload,
      permissionOf: () => 'review.approve',
      carryOut: async (tx, { transferId, end }) => {
        await this.#reviews.settleIn(tx, transferId, end === 'done').catch((cause: unknown) => {
          throw cause instanceof ManualReviewError ? new StaffError('NOT_POSSIBLE', { cause }) : cause;
        });
        return { end };
      },
    });
  }

  /** Lists the transfers, oldest first, a page at a time. */
  async list(staff: StaffCaller, after: string | undefined) {
    const { page, next } = pageOf(await this.#reviews.list(), after);
    const ids = page.map(({ id }) => id);
    const owners = await this.#owners(ids);
    const open = await this.#approvals.findOpenAbout(this.#database.queries, SETTLE, ids.map(subjectOf));
    const items = page.map((transfer) => {
      const owner = owners.get(transfer.id);
      return {
        id: transfer.id,
        createdAt: transfer.createdAt.toISOString(),
        kind: transfer.kind,
        member: owner ? { ...owner, phone: shownTo(staff, owner.phone) } : null,
        amount: toWire(transfer.amount),
        currency: transfer.currency,
        counterparty: counterpartyOf(transfer),
        reason: transfer.reason,
        facts: factsOf(staff, transfer),
        approvalId: open.get(subjectOf(transfer.id)) ?? null,
      };
    });
    return { items, next };
  }

  /** Proposes the end of a transfer. @returns the id of the proposal. @throws StaffError NO_DATA, ALREADY_PROPOSED */
  async propose(
    staff: StaffCaller,
    actor: Actor,
    { transferId, end, reason }: { transferId: string; end: 'done' | 'undone'; reason: string },
  ): Promise<string> {
    const { amount, currency } = await this.#reviews.find(transferId).catch(() => {
      throw new StaffError('NO_DATA');
    });
    const subject = subjectOf(transferId);
    return this.#database.transaction(async (tx) => {
      const open = await this.#approvals.findOpenAbout(tx, SETTLE, [subject]);
      if (open.size > 0) throw new StaffError('ALREADY_PROPOSED');
      const proposed = { transferId, end, amount: toDecimal(amount), currency };
      return this.#approvals.proposeIn(tx, staff, actor, {
        action: SETTLE,
        subject,
        payload: proposed,
        reason,
      });
    });
  }

  async #owners(ids: readonly string[]) {
    const { rows } = await sql<{ transferId: string; id: string; phone: string; name: string }>`
      select t.id as "transferId", m.id, m.username as phone, m.name
        from ${transferAccounts} t
        join ${memberContacts} m on m.wallet_account in (t.debit_account, t.credit_account)
        where t.id = any (${sql.val(ids)}::uuid[])`.execute(this.#database.queries);
    return new Map(rows.map(({ transferId, ...member }) => [transferId, member]));
  }
}

const counterpartyOf = (transfer: TransferInReview): string =>
  (transfer.kind === 'withdraw' ? transfer.detail.bankCode : transfer.detail.provider) ?? '';

/** Our own facts about a transfer; the account masked for staff who may not see it. */
const factsOf = (staff: StaffCaller, { detail }: TransferInReview): Record<string, string> =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      name === 'bankAccountNo' ? shownTo(staff, value) : value,
    ]),
  );
