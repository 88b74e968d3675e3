import { toWire } from '@krapao/contract/money';
import type { Database } from '../../database/open.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { periodOf } from '../../kernel/bangkok-time.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { queuesOf } from './queue-permissions.ts';
import { readDown, readQueues, readSpan, type SpanRow } from './read.ts';

const WEEK_MS = 7 * DAY_MS;

export interface TodayParts {
  database: Database;
  clock: Clock;
  /** Returns the names of the counterparties that this process leaves alone after failures. */
  leftAlone: () => readonly string[];
}

/** Work that waits, and today's money beside the same weekday before. */
export async function showToday(parts: TodayParts, staff: StaffCaller) {
  const { queries } = parts.database;
  const now = parts.clock.now();
  const { from: midnight } = periodOf('day', now);
  const weekBefore = (at: Date) => new Date(at.getTime() - WEEK_MS);
  const names = queuesOf(staff.permissions);
  const seesMoney = staff.permissions.includes('reports.read') || staff.permissions.includes('payouts.read');
  const [waiting, today, before, down] = await Promise.all([
    readQueues(queries, names, staff, now),
    seesMoney ? readSpan(queries, midnight, now) : [],
    seesMoney ? readSpan(queries, weekBefore(midnight), weekBefore(now)) : [],
    readDown(queries),
  ]);
  return {
    at: now.toISOString(),
    queues: Object.fromEntries(
      names.map((name) => {
        const rows = waiting.filter((row) => row.name === name);
        const times = rows.flatMap(({ oldestAt }) => (oldestAt ? [oldestAt.getTime()] : []));
        const queue = {
          count: rows.reduce((sum, { count }) => sum + count, 0),
          sums: rows.flatMap(({ currency, sum }) => (currency ? [{ currency, amount: toWire(sum) }] : [])),
          oldestAt: times.length > 0 ? new Date(Math.min(...times)).toISOString() : null,
        };
        return [name, queue];
      }),
    ),
    today: today.map(toDay),
    weekBefore: before.map(toDay),
    down: [...down, ...downServices(parts.leftAlone())],
  };
}

/** Providers have a health of their own, which all processes share. */
const downServices = (names: readonly string[]) =>
  names.filter((name) => !name.startsWith('provider:')).map((name) => ({ kind: 'service' as const, name }));

const toDay = ({ currency, deposits, payouts, registrations }: SpanRow) => ({
  currency,
  deposits: toWire(deposits),
  payouts: toWire(payouts),
  registrations,
});
