import type { LimitKind, LimitPeriod } from '@krapao/contract/protection';
import type { PlainKey, Translate } from '../../lib/i18n/i18n.ts';
import type { Limit } from './types.ts';

const HOURS_A_DAY = 24;
const DAYS_A_WEEK = 7;
const MONTHS_A_YEAR = 12;

export const PERIODS: readonly LimitPeriod[] = ['day', 'week', 'month'];

export const PERIOD_TEXT = {
  day: 'protection.day',
  week: 'protection.week',
  month: 'protection.month',
} as const satisfies Record<LimitPeriod, PlainKey>;

export const KIND_TEXT = {
  deposit: 'protection.depositLimits',
  loss: 'protection.lossLimits',
} as const satisfies Record<LimitKind, PlainKey>;

/** Finds the limit of a kind and period. */
export const limitOf = (
  limits: readonly Limit[],
  { kind, period }: Pick<Limit, 'kind' | 'period'>,
): Limit | undefined => limits.find((limit) => limit.kind === kind && limit.period === period);

/** Returns the length of a break. */
export function hoursText(t: Translate, hours: number): string {
  const days = hours / HOURS_A_DAY;
  if (!Number.isInteger(days)) return t('protection.hours', { count: hours });
  if (days === 1) return t('protection.oneDay');
  const weeks = days / DAYS_A_WEEK;
  if (!Number.isInteger(weeks)) return t('protection.days', { count: days });
  return weeks === 1 ? t('protection.oneWeek') : t('protection.weeks', { count: weeks });
}

/** Returns the length of an exclusion. */
export function monthsText(t: Translate, months: number | 'forever'): string {
  if (months === 'forever') return t('protection.forever');
  const years = months / MONTHS_A_YEAR;
  if (!Number.isInteger(years)) return t('protection.months', { count: months });
  return years === 1 ? t('protection.oneYear') : t('protection.years', { count: years });
}
