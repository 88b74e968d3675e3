import { toWire, type Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { shownTo } from '../../domain/staff-view.ts';
import { cutPage, placeAfter } from '../../kernel/list-page.ts';
import { memberContacts } from '../account/queries.ts';

interface Row {
  id: string;
  createdAt: Date;
  memberId: string;
  phone: string;
  name: string;
  state: 'processing' | 'failed';
  note: string;
  amount: Minor;
  sendingBank: string;
  reference: string;
  hasPicture: boolean;
}

/** Lists slips of all members that were refused or wait, newest first, a page at a time. */
export async function listSlips(
  database: Database,
  staff: StaffCaller,
  { state, after }: { state: 'processing' | 'failed'; after?: string | undefined },
) {
  const { most } = placeAfter(after);
  const place = after
    ? sql`and (s.created_at, s.id) < (select created_at, id from slip where id = ${after})`
    : sql``;
  const { rows } = await sql<Row>`
    select s.id, s.created_at as "createdAt", m.id as "memberId", m.username as phone, m.name, s.state, s.note,
        coalesce(nullif(s.amount, 0), a.amount, 0) as amount,
        s.sending_bank as "sendingBank", s.reference,
        exists (select from slip_image i where i.slip_id = s.id) as "hasPicture"
      from slip s join ${memberContacts} m on m.id = s.member_id left join slip_answer a on a.slip_id = s.id
      where s.state = ${state} ${place}
      order by s.created_at desc, s.id desc limit ${most}`.execute(database.queries);
  const { page, next } = cutPage(rows);
  const items = page.map(({ memberId, phone, name, ...slip }) => ({
    ...slip,
    createdAt: slip.createdAt.toISOString(),
    amount: toWire(slip.amount),
    member: { id: memberId, phone: shownTo(staff, phone), name },
  }));
  return { items, next };
}
