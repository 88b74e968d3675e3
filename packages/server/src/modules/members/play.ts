import { toWire, type Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Queries } from '../../database/open.ts';
import { StaffError } from '../../kernel/staff-error.ts';

/** Days of a page, from the last day with play on. */
const DAYS = 7;

/** Reads play at each provider; a provider has one row of a member, so this reads few. */
export async function readPlay(queries: Queries, memberId: string) {
  const { rows } = await sql<{ provider: string; turnover: Minor; winLoss: Minor; readAt: Date }>`
    select c.provider, t.turnover, t.win_loss as "winLoss", c.read_at as "readAt"
      from turnover_cursor c join turnover_total t on t.provider = c.provider and t.member_id = ${memberId}
      where c.read_at is not null
      order by c.provider`.execute(queries);
  return rows.map(({ provider, turnover, winLoss, readAt }) => ({
    provider,
    turnover: toWire(turnover),
    winLoss: toWire(winLoss),
    readAt: readAt.toISOString(),
  }));
}

interface DayRow {
  day: string;
  provider: string;
  entries: number;
  turnover: Minor;
  winLoss: Minor;
}

/** Start of a day in Bangkok. */
const startOf = (day: ReturnType<typeof sql>) => sql`((${day})::date::timestamp at time zone 'Asia/Bangkok')`;

/**
 * Returns the last day with play before a day, such as `2026-11-20`; without one, ever. Old play is kept as sums of
 * days, and recent play as entries.
 */
async function lastDay(queries: Queries, memberId: string, before: string | undefined) {
  const bound = before === undefined ? sql`` : sql`and at < ${startOf(sql`${before}`)}`;
  const dayBound = before === undefined ? sql`` : sql`and day < ${before}::date`;
  const { rows } = await sql<{ day: string | null }>`
    select greatest(
        (select (at at time zone 'Asia/Bangkok')::date from turnover_entry
          where member_id = ${memberId} ${bound} order by at desc limit 1),
        (select day from turnover_day where member_id = ${memberId} ${dayBound} order by day desc limit 1)
      )::text as day`.execute(queries);
  return rows[0]?.day ?? undefined;
}

async function readDays(queries: Queries, memberId: string, from: string, to: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day::text, provider, sum(entries)::int as entries, sum(turnover)::bigint as turnover,
        sum(win_loss)::bigint as "winLoss"
      from (
        select (at at time zone 'Asia/Bangkok')::date as day, provider, 1 as entries, turnover, win_loss
          from turnover_entry
          where member_id = ${memberId} and at >= ${startOf(sql`${from}`)}
            and at < ${startOf(sql`${to}::date + 1`)}
        union all
        select day, provider, entries, turnover, win_loss from turnover_day
          where member_id = ${memberId} and day between ${from}::date and ${to}::date
      ) played
      group by day, provider order by day desc, provider`.execute(queries);
  return rows;
}

/**
 * Lists play by day and provider, newest first: the seven days up to the last one with play.
 * @param after the first day of the page before
 * @throws StaffError KEY_INVALID
 */
export async function listPlayDays(queries: Queries, memberId: string, after: string | undefined) {
  if (after !== undefined && !isDay(after)) throw new StaffError('KEY_INVALID');
  const to = await lastDay(queries, memberId, after);
  if (to === undefined) return { items: [], next: null };
  const from = daysBefore(to, DAYS - 1);
  const rows = await readDays(queries, memberId, from, to);
  const hasMore = (await lastDay(queries, memberId, from)) !== undefined;
  const items = rows.map(({ turnover, winLoss, ...row }) => ({
    id: `${row.day} ${row.provider}`,
    ...row,
    turnover: toWire(turnover),
    winLoss: toWire(winLoss),
  }));
  return { items, next: hasMore ? from : null };
}

/** Returns whether a text is a day of the calendar, which PostgreSQL takes: it has no year 0. */
const isDay = (text: string): boolean => !text.startsWith('0000') && z.iso.date().safeParse(text).success;

function daysBefore(day: string, count: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - count);
  return at.toISOString().slice(0, 10);
}
