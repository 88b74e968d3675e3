import type { Permission } from '@krapao/contract/staff/permissions';
import type { Queries } from '../../database/open.ts';
import { namesOfStaff } from '../staff/queries.ts';

const PAGE = 50;

/** A proposal as the console shows it. */
export interface ShownApproval {
  id: string;
  action: string;
  subject: string;
  payload: Record<string, unknown>;
  reason: string;
  maker: { id: string; name: string };
  /** The staff member it is about, if it is about one. */
  subjectStaff: string | null;
  createdAt: string;
  expiresAt: string;
  state: 'open' | 'approved' | 'refused' | 'expired';
  decidedBy: { id: string; name: string } | null;
  decidedAt: string | null;
  decisionReason: string | null;
}

interface Filter {
  state: 'open' | 'decided';
  after: string | undefined;
  now: Date;
  staff: { id: string; permissions: readonly Permission[] };
}

/** Proposals that wait for their decision. */
export const openRows = (queries: Queries, now: Date) =>
  queries.selectFrom('approval').where('decided_at', 'is', null).where('expires_at', '>', now);

/** Finds a proposal. */
export async function findShown(queries: Queries, id: string, now: Date): Promise<ShownApproval | undefined> {
  const rows = await queries.selectFrom('approval').selectAll().where('id', '=', id).execute();
  const [shown] = await toShown(queries, rows, now);
  return shown;
}

/** Lists a page of the proposals that the person may decide or has made, newest first. */
export async function listShown(
  queries: Queries,
  { state, after, now, staff }: Filter,
): Promise<{ items: ShownApproval[]; next: string | null }> {
  const seesAll = staff.permissions.includes('approvals.read');
  let query = queries
    .selectFrom('approval')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('permission', 'in', ['', ...staff.permissions]),
        eb('maker', '=', staff.id),
        eb.val(seesAll),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  query =
    state === 'open'
      ? query.where('decided_at', 'is', null).where('expires_at', '>', now)
      : query.where((eb) => eb.or([eb('decided_at', 'is not', null), eb('expires_at', '<=', now)]));
  if (after) query = query.where('id', '<', after);
  const rows = await query.execute();
  const items = await toShown(queries, rows.slice(0, PAGE), now);
  return { items, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
}

interface Row {
  id: string;
  action: string;
  subject: string;
  payload: unknown;
  reason: string;
  maker: string;
  subject_staff: string | null;
  created_at: Date;
  expires_at: Date;
  decision: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}

async function toShown(queries: Queries, rows: readonly Row[], now: Date): Promise<ShownApproval[]> {
  const people = rows.flatMap(({ maker, decided_by: decider }) => (decider ? [maker, decider] : [maker]));
  const names = await namesOfStaff(queries, people);
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    subject: row.subject,
    payload: row.payload as Record<string, unknown>,
    reason: row.reason,
    maker: person(row.maker),
    subjectStaff: row.subject_staff,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state: stateOf(row, now),
    decidedBy: row.decided_by ? person(row.decided_by) : null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
  }));
}

function stateOf({ decision, expires_at: expiresAt }: Row, now: Date): ShownApproval['state'] {
  if (decision === 'approve') return 'approved';
  if (decision === 'refuse') return 'refused';
  return expiresAt <= now ? 'expired' : 'open';
}
