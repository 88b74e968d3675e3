import type { transferReport } from '@krapao/contract/staff/incoming';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queries } from '../../database/open.ts';
import { textsOf } from '../../ledger/kinds/detail.ts';
import { bookedDeposits, creditWithOwner, openSuspense } from '../../ledger/queries.ts';
import { memberContacts } from '../account/queries.ts';
import { areToldTogether, incomingTransfers, transferReports } from '../incoming/queries.ts';

/** A source's report of a transfer. */
export type TransferReport = z.output<typeof transferReport>;

/** A deposit as a person compares it with another one. */
export interface Side {
  id: string;
  createdAt: Date;
  texts: Readonly<Record<string, string>>;
  reports: TransferReport[];
  /** The member who has the money; null while it belongs to none. */
  member: { id: string; phone: string; name: string } | null;
  isOpen: boolean;
}

/** The deposits that some deposits are: those that were told of twice are others'. */
export const heldAs = (ids: readonly string[]) => sql`(
  with recursive followed (id, held_as) as (
    select asked, asked from unnest(${sql.val(ids)}::uuid[]) asked
    union
    select followed.id, s.credit_id from followed join same_money s on s.deposit_id = followed.held_as
  )
  select id, held_as from followed where not exists (select from same_money s where s.deposit_id = held_as))`;

interface Row extends Omit<Side, 'texts' | 'reports'> {
  askedId: string;
  detail: unknown;
}

interface ReportRow extends Omit<TransferReport, 'at' | 'sender'> {
  id: string;
  at: Date | null;
  sender: { bankCode: string; accountNo: string; name: string } | null;
}

/** Returns what is known of some deposits, by id; of one that was told of twice, what is known of the other one. */
export async function sidesOf(queries: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, Side>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select asked.id as "askedId", side.id, side.created_at as "createdAt", side.detail,
        exists (select from ${openSuspense} s where s.id = side.id) as "isOpen",
        case when m.id is not null then json_build_object('id', m.id, 'phone', m.username, 'name', m.name) end as member
      from ${heldAs(ids)} asked
      join ${bookedDeposits} side on side.id = asked.held_as
      left join lateral ${creditWithOwner(sql`side.id`)} o on true
      left join ${memberContacts} m on m.wallet_account = o.owner_account`.execute(queries);
  const reports = await reportsOf(
    queries,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ askedId, detail, ...side }) => {
      const texts = textsOf(detail);
      const { fromAccountNo: accountNo = '', fromName: name = '', provider: bankCode = '' } = texts;
      const own = (reports.get(side.id) ?? []).map(({ sender, at, id: _id, ...report }) => ({
        ...report,
        at: at?.toISOString() ?? null,
        sender: senderText(sender ?? { bankCode, accountNo, name }),
      }));
      return [askedId, { ...side, texts, reports: own }];
    }),
  );
}

async function reportsOf(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReportRow[]>> {
  const { rows } = await sql<ReportRow>`
    select r.id, r.source, r.day, r.value_day as "valueDay", r.at, r.reference, r.sender, r.text, r.no_payment as "noPayment"
      from ${transferReports} r where r.id = any (${sql.val(ids)}::uuid[])
      order by r.day, r.source`.execute(queries);
  const reports = new Map<string, ReportRow[]>();
  for (const row of rows) reports.set(row.id, [...(reports.get(row.id) ?? []), row]);
  return reports;
}

const senderText = ({ bankCode, accountNo, name }: { bankCode: string; accountNo: string; name: string }) =>
  [bankCode, accountNo, name].filter((part) => part !== '').join(' ');

/** Returns those of pairs of deposits that can be ended as the same money: neither feed nor a statement tells of both. */
export async function pairsThatCanBeSame(
  queries: Queries,
  pairs: readonly { one: string; other: string }[],
): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await sql<{ one: string }>`
    select pair.one from unnest(
        ${sql.val(pairs.map(({ one }) => one))}::uuid[],
        ${sql.val(pairs.map(({ other }) => other))}::uuid[]) pair (one, other)
      join ${incomingTransfers} a on a.id = pair.one
      join ${incomingTransfers} b on b.id = pair.other
      where a.slip_ref is null and not (a.statement_ref is not null and b.statement_ref is not null)
        and not ${areToldTogether(sql`a.id`, sql`b.id`)}`.execute(queries);
  return new Set(rows.map(({ one }) => one));
}
