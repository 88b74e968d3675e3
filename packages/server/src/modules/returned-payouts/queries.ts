import { toWire, type Currency, type Minor } from '@krapao/contract/money';
import type { returnedPayout } from '@krapao/contract/staff/incoming';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Queries, Tx } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { shownTo } from '../../domain/staff-view.ts';
import { DAY_MS, MINUTE_MS } from '../../kernel/durations.ts';
import { withdrawals } from '../../ledger/queries.ts';
import type { AccountId } from '../../ledger/types.ts';
import { memberContacts } from '../account/queries.ts';
import { payoutsSent } from '../withdrawals/queries.ts';

/* Payouts that come back: a bank that cannot pay one out sends its money to the account that it came from. */

/** Banks send money back within days, and later where a person looks into it. */
const TOLD_WITHIN_DAYS = 30;
const UNTOLD_WITHIN_DAYS = 10;
/** Longest time that a payout waits for a person before it goes to the bank and may still be found. */
const WAITED_DAYS = 60;
/** Difference between the clocks of two services. */
const CLOCKS_OFF_MS = 10 * MINUTE_MS;
/** First half of a payout's id, by which a text names it: banks cut references. Account numbers have no letters. */
const NAME = /(?=([0-9A-F]{12}[57][0-9A-F]{3}))/g;
const HAS_LETTER = /[A-F]/;
/** Most names that are looked up of one text. */
const MOST_NAMES = 100;

/** A credit at the bank, as far as it tells that it is a payout's return. */
interface Credit {
  amount: Minor;
  at: Date;
  /** It is told by the day alone, of which `at` is the beginning. */
  isDayOnly: boolean;
  /** The bank says that it is a return. */
  isReturn: boolean;
  /** What else the bank tells of it, in capitals without punctuation. */
  text: string;
  /** The member whose account it came from. */
  wallet: AccountId | undefined;
}

/** Condition: a deposit may be the return of a payout. */
export const isBesidePayout = (depositId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from returned_payout r where r.deposit_id = ${depositId})`;

/** Condition: a deposit may be the return of a payout whose member has the money again. */
export const mayBeGivenBack = (depositId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from returned_payout r join ${withdrawals} w on w.id = r.payout_id
    where r.deposit_id = ${depositId} and w.state = 'voided')`;

/** The payout that a credit seems to be the return of. */
export interface FoundPayout {
  id: string;
  /** The credit names it. */
  isNamed: boolean;
}

/** Condition: a person has said that a payout came back. */
const hasReturned = sql<boolean>`exists (select from returned_payout r where r.payout_id = w.id and r.confirmed)`;

/** Condition: the bank took a payout, and has not paid it. */
const isUnpaid = sql<boolean>`(w.state <> 'posted' and w.refusal is null)`;

/**
 * Finds the payout that a credit seems to be the return of: one that it names, or one of its amount to the member whose
 * account it came from. Where the bank does not call it a return, a payout that was paid, and one that the bank did not
 * take, count only by name. Of several, one that no deposit is beside yet.
 */
export async function findReturned(tx: Tx, credit: Credit): Promise<FoundPayout | undefined> {
  const { isReturn, wallet } = credit;
  const named = await findNamed(tx, credit);
  if (named !== undefined) return { id: named, isNamed: true };
  if (wallet === undefined) return undefined;
  const oldest = daysBefore(credit, TOLD_WITHIN_DAYS + WAITED_DAYS);
  const id = await findAmong(
    tx,
    credit,
    sql`${payoutsSent} w where w.debit_account = ${wallet} and w.created_at >= ${oldest}
      and w.sent_at >= ${daysBefore(credit, isReturn ? TOLD_WITHIN_DAYS : UNTOLD_WITHIN_DAYS)}
      and (${isReturn} or ${isUnpaid})`,
  );
  return id === undefined ? undefined : { id, isNamed: false };
}

/** Finds a payout whose id, or its first half, is in a text. */
async function findNamed(tx: Tx, credit: Credit): Promise<string | undefined> {
  const halves = Array.from(credit.text.replaceAll(' ', '').matchAll(NAME), ([, half = '']) => half)
    .filter((half) => HAS_LETTER.test(half))
    .slice(0, MOST_NAMES);
  if (halves.length === 0) return undefined;
  const ids = (digit: string) => sql.val(halves.map((half) => half.padEnd(32, digit)));
  return findAmong(
    tx,
    credit,
    sql`unnest(${ids('0')}::uuid[], ${ids('f')}::uuid[]) n (first, last)
      cross join lateral (select * from ${payoutsSent} p where p.id between n.first and n.last offset 0) w
      where w.sent_at >= ${daysBefore(credit, TOLD_WITHIN_DAYS)}`,
  );
}

/** Finds the likeliest payout of a credit's amount that was sent before it and has not come back. */
async function findAmong(
  tx: Tx,
  { amount, at, isDayOnly }: Credit,
  payouts: RawBuilder<unknown>,
): Promise<string | undefined> {
  const latest = new Date(at.getTime() + (isDayOnly ? DAY_MS : CLOCKS_OFF_MS));
  const { rows } = await sql<{ id: string }>`
    select w.id from ${payouts} and w.amount = ${amount} and w.sent_at <= ${latest} and not ${hasReturned}
      order by ${isUnpaid} desc, (select count(*) from returned_payout r where r.payout_id = w.id), w.sent_at, w.id
      limit 1`.execute(tx);
  return rows[0]?.id;
}

const daysBefore = ({ at }: Credit, days: number): Date => new Date(at.getTime() - days * DAY_MS);

/** Records that a deposit in suspense may be a payout's return. One that is named takes the place of one that is not. */
export async function addReturned(tx: Tx, depositId: string, { id, isNamed }: FoundPayout): Promise<void> {
  await sql`
    insert into returned_payout as r (deposit_id, payout_id, named) values (${depositId}, ${id}, ${isNamed})
      on conflict (deposit_id) do update set payout_id = excluded.payout_id, named = true
        where excluded.named and not r.named and not r.confirmed`.execute(tx);
}

/** A deposit is the same money as another one: what it may be the return of, the other one may be. */
export async function moveReturned(tx: Tx, depositId: string, creditId: string): Promise<void> {
  await sql`
    update returned_payout set deposit_id = ${creditId} where deposit_id = ${depositId} and not confirmed
      and not exists (select from returned_payout r where r.deposit_id = ${creditId})`.execute(tx);
}

/**
 * Records that a deposit is the return of its payout, whose member has the money again.
 * @returns false when it is not that payout's, the payout was not given back, or it came back as another deposit
 */
export async function confirmReturned(tx: Tx, depositId: string, payoutId: string): Promise<boolean> {
  // Of one payout's deposits, one is confirmed.
  await sql`
    select from returned_payout where payout_id = ${payoutId} order by deposit_id for update`.execute(tx);
  const { numAffectedRows } = await sql`
    update returned_payout c set confirmed = true from ${withdrawals} w
      where c.deposit_id = ${depositId} and c.payout_id = ${payoutId} and w.id = c.payout_id
        and w.state = 'voided' and not ${hasReturned}`.execute(tx);
  return numAffectedRows === 1n;
}

/** A payout that a deposit may be the return of. */
export interface ReturnedPayout {
  id: string;
  createdAt: Date;
  amount: Minor;
  currency: Currency;
  state: z.output<typeof returnedPayout>['state'];
  member: { id: string; phone: string; name: string };
}

interface Row extends Omit<ReturnedPayout, 'state'> {
  depositId: string;
  state: 'pending' | 'posted' | 'voided';
  hasReturned: boolean;
}

const STATES = { pending: 'under_way', posted: 'paid', voided: 'given_back' } as const;

/** Returns the payouts that deposits may be the return of, by the deposits' ids. */
export async function payoutsOf(
  queries: Queries,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, ReturnedPayout>> {
  if (depositIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select r.deposit_id as "depositId", w.id, w.created_at as "createdAt", w.amount, m.currency, w.state, ${hasReturned} as "hasReturned",
        json_build_object('id', m.id, 'phone', m.username, 'name', m.name) as member
      from returned_payout r
      join ${withdrawals} w on w.id = r.payout_id
      join ${memberContacts} m on m.wallet_account = w.debit_account
      where r.deposit_id = any (${sql.val(depositIds)}::uuid[])`.execute(queries);
  return new Map(
    rows.map(({ depositId, state, hasReturned: isBack, ...payout }) => [
      depositId,
      { ...payout, state: isBack ? 'came_back' : STATES[state] },
    ]),
  );
}

/** Returns a payout as a staff member may see it. */
export const shownPayout = (
  staff: StaffCaller,
  { createdAt, amount, member, ...payout }: ReturnedPayout,
) => ({
  ...payout,
  createdAt: createdAt.toISOString(),
  amount: toWire(amount),
  member: { ...member, phone: shownTo(staff, member.phone) },
});
