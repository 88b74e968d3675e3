import { SMALLEST_MOVE, type Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../database/open.ts';
import { dayOf, daysOf, type Period } from '../../kernel/bangkok-time.ts';
import { movedIntoGames } from '../../ledger/queries.ts';
import type { AccountId } from '../../ledger/types.ts';
import { hadBonus } from '../bonus/queries.ts';
import { activeGameAccounts } from '../games/queries.ts';
import { reportTimes, winLossTotals } from '../turnover/queries.ts';
import type { Played as ReportedPlay } from '../turnover/service.ts';

/** A provider's report of one round, as far as refunds need it. */
export type Played = Pick<ReportedPlay, 'memberId' | 'winLoss' | 'at'>;

/** Totals of a member's play in a period. */
export interface PlaySum {
  hasPlayed: boolean;
  /** Stakes less winnings. */
  netLoss: Minor;
}

export interface RefundRow {
  id: string;
  amount: Minor;
  createdAt: Date;
}

export interface NewRefund {
  id: string;
  memberId: string;
  period: Period;
  netLoss: Minor;
  amount: Minor;
}

/**
 * Adds play to its days. A day that a refund has already taken stays as it is: play reported late counts
 * today. Play during an open bonus does not count.
 */
export async function addPlay(tx: Tx, played: readonly Played[], now: Date): Promise<void> {
  const own = await withoutBonuses(tx, played);
  const late = await addToDays(
    tx,
    own.map((entry) => ({ ...entry, day: dayOf(entry.at) })),
  );
  const today = dayOf(now);
  await addToDays(
    tx,
    late.map((entry) => ({ ...entry, day: today })),
  );
}

/** Returns the play of a period that no refund has taken. */
export async function readPlay(queries: Queries, memberId: string, period: Period): Promise<PlaySum> {
  const { rows } = await sql<{ days: bigint; win_loss: bigint }>`
    select count(*) as days, coalesce(sum(win_loss), 0)::bigint as win_loss from play_day
      where member_id = ${memberId} and day = any (${sql.val(daysOf(period))}::date[])
        and refund_id is null`.execute(queries);
  return toSum(rows);
}

/** Claims the days of a period for a refund, including days without play. No later report changes them. */
export async function takePlay(tx: Tx, memberId: string, period: Period, refundId: string): Promise<PlaySum> {
  const days = sql`${sql.val(daysOf(period))}::date[]`;
  const played = await sql<{ day: string }>`
    select day::text as day from play_day
      where member_id = ${memberId} and day = any (${days}) and refund_id is null`.execute(tx);
  await sql`
    insert into play_day (member_id, day) select ${memberId}, day from unnest(${days}) day order by day
      on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ day: string; win_loss: bigint }>`
    update play_day set refund_id = ${refundId}
      where member_id = ${memberId} and day = any (${days}) and refund_id is null
      returning day::text as day, win_loss`.execute(tx);
  const changed = rows.filter((row) => row.win_loss !== 0n).length;
  const winLoss = rows.reduce((sum, row) => sum + row.win_loss, 0n);
  return { hasPlayed: played.rows.length > 0 || changed > 0, netLoss: -winLoss as Minor };
}

/**
 * Returns whether the period's refund was received, and whether every relevant provider has reported up to
 * its end. Relevant is each provider into which the member moved credit before that end. A provider that
 * can no longer report is not waited for if it said that nothing is left there and its report accounts for
 * all credit ever moved in.
 */
export async function readStanding(
  queries: Queries,
  member: { id: string; walletAccount: AccountId },
  { from, to }: Period,
): Promise<{ isReceived: boolean; isReported: boolean }> {
  const { rows } = await sql<{ is_received: boolean; is_reported: boolean }>`
    select exists (select from refund where member_id = ${member.id} and period_from = ${from}) as is_received,
      not exists (
        select from ${activeGameAccounts} g
          left join ${reportTimes} c on c.provider = g.provider
          left join ${winLossTotals} w on w.member_id = g.member_id and w.provider = g.provider
          cross join lateral ${movedIntoGames(member.walletAccount, sql`g.provider`)} m
          where g.member_id = ${member.id} and (c.read_at is null or c.read_at < ${to})
            and m.oldest < ${to}
            and not (g.balance_at > m.newest and g.balance < ${SMALLEST_MOVE}
              and abs(m.moved + coalesce(w.win_loss, 0)) < ${SMALLEST_MOVE})
      ) as is_reported`.execute(queries);
  const [row] = rows;
  return { isReceived: row?.is_received ?? false, isReported: row?.is_reported ?? false };
}

export async function addRefund(tx: Tx, { id, memberId, period, netLoss, amount }: NewRefund): Promise<void> {
  await tx
    .insertInto('refund')
    .values({
      id,
      member_id: memberId,
      period_from: period.from,
      period_to: period.to,
      net_loss: netLoss,
      amount,
    })
    .execute();
}

export async function listRefunds(
  queries: Queries,
  memberId: string,
  page: number,
  limit: number,
): Promise<{ total: number; refunds: RefundRow[] }> {
  const own = queries.selectFrom('refund').where('member_id', '=', memberId);
  const [{ total }, rows] = await Promise.all([
    own.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow(),
    own
      .select(['id', 'amount', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset((page - 1) * limit)
      .limit(limit)
      .execute(),
  ]);
  const refunds = rows.map((row) => ({
    id: row.id,
    amount: row.amount as Minor,
    createdAt: row.created_at,
  }));
  return { total: Number(total), refunds };
}

async function withoutBonuses(tx: Tx, played: readonly Played[]): Promise<Played[]> {
  const column = <V>(pick: (entry: Played) => V) => sql.val(played.map(pick));
  const { rows } = await sql<{ covered: boolean }>`
    select ${hadBonus(sql`p.member_id`, sql`p.at`)} as covered
      from unnest(${column(({ memberId }) => memberId)}::text[], ${column(({ at }) => at)}::timestamptz[])
        with ordinality as p (member_id, at, no)
      order by p.no`.execute(tx);
  return played.filter((_, index) => rows[index]?.covered === false);
}

/** @returns the entries whose day a refund has already taken */
async function addToDays<E extends Played & { day: string }>(tx: Tx, entries: readonly E[]): Promise<E[]> {
  if (entries.length === 0) return [];
  const column = <V>(pick: (entry: E) => V) => sql.val(entries.map(pick));
  const { rows } = await sql<{ member_id: string; day: string }>`
    insert into play_day as d (member_id, day, win_loss)
        select member_id, day, sum(win_loss) from unnest(
            ${column(({ memberId }) => memberId)}::text[],
            ${column(({ day }) => day)}::date[],
            ${column(({ winLoss }) => String(winLoss))}::bigint[]) e (member_id, day, win_loss)
          group by member_id, day order by member_id, day
      on conflict (member_id, day) do update set win_loss = d.win_loss + excluded.win_loss
        where d.refund_id is null
      returning member_id, day::text as day`.execute(tx);
  const taken = new Set(rows.map((row) => `${row.member_id} ${row.day}`));
  return entries.filter(({ memberId, day }) => !taken.has(`${memberId} ${day}`));
}

const toSum = (rows: readonly { days: bigint; win_loss: bigint }[]): PlaySum => ({
  hasPlayed: (rows[0]?.days ?? 0n) > 0n,
  netLoss: -(rows[0]?.win_loss ?? 0n) as Minor,
});
