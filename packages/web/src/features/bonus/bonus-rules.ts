import { MINOR_PER_MAJOR } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import type { Documented } from '../../lib/documented.ts';
import { bangkokDay, bangkokWeek, toEpochMs } from '../../lib/dates.ts';
import type { Wagering } from './active-bonus-api.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';

type OurBonus = ResponseBody<'GET /api/bonus'>[number];
export type Bonus = Documented<OurBonus, 'name' | 'terms'>;
export type BonusTerms = OurBonus['terms'];

/** Returns a bonus's display name: its code where it has no name. */
export const bonusName = ({ name, code }: Pick<Bonus, 'name' | 'code'>): string => name ?? code;

/** Standing of a bonus for a member: `current`, `received` as often as allowed, or `open` to take. */
export type Standing = 'current' | 'received' | 'open';

/** Returns a bonus's standing. Days and weeks are Bangkok's, and weeks begin on Monday. */
export function standingOf(
  bonus: Pick<Bonus, 'type' | 'maxReceived' | 'userBonus'>,
  nowMs: number,
): Standing {
  if (bonus.userBonus?.isActive) return 'current';
  const receipts = bonus.userBonus?.received ?? [];
  const counted = receipts.filter(({ updatedAt }) => isCounted(bonus.type, toEpochMs(updatedAt), nowMs));
  return counted.length >= bonus.maxReceived ? 'received' : 'open';
}

function isCounted(type: Bonus['type'], atMs: number | undefined, nowMs: number): boolean {
  if (type === 'limit') return true;
  if (atMs === undefined) return false;
  const periodOf = type === 'day' ? bangkokDay : bangkokWeek;
  return periodOf(atMs) === periodOf(nowMs);
}

/** Fills the percentage into the operator's notice; a missing percentage reads 0%. */
export function fillNotice(text: string, percentFail: number | undefined): string {
  return text.replace(/\{+\s*percentFail\s*\}+/g, `${percentFail ?? 0}%`);
}

/** Remaining time in the largest unit that fits at least once; days also have the remaining hours. */
export interface TimeLeft {
  unit: 'days' | 'hours' | 'minutes';
  count: number;
  /** Whole hours beyond whole days; 0 in the smaller units. */
  hours: number;
}

const MINUTE_MS = 60_000;
const UNITS = [
  ['days', 24 * 60 * MINUTE_MS],
  ['hours', 60 * MINUTE_MS],
  ['minutes', MINUTE_MS],
] as const;

/**
 * Returns the time until an instant in whole units; the last minute counts as one. Null once it has passed.
 */
export function timeLeft(untilMs: number, nowMs: number): TimeLeft | null {
  const leftMs = untilMs - nowMs;
  if (leftMs <= 0) return null;
  const [unit, size] = UNITS.find(([, ms]) => leftMs >= ms) ?? UNITS[2];
  const hours = unit === 'days' ? Math.floor((leftMs % size) / (60 * MINUTE_MS)) : 0;
  return { unit, count: Math.max(1, Math.floor(leftMs / size)), hours };
}

/** Returns the completed turnover in whole percent, rounded down: 100 only when nothing is left. */
export function percentDone({ turnoverNeededMinor, turnoverDoneMinor, isMet }: Wagering): number {
  if (isMet || turnoverNeededMinor <= 0n) return 100;
  const percent = Number((turnoverDoneMinor * 100n) / turnoverNeededMinor);
  return Math.min(99, Math.max(0, percent));
}

/**
 * True when credit is in games or in transit: a bonus cannot be ended early until the credit is back in the
 * wallet. Less than one baht or kip may stay in a game.
 */
export function isCreditAway({ slots, wallet }: UserInfo): boolean {
  return (
    wallet.transitMinor > 0n ||
    slots.some(({ amountMinor, transitMinor }) => amountMinor >= MINOR_PER_MAJOR || transitMinor > 0n)
  );
}
