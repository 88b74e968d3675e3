import type { ResponseBody } from '@krapao/contract/routes';
import { MAIN_WALLET } from '@krapao/contract/limits';
import { minor, type Minor } from '@krapao/contract/money';
import { toEpochMs } from '../lib/dates.ts';
import { minorOf } from '../lib/money.ts';

type Item = ResponseBody<'POST /api/statement'>['statements'][number];

/** The member's movements as this device last saw them. It does not identify the member. */
export interface Seen {
  /** Main wallet's figures, as one text. */
  figures: string;
  /** Movements up to this time are known, epoch milliseconds by the server's clock. */
  untilMs: number;
  /** Newest movements. A movement committed late may carry an earlier time than these. */
  known: readonly string[];
  /** Movements that had not ended. */
  open: readonly string[];
}

/** News for the player. */
export type News =
  /** `held`: the part of deposits that went on to the held balance. */
  | { kind: 'received' | 'held'; amountMinor: Minor }
  | { kind: 'paid' | 'refused' | 'refusedHeld' | 'moved' | 'returned' | 'stayed'; amountMinor: Minor };

/** Largest age of an unknown movement relative to the newest known one. */
const LATE_COMMIT_MS = 60_000;

/**
 * Returns the news since `seen`: new deposits and ended payouts, and open movements that have ended.
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
  const heldMinor = received.reduce((all, { held = 0 }) => minor(all + minorOf(held)), minor(0n));
  const sum = received.reduce((all, { amount }) => minor(all + minorOf(amount)), minor(-heldMinor));
  const news = ended.flatMap((item): News[] => {
    const kind = endOf(item);
    return kind ? [{ kind, amountMinor: minorOf(item.amount) }] : [];
  });
  const come: News[] = [
    { kind: 'received', amountMinor: sum },
    { kind: 'held', amountMinor: heldMinor },
  ];
  return [...come.filter(({ amountMinor }) => amountMinor > 0n), ...news];
}

function isNew({ _id, createdAt }: Item, { untilMs, known }: Seen): boolean {
  const atMs = toEpochMs(createdAt) ?? 0;
  return !known.includes(_id) && atMs > untilMs - (known.length > 0 ? LATE_COMMIT_MS : 0);
}

function endOf({
  statementType,
  status,
  from,
  held,
}: Item): Exclude<News['kind'], 'received' | 'held'> | null {
  const isGood = status === 'SUCCESS';
  if (statementType === 'withdraw') return isGood ? 'paid' : held === undefined ? 'refused' : 'refusedHeld';
  if (statementType !== 'transfer') return null;
  if (isGood) return 'moved';
  return from === MAIN_WALLET ? 'returned' : 'stayed';
}

/** Returns the state after seeing `items`, the newest movements. Older open ones stay open. */
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
