import { minor, toWire, type Currency, type Minor } from '@krapao/contract/money';
import type { StaffItem } from '@krapao/contract/staff/client-types';
import type { STOPPED_LISTS } from '@krapao/contract/staff/protection';
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { shownTo } from '../../domain/staff-view.ts';
import { cutPage, placeAfter } from '../../kernel/list-page.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import { accountStates } from '../../ledger/queries.ts';
import { memberContacts } from '../account/queries.ts';
import { memberStops } from './queries.ts';

type Change = StaffItem<'GET /staff/api/members/:id/protection/changes'>;
type StoppedList = (typeof STOPPED_LISTS)[number];

interface ChangeRow {
  id: string;
  at: Date;
  by: string;
  reason: string;
  what: Change['change']['what'];
  detail: Readonly<Record<string, unknown>>;
}

/**
 * Lists a member's changes, newest first, a page at a time.
 * @param after id of the last change of the page before
 * @throws StaffError KEY_INVALID
 */
export async function listChanges(queries: Queries, memberId: string, after: string | undefined) {
  if (after !== undefined && !/^\d{1,18}$/.test(after)) throw new StaffError('KEY_INVALID');
  const place = after === undefined ? sql`` : sql`and c.id < ${after}::bigint`;
  const { rows } = await sql<ChangeRow>`
    select c.id::text, c.made_at as at, c.made_by as by, c.reason, c.what, c.detail from protection_change c
      where c.member_id = ${memberId} ${place} order by c.id desc limit ${placeAfter(after).most}`.execute(
    queries,
  );
  const { page, next } = cutPage(rows);
  return { items: page.map(presentChange), next };
}

function presentChange({ id, at, by, reason, what, detail }: ChangeRow) {
  // `detail` is as `ProtectionService` notes it, in minor units; the amounts of limits are texts.
  const { from, to } = detail as { from?: string; to?: string | null };
  const amounts =
    what === 'limit' || what === 'ask' || what === 'confirm' ? { from: wire(from), to: wire(to) } : {};
  return {
    id,
    at: at.toISOString(),
    by: by || null,
    reason,
    change: { ...detail, what, ...amounts } as Change['change'],
  };
}

const wire = (amount: string | null | undefined): number | null =>
  amount === null || amount === undefined ? null : toWire(minor(BigInt(amount)));

interface StoppedRow {
  /** The key of the page after it. */
  id: string;
  memberId: string;
  phone: string;
  name: string;
  currency: Currency;
  since: Date | null;
  until: Date | null;
  endsAt: Date | null;
  wallet: Minor;
  held: Minor;
  by: string | null;
  reason: string | null;
}

/** The order of a list, by an index with the member's id, and its members. */
interface Order {
  at: RawBuilder<Date>;
  isNewestFirst?: true;
  since: RawBuilder<Date | null>;
  /** Kind of the change that began the stop. */
  what: 'break' | 'exclusion';
  condition: (now: Date) => RawBuilder<boolean>;
}

const ORDERS: Readonly<Record<StoppedList, Order>> = {
  breaks: {
    at: sql`p.break_until`,
    since: sql`p.break_at`,
    what: 'break',
    condition: (now) => sql`p.break_until > ${now} and protection_stop(p, ${now}) = 'ON_BREAK'`,
  },
  exclusions: {
    at: sql`p.excluded_at`,
    isNewestFirst: true,
    since: sql`p.excluded_at`,
    what: 'exclusion',
    condition: () => sql`p.excluded_at is not null and p.exclusion_ends_at is null`,
  },
  returning: {
    at: sql`p.exclusion_ends_at`,
    since: sql`p.excluded_at`,
    what: 'exclusion',
    condition: (now) => sql`p.exclusion_ends_at > ${now}`,
  },
};

/**
 * Lists the members who are stopped at a moment, a page at a time: each is in one of the lists.
 * @param after `TIME:MEMBER` of the last member of the page before, the time in milliseconds since 1970
 * @throws StaffError KEY_INVALID
 */
export async function listStopped(
  queries: Queries,
  staff: StaffCaller,
  { list, after, now }: { list: StoppedList; after: string | undefined; now: Date },
) {
  const { at, isNewestFirst, since, what, condition } = ORDERS[list];
  const direction = isNewestFirst ? sql`desc` : sql`asc`;
  const { rows } = await sql<StoppedRow>`
    with page as (
      select p.* from protection p where ${condition(now)} ${placeOf(after, at, isNewestFirst)}
        order by ${at} ${direction}, p.member_id ${direction} limit ${placeAfter(after).most}
    )
    select round(extract(epoch from ${at}) * 1000)::bigint || ':' || p.member_id as id, p.member_id as "memberId",
        m.username as phone, m.name, m.currency, ${since} as since, s.until, s.ends_at as "endsAt",
        w.balance - w.held as wallet, h.balance - h.held as held, c.made_by as by, c.reason
      from page p
      join ${memberStops(now)} s on s.member_id = p.member_id
      join ${memberContacts} m on m.id = p.member_id
      join ${accountStates} w on w.id = p.wallet_account
      join ${accountStates} h on h.id = p.held_account
      left join lateral (
        select made_by, reason from protection_change
          where member_id = p.member_id and what = ${sql.lit(what)} and made_at >= ${since} order by made_at, id limit 1
      ) c on true
      order by ${at} ${direction}, p.member_id ${direction}`.execute(queries);
  const { page, next } = cutPage(rows);
  const items = page.map(({ memberId, phone, name, ...row }) => ({
    member: { id: memberId, phone: shownTo(staff, phone), name },
    currency: row.currency,
    since: row.since?.toISOString() ?? null,
    until: row.until?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    by: row.by || null,
    reason: row.reason ?? '',
    wallet: toWire(row.wallet),
    held: toWire(row.held),
  }));
  return { items, next };
}

function placeOf(after: string | undefined, at: RawBuilder<Date>, isNewestFirst: true | undefined) {
  if (after === undefined) return sql``;
  const [, ms, memberId] = /^(\d{1,15}):(.+)$/.exec(after) ?? [];
  if (ms === undefined || memberId === undefined) throw new StaffError('KEY_INVALID');
  const beyond = isNewestFirst ? sql`<` : sql`>`;
  return sql`and (${at}, p.member_id) ${beyond} (${new Date(Number(ms))}::timestamptz, ${memberId})`;
}
