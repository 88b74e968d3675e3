import type { AccountChange, CreditEnd, StaffStep } from '@krapao/contract/notices';
import type { NoticeKind } from '@krapao/contract/notice-kinds';
import { sql, type RawBuilder } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';

/** The details of a notice, beside its kind. */
export interface NoticeDetail {
  transfer?: string;
  /** Minor units, as decimal text. */
  amount?: string;
  /** What was held of a deposit, as {@link amount}. */
  held?: string;
  isTaken?: true;
  credit?: CreditEnd;
  userAgent?: string;
  change?: AccountChange;
  step?: StaffStep;
}

/** Adds a notice with its pushes, in the transaction of what it tells. Of one subject there is one notice. */
export async function addNotice(
  queries: Queries,
  notice: { memberId: string; kind: NoticeKind; subject: string; detail: NoticeDetail },
): Promise<void> {
  const { memberId, kind, subject, detail } = notice;
  await sql`select add_notice(${memberId}, ${kind}, ${subject}, ${JSON.stringify(detail)}::jsonb)`.execute(
    queries,
  );
}

/** Counts a member's unread notices, `most` at most. */
export const unreadNotices = (memberId: RawBuilder<unknown>, most: number) => sql<number>`(
  select count(*)::int from (
    select from notice n where n.member_id = ${memberId} and n.read_at is null limit ${most}) u)`;

/** Whether a notice of a subject was added. */
export const isTold = (memberId: RawBuilder<unknown>, kind: NoticeKind, subject: RawBuilder<unknown>) => sql`
  exists (select from notice n where n.member_id = ${memberId} and n.kind = ${kind} and n.subject = ${subject})`;

/** Forgets the browsers of a member's other sessions. */
export async function keepBrowsersOf(
  tx: Tx,
  { id, sessionId }: { id: string; sessionId: bigint },
): Promise<void> {
  await tx
    .deleteFrom('push_browser')
    .where('member_id', '=', id)
    .where('session_id', '!=', sessionId)
    .execute();
}
