import type { Stop } from '@krapao/contract/errors';
import type { Currency } from '@krapao/contract/money';
import type { FOUND_BY } from '@krapao/contract/staff/members';
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { ListPlace } from '../../kernel/list-page.ts';
import { isUuid } from '../../kernel/ids.ts';
import { memberStops } from '../protection/queries.ts';

type FoundBy = (typeof FOUND_BY)[number];

/** A member found by a search. */
export interface FoundMember {
  id: string;
  phone: string;
  name: string;
  bankCode: string;
  accountNo: string;
  accountName: string;
  currency: Currency;
  isFrozen: boolean;
  stop: Stop | null;
  createdAt: Date;
  foundBy: FoundBy;
}

const columns = (now: Date) => sql`m.id, m.username as phone, m.name, m.bank_code as "bankCode",
  m.bank_account_no as "accountNo", m.bank_account_name as "accountName", m.currency,
  m.disabled_at is not null as "isFrozen", m.created_at as "createdAt",
  (select p.code from ${memberStops(now)} p where p.member_id = m.id) as stop`;

/** Digits of an account's or a phone's end that find it. */
const END = 4;

/** Escapes what LIKE reads as a pattern. */
const literally = (text: string): string => text.replace(/[%_\\]/g, '\\$&');

/**
 * Ids of members, each with what led to it. Every part is one index look-up that ends with its page: a common first
 * name has a great many members.
 */
function candidates(text: string, { after, most }: ListPlace, isMasked: boolean): RawBuilder<unknown>[] {
  const digits = text.replace(/[\s-]/g, '');
  const begin = `${literally(text.toLowerCase())}%`;
  const parts: [FoundBy, RawBuilder<unknown>][] = [
    ['member', sql`select id from member where id = ${text}`],
    ['name', sql`select id from member where lower(name) like ${begin}`],
    ['account', sql`select id from member where lower(bank_account_name) like ${begin}`],
    ['game', sql`select member_id from game_account where username = ${text}`],
    [
      'slip',
      sql`select s.member_id from slip_reference r join slip s on s.id = r.slip_id where r.reference = ${text}`,
    ],
  ];
  if (/^\d+$/.test(digits) && digits.length >= END) {
    const end = digits.slice(-END);
    // More digits than a masked number shows, and fewer than it has, would guess the hidden ones one by one.
    const ending = isMasked && digits.length > END ? digits : `%${digits}`;
    parts.push(
      [
        'phone',
        sql`select id from member where right(username, ${END}::int) = ${end} and username like ${ending}`,
      ],
      [
        'account',
        sql`select id from member where right(bank_account_no, ${END}::int) = ${end} and bank_account_no like ${ending}`,
      ],
    );
  }
  if (isUuid(text)) {
    parts.push([
      'transfer',
      sql`select m.id from ledger_transfer t join member m on m.wallet_account in (t.debit_account, t.credit_account)
        where t.id = ${text}`,
    ]);
  }
  return parts.map(
    ([foundBy, query]) => sql`
      (select c.id, ${foundBy}::text from (${query}) c (id) where c.id > ${after ?? ''} order by c.id limit ${most})`,
  );
}

/**
 * Finds members by the beginning of a name, the end of a phone or account number, or one of their ids.
 * @param place after the id of the last member of the page before
 * @param isMasked for staff who see phones and account numbers masked: those are found by their last four digits or whole
 */
export async function searchMembers(
  queries: Queries,
  text: string,
  { place, isMasked, now }: { place: ListPlace; isMasked: boolean; now: Date },
): Promise<FoundMember[]> {
  const { rows } = await sql<FoundMember>`
    with found as (
      select id, min(found_by) as found_by
        from (${sql.join(candidates(text, place, isMasked), sql` union all `)}) c (id, found_by)
        group by id order by id limit ${place.most}
    )
    select ${columns(now)}, f.found_by as "foundBy"
      from found f join member m on m.id = f.id
      order by m.id`.execute(queries);
  return rows;
}

/** Lists all members by id. */
export async function listMembers(
  queries: Queries,
  { after, most }: ListPlace,
  now: Date,
): Promise<FoundMember[]> {
  const { rows } = await sql<FoundMember>`
    select ${columns(now)}, 'member' as "foundBy" from member m
      where m.id > ${after ?? ''} order by m.id limit ${most}`.execute(queries);
  return rows;
}
