import type { ResponseBody } from '@krapao/contract/routes';
import { MAIN_WALLET } from '@krapao/contract/limits';
import { minor, type Minor } from '@krapao/contract/money';
import { toEpochMs } from '../../lib/dates.ts';
import { minorOf } from '../../lib/money.ts';

type Item = ResponseBody<'POST /api/statement'>['statements'][number];

/** What this device last saw of the member's movements. It says nothing of who the member is. */
export interface Seen {
  /** The main wallet's figures, as one text. */
  figures: string;
  /** Movements up to this time are known, epoch milliseconds by the server's clock. */
  untilMs: number;
  /** The newest movements. One that is committed late may carry an earlier time than these. */
  known: readonly string[];
  /** Movements that had not ended. */
  open: readonly string[];
}

/** One thing to tell the player. */
export type News =
  | { kind: 'received'; amountMinor: Minor }
  | { kind: 'paid' | 'refused' | 'moved' | 'returned' | 'stayed'; amountMinor: Minor };

/** How much earlier than the newest known movement an unknown one may have been made. */
const LATE_COMMIT_MS = 60_000;

/**
 * What has happened since `seen`: deposits and ended payouts that are new, and movements that were open and have ended.
 * @param told movements whose end another part of the app has told
 */
export function newsOf(items: readonly Item[], seen: Seen, told: ReadonlySet<string>): News[] {
  const untold = items.filter(({ _id, status }) => status !== 'PENDING' && !told.has(_id));
  const received = untold.filter(
    (item) => item.statementType === 'deposit' && item.status === 'SUCCESS' && isNew(item, seen),
  );
  // A payout may begin and end before this device looks again.
  const ended = untold.filter(
    (item) => seen.open.includes(item._id) || (item.statementType === 'withdraw' && isNew(item, seen)),
  );
  const sum = received.reduce((all, { amount }) => minor(all + minorOf(amount)), minor(0n));
  const news = ended.flatMap((item): News[] => {
    const kind = endOf(item);
    return kind ? [{ kind, amountMinor: minorOf(item.amount) }] : [];
  });
  return received.length > 0 ? [{ kind: 'received', amountMinor: sum }, ...news] : news;
}

function isNew({ _id, createdAt }: Item, { untilMs, known }: Seen): boolean {
  const atMs = toEpochMs(createdAt) ?? 0;
  return !known.includes(_id) && atMs > untilMs - (known.length > 0 ? LATE_COMMIT_MS : 0);
}

function endOf({ statementType, status, from }: Item): Exclude<News['kind'], 'received'> | null {
  const isGood = status === 'SUCCESS';
  if (statementType === 'withdraw') return isGood ? 'paid' : 'refused';
  if (statementType !== 'transfer') return null;
  if (isGood) return 'moved';
  return from === MAIN_WALLET ? 'returned' : 'stayed';
}

/** What is seen with `items`, the newest movements. Open ones that are older stay open. */
export function seenWith(items: readonly Item[], figures: string, before: Seen | null, nowMs: number): Seen {
  const ids = new Set(items.map(({ _id }) => _id));
  const older = before?.open.filter((id) => !ids.has(id)) ?? [];
  const newest = items.flatMap(({ createdAt }) => toEpochMs(createdAt) ?? []);
  return {
    figures,
    untilMs: newest.length > 0 ? Math.max(...newest) : (before?.untilMs ?? nowMs),
    known: [...ids],
    open: [...older, ...items.filter(({ status }) => status === 'PENDING').map(({ _id }) => _id)],
  };
}
