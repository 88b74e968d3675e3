import { isNoPayment } from '@krapao/contract/staff/incoming';
import type { Minor } from '@krapao/contract/money';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../database/open.ts';
import { dayOf, startOfDay } from '../../kernel/bangkok-time.ts';
import { isWholeNo } from '../../kernel/account-mask.ts';
import { derivedId } from '../../kernel/ids.ts';
import { readDetail } from '../../ledger/kinds/registry.ts';
import { deposits, findCredits, openSuspense } from '../../ledger/queries.ts';
import type { AccountId } from '../../ledger/types.ts';
import type { StatementFormat } from '../../ports/statement-file.ts';
import { isBesidePayout } from '../returned-payouts/queries.ts';
import { DAYS_OFF, MAYBE_WITHIN_MS, type FileFact, type KnownTransfer, type Report } from './same-payment.ts';

/** Where a source told of a transfer. A statement is a part of a file, a place an entry's number in the file. */
export type Name =
  | { source: 'feed'; reference: string }
  | { source: 'slip'; bank: string; reference: string }
  | { source: 'file'; digest: string; statement: number; place: number };

/** A transfer that is reported now. */
export interface Reported {
  accountNo: string;
  amount: Minor;
  report: Report;
  name: Name;
}

interface Row {
  id: string;
  amount: Minor;
  at: Date;
  isDayOnly: boolean;
  statementRef: string | null;
  slipRef: string | null;
  isTold: boolean;
  isHeldAsReturn: boolean;
  payee: AccountId;
  credited_at: Date;
  detail: unknown;
}

interface FactRow extends Omit<FileFact, 'from'> {
  transferId: string;
  /** 0 for an entry from before entries were kept. */
  statement: number;
  bankCode: string;
  accountNo: string;
  name: string;
}

/** Returns the id of the ledger transfer that moves a deposit from suspense to its member. */
const suspenseOutId = (depositId: string): string => derivedId('suspense', depositId);

/** Condition: a source has told of a transfer. */
const isToldBy = (name: Name): RawBuilder<boolean> => {
  if (name.source === 'feed') return sql`i.statement_ref is not null`;
  if (name.source === 'slip') return sql`i.slip_ref is not null`;
  return sql`exists (
    select from statement_entry e
      where e.transfer_id = i.id and e.digest = ${name.digest} and e.statement = ${name.statement})`;
};

/** Finds the transfer that a source reported before under this name. */
export async function findNamed(
  tx: Tx,
  { accountNo, name, report }: Reported,
): Promise<KnownTransfer | undefined> {
  const condition =
    name.source === 'feed'
      ? sql`i.account_no = ${accountNo} and i.statement_ref = ${name.reference}`
      : name.source === 'slip'
        ? sql`i.slip_bank = ${name.bank} and i.slip_ref = ${name.reference}`
        : sql`i.id = (select transfer_id from statement_entry where digest = ${name.digest} and place = ${name.place})`;
  const [only] = await find(tx, condition, { name, report });
  return only;
}

/** Most transfers that a report is compared with: the likeliest of those of a popular amount. */
const MOST_COMPARED = 200;

/**
 * Finds transfers of an amount that this source has not reported and that may be the reported one, the likeliest first: by
 * reference, of its member, of its day, nearest in time. Days around it count where one of the two is known by its day, or
 * by a file. Those whose sender's whole account is another one are left out.
 */
export async function findOthers(tx: Tx, reported: Reported): Promise<KnownTransfer[]> {
  const { accountNo, amount, report, name } = reported;
  const { at, fact, reference, payee, from } = report;
  const days = sql.val(fact ? [fact.bookedOn, fact.valueOn] : [dayOf(at)]);
  const isWhole = isWholeNo(from.accountNo);
  const isAnother = (number: RawBuilder<unknown>) =>
    isWhole
      ? sql`(length(${number}) = ${from.accountNo.length} and ${number} <> ${from.accountNo} and ${number} ~ '^\\d+$')`
      : sql`false`;
  const isOwn =
    name.source === 'file' ? sql`e.digest = ${name.digest} and e.statement = ${name.statement}` : sql`false`;
  const told = {
    feed: { is: sql`i.statement_ref is not null`, isUnsure: sql`i.unsure` },
    slip: { is: sql`i.slip_ref is not null`, isUnsure: sql`false` },
    file: { is: sql`f.is_own`, isUnsure: sql`f.is_unsure` },
  }[name.source];
  const [earliest, latest] = [-MAYBE_WITHIN_MS, MAYBE_WITHIN_MS].map((ms) => new Date(at.getTime() + ms));
  const isOfMinute = sql`i.transferred_at between ${earliest}::timestamptz and ${latest}::timestamptz`;
  const isNamed = sql`(f.is_named or coalesce(${reference} in (i.statement_ref, i.slip_ref), false))`;
  const { rows } = await sql<{ id: string }>`
    select i.id from incoming_transfer i
      join ${deposits} t on t.id = i.id
      cross join lateral (
        select count(*) > 0 as is_in_files,
            coalesce(bool_or(${isOwn}), false) as is_own,
            coalesce(bool_or(${isOwn} and e.unsure), false) as is_unsure,
            coalesce(bool_or((e.bank_ref = ${reference} or e.series <> '' and e.series = ${fact?.series ?? ''})
              and not ${isAnother(sql`e.from_account`)}), false) as is_named,
            coalesce(bool_or(e.booked_on = any (${days}::date[]) or e.value_on = any (${days}::date[])), false) as is_of_day
          from statement_entry e where e.transfer_id = i.id
      ) f
      where i.account_no = ${accountNo} and i.amount = ${amount} and ${isAround(report)}
        and (not ${told.is} or ${told.isUnsure})
        and (${name.source === 'file'} or i.day_only or f.is_in_files or ${isNamed} or ${isOfMinute})
        and (not ${isAnother(sql`coalesce(t.detail ->> 'fromAccountNo', '')`)} or ${isNamed}
          -- Staff may have given one that was in suspense to any member.
          or t.credit_account::text = ${String(payee)} or t.detail ? 'unmatched')
      order by ${isNamed} desc, t.credit_account::text = ${String(payee)} desc,
        (f.is_of_day or (i.transferred_at at time zone 'Asia/Bangkok')::date = any (${days}::date[])) desc,
        abs(extract(epoch from i.transferred_at - ${at}::timestamptz)), i.id
      limit ${MOST_COMPARED}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const found = await find(tx, sql`i.id = any (${sql.val(ids)}::uuid[])`, { name, report });
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Condition: a transfer is of days around those of a report. */
function isAround({ at, fact }: Report): RawBuilder<boolean> {
  const times = [at, ...(fact ? [startOfDay(fact.bookedOn), startOfDay(fact.valueOn)] : [])].toSorted(
    (one, other) => one.getTime() - other.getTime(),
  );
  return sql`
    i.transferred_at between ${times[0]}::timestamptz - ${DAYS_OFF} * interval '1 day'
      and ${times.at(-1)}::timestamptz + ${DAYS_OFF} * interval '1 day'`;
}

/** Returns whether a transfer of another amount has this reference in another report of that time. */
export async function isOfOtherAmount(
  tx: Tx,
  { accountNo, amount, report, name }: Reported,
): Promise<boolean> {
  const { reference } = report;
  if (reference === null) return false;
  const { at, fact } = report;
  // A batch and its parts are booked on one day; some banks write one reference every day.
  const isOneDay = fact
    ? sql`e.booked_on = ${fact.bookedOn}::date`
    : sql`${dayOf(at)}::date in (e.booked_on, e.value_on)`;
  const { rows } = await sql`
    select from (
      select id from incoming_transfer where account_no = ${accountNo} and statement_ref = ${reference}
      union all
      select id from incoming_transfer where account_no = ${accountNo} and slip_ref = ${reference}
      union all
      select transfer_id from statement_entry e
        where e.account_no = ${accountNo} and e.bank_ref = ${reference} and ${isOneDay}
    ) named join incoming_transfer i using (id)
      where i.amount <> ${amount} and ${isAround(report)} and not ${isToldBy(name)}
      limit 1`.execute(tx);
  return rows.length > 0;
}

/** Returns how many deposits in suspense are kept beside each of some transfers, for a person to compare. */
export async function countBeside(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select s.detail ->> 'maybe' as id, count(*)::int as count from ${openSuspense} s
      where s.detail ->> 'maybe' = any (${sql.val(ids)}::text[]) group by 1`.execute(tx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Returns whether a transfer has this id. */
export async function isKnown(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('incoming_transfer').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

async function find(
  tx: Tx,
  condition: RawBuilder<unknown>,
  { name, report }: Pick<Reported, 'name' | 'report'>,
): Promise<KnownTransfer[]> {
  const { rows: found } = await sql<Row>`
    select i.id, i.amount, i.transferred_at as at, i.day_only as "isDayOnly", i.statement_ref as "statementRef",
        i.slip_ref as "slipRef", ${isToldBy(name)} as "isTold", t.credit_account as payee, t.created_at as credited_at,
        t.detail, ${isBesidePayout(sql`i.id`)} as "isHeldAsReturn"
      from incoming_transfer i join ${deposits} t on t.id = i.id where ${condition}`.execute(tx);
  const rows = found.map((row) => ({ ...row, detail: readDetail('deposit', row.detail) }));
  const assigned = await findCredits(
    tx,
    rows.filter(({ detail }) => detail.unmatched !== undefined).map(({ id }) => suspenseOutId(id)),
  );
  const told = await factsOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({ detail, payee, credited_at: creditedAt, statementRef, slipRef, isHeldAsReturn, ...row }) => {
      const { provider = '', fromAccountNo = '', fromName = '', reference = '', maybe, unmatched } = detail;
      const assignment = assigned.get(suspenseOutId(row.id));
      const facts = told.get(row.id) ?? [];
      const hasMember = unmatched === undefined || assignment?.kind === 'suspense_out';
      // References of two files are compared with what else they tell.
      const ofFiles = report.source === 'file' ? [] : facts.map(({ bankReference }) => bankReference);
      return {
        ...row,
        reference,
        references: [statementRef, slipRef, ...ofFiles].filter((one) => one !== null),
        facts,
        isFed: statementRef !== null,
        hasSlip: slipRef !== null,
        payee: assignment?.account ?? payee,
        hasMember,
        mayBeReturn: isHeldAsReturn && !hasMember,
        isAssigned: assignment !== undefined,
        isNoPayment: isNoPayment(unmatched) || facts.some(({ noPayment }) => noPayment !== null),
        isBeside: maybe !== undefined,
        lacksSender: unmatched === 'no_member' || unmatched === 'hidden_account',
        creditedAt: assignment?.at ?? creditedAt,
        from: { bankCode: provider, accountNo: fromAccountNo, name: fromName },
      };
    },
  );
}

async function factsOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, FileFact[]>> {
  const facts = new Map<string, FileFact[]>();
  if (ids.length === 0) return facts;
  const { rows } = await sql<FactRow>`
    select transfer_id as "transferId", statement, format, series, booked_on::text as "bookedOn", value_on::text as "valueOn",
        booked_at as "bookedAt", bank_ref as "bankReference", text, no_payment as "noPayment", unsure as "isUnsure", from_bank as "bankCode",
        from_account as "accountNo", from_name as name
      from statement_entry where transfer_id = any (${sql.val(ids)}::uuid[])`.execute(tx);
  for (const { transferId, bankCode, accountNo, name, statement, ...fact } of rows) {
    const from = { bankCode, accountNo, name };
    facts.set(transferId, [...(facts.get(transferId) ?? []), { ...fact, from, isLegacy: statement === 0 }]);
  }
  return facts;
}

/**
 * Records that a source has told of a transfer. Its minute is known from feed and slip.
 * @param isUnsure its report may be about another one of that amount
 */
export async function addReport(tx: Tx, id: string, reported: Reported, isUnsure = false): Promise<void> {
  const { name, report } = reported;
  if (name.source === 'file') return addEntry(tx, id, reported, name, isUnsure);
  const isFirstOfMinute = sql<boolean>`statement_ref is null and slip_ref is null`;
  await tx
    .updateTable('incoming_transfer')
    .set({
      ...(name.source === 'feed'
        ? { statement_ref: name.reference, fed_from: JSON.stringify(report.from), unsure: isUnsure }
        : { slip_bank: name.bank, slip_ref: name.reference }),
      transferred_at: sql<Date>`case when ${isFirstOfMinute} then ${report.at}::timestamptz else transferred_at end`,
      day_only: sql<boolean>`day_only and not (${isFirstOfMinute})`,
    })
    .where('id', '=', id)
    .execute();
}

async function addEntry(
  tx: Tx,
  id: string,
  { accountNo, amount, report: { fact } }: Reported,
  { digest, statement, place }: Name & { source: 'file' },
  isUnsure: boolean,
): Promise<void> {
  if (!fact) throw new Error('an entry of a file has no fact');
  await tx
    .insertInto('statement_entry')
    .values({
      digest,
      place,
      statement,
      transfer_id: id,
      account_no: accountNo,
      amount,
      format: fact.format satisfies StatementFormat,
      series: fact.series,
      booked_on: fact.bookedOn,
      value_on: fact.valueOn,
      booked_at: fact.bookedAt,
      bank_ref: fact.bankReference,
      text: fact.text,
      from_bank: fact.from.bankCode,
      from_account: fact.from.accountNo,
      from_name: fact.from.name,
      no_payment: fact.noPayment,
      unsure: isUnsure,
    })
    .execute();
}

/** Adds a transfer that no source has reported before. */
export async function addTransfer(tx: Tx, id: string, reported: Reported): Promise<void> {
  const { accountNo, amount, report } = reported;
  await tx
    .insertInto('incoming_transfer')
    .values({
      id,
      account_no: accountNo,
      amount,
      transferred_at: report.at,
      day_only: report.fact?.bookedAt === null,
    })
    .execute();
  await addReport(tx, id, reported);
}
