import { sql } from 'kysely';
import type { Queries } from '../../database/open.ts';
import { LIST_PAGE } from '../../kernel/list-page.ts';
import { idOfStaff } from '../staff/queries.ts';

/** Larger than any id. */
const PAST_ALL = 2n ** 62n;

/** The first act at or after a time; null without one. */
const firstSince = (time: string) =>
  sql<bigint>`(select id from staff_audit where at >= ${time}::timestamptz order by at, id limit 1)`;

/** Words with which subjects begin; an id follows. */
const KINDS = [
  'member',
  'payout',
  'deposit',
  'transfer',
  'approval',
  'slip',
  'gift',
  'entry',
  'staff',
  'view',
  'role',
  'export',
];

/** Subjects that a filter means: one in full, or all with an id. */
const subjectsOf = (given: string): string[] =>
  given.includes(' ') ? [given] : [given, ...KINDS.map((kind) => `${kind} ${given}`)];

/** Filters of the list. `after` is the key of the page before. */
export interface AuditFilter {
  subject?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  after?: string | undefined;
}

/** Lists recorded acts, newest first, a page at a time. @param size rows of a page */
export async function listActs(queries: Queries, filter: AuditFilter, size = LIST_PAGE) {
  const { subject, actor, action, from, until, after } = filter;
  let query = queries
    .selectFrom('staff_audit')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size + 1);
  if (subject) query = query.where('subject', 'in', subjectsOf(subject));
  if (actor) {
    const id = actor.includes('@') ? await idOfStaff(queries, actor) : actor;
    if (id === undefined) return { items: [], next: null };
    query = query.where('actor', '=', id);
  }
  if (action) query = query.where('action', '=', action);
  // Times ascend with the ids: the index of times gives the two ends, and the list stays in the order of its key.
  if (from) query = query.where('id', '>=', firstSince(from));
  if (until) query = query.where('id', '<', sql<bigint>`coalesce(${firstSince(until)}, ${PAST_ALL}::bigint)`);
  if (after) query = query.where('id', '<', BigInt(after));
  const rows = await query.execute();
  const items = rows.slice(0, size).map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    actor: { id: row.actor, name: row.actor_name, roles: row.roles },
    address: row.address,
    requestId: row.request_id,
    action: row.action,
    subject: row.subject,
    outcome: row.outcome as 'done' | 'refused',
    reason: row.reason,
    before: row.before,
    after: row.after,
    approvalId: row.approval_id,
    hash: row.hash.toString('hex'),
  }));
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
}
