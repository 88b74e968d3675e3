import type { Stop } from '@krapao/contract/errors';
import { LINK_KINDS, LINKS_OF_A_KIND } from '@krapao/contract/staff/member-sections';
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { shownTo } from '../../domain/staff-view.ts';
import { memberStops } from '../protection/queries.ts';

type LinkKind = (typeof LINK_KINDS)[number];

interface Row {
  kind: LinkKind;
  id: string;
  phone: string;
  name: string;
  isFrozen: boolean;
  stop: Stop | null;
  at: Date | null;
}

/** The others of each kind with a time, found by an index. A name that thousands share is cut, in no order. */
const othersOf = (memberId: string): Readonly<Record<LinkKind, RawBuilder<unknown>>> => ({
  account: sql`select o.id, null::timestamptz from member o, own
    where o.bank_account_no = own.bank_account_no and own.bank_account_no <> ''`,
  holder: sql`select o.id, null::timestamptz from member o, own
    where person_key(o.bank_account_name) = person_key(own.bank_account_name) and own.bank_account_name <> ''`,
  name: sql`select o.id, null::timestamptz from member o, own
    where person_key(o.name) = person_key(own.name) and own.name <> ''`,
  device: sql`select o.member_id, max(o.last_login_at) from (
      select d.device_hash from member_device d where d.member_id = ${memberId}
        order by d.last_login_at desc limit ${LINKS_OF_A_KIND}) mine
    cross join lateral (
      select o.member_id, o.last_login_at from member_device o where o.device_hash = mine.device_hash
        limit ${LINKS_OF_A_KIND + 2}) o
    where o.member_id <> ${memberId} group by o.member_id`,
  inviter: sql`select inviter_id, joined_at from invite_friend where friend_id = ${memberId}`,
  friend: sql`select friend_id, joined_at from invite_friend where inviter_id = ${memberId} order by joined_at desc`,
});

/** Lists other members who may belong to a member, some of each kind. */
export async function listLinks(
  queries: Queries,
  staff: StaffCaller,
  { memberId, now }: { memberId: string; now: Date },
) {
  const others = othersOf(memberId);
  const parts = LINK_KINDS.map(
    (kind) => sql`
      (select ${kind}::text as kind, c.id, c.at from (${others[kind]}) c (id, at)
        where c.id <> ${memberId} limit ${LINKS_OF_A_KIND + 1})`,
  );
  const { rows } = await sql<Row>`
    with own as materialized (
      select name, bank_account_no, bank_account_name from member where id = ${memberId}
    ), found as (${sql.join(parts, sql` union all `)})
    select f.kind, m.id, m.username as phone, m.name, m.disabled_at is not null as "isFrozen",
        (select p.code from ${memberStops(now)} p where p.member_id = m.id) as stop, f.at
      from found f join member m on m.id = f.id
      order by f.at desc nulls last, m.id`.execute(queries);
  const ofKind = (kind: LinkKind) => rows.filter((row) => row.kind === kind);
  const items = LINK_KINDS.flatMap((kind) =>
    ofKind(kind)
      .slice(0, LINKS_OF_A_KIND)
      .map(({ id, phone, name, isFrozen, stop, at }) => ({
        kind,
        member: { id, phone: shownTo(staff, phone), name },
        isFrozen,
        stop,
        at: at?.toISOString() ?? null,
      })),
  );
  return { items, cut: LINK_KINDS.filter((kind) => ofKind(kind).length > LINKS_OF_A_KIND) };
}
