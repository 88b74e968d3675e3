import type { Currency } from '@krapao/contract/money';
import type { StaffItem, StaffReply } from '@krapao/contract/staff/client-types';
import type { Translate } from './i18n.ts';
import { formatMoney } from './money.ts';
import { formatExact } from './time.ts';

type Change = StaffItem<'GET /staff/api/members/:id/protection/changes'>['change'];
type Stopped = NonNullable<StaffReply<'GET /staff/api/members/:id'>['member']['stopped']>;

const HOURS_A_DAY = 24;
const MONTHS_A_YEAR = 12;

/** The length of a break in days, or in hours where it is not whole days. */
export function breakLength(t: Translate, hours: number): string {
  if (hours % HOURS_A_DAY !== 0) return t('protection.hours', { count: hours });
  const days = hours / HOURS_A_DAY;
  return days === 1 ? t('protection.oneDay') : t('protection.days', { count: days });
}

/** The length of an exclusion in years, or in months where it is not whole years. */
export function exclusionLength(t: Translate, months: number | 'forever'): string {
  if (months === 'forever') return t('protection.forGood');
  if (months % MONTHS_A_YEAR !== 0) return t('protection.months', { count: months });
  const years = months / MONTHS_A_YEAR;
  return years === 1 ? t('protection.oneYear') : t('protection.years', { count: years });
}

/** How long a break or an exclusion holds. */
export function holdsText(t: Translate, { code, until, endsAt }: Stopped): string {
  if (until === null) return t('protection.forGood');
  const at = formatExact(until);
  if (code === 'ON_BREAK') return t('protection.until', { at });
  return endsAt === null ? t('protection.canAskFrom', { at }) : t('protection.endsAt', { at });
}

/** The figures of a change; empty where its name says it all. */
export function changeText(t: Translate, change: Change, currency: Currency): string {
  switch (change.what) {
    case 'limit':
    case 'ask':
    case 'confirm': {
      const { kind, period, from, to } = change;
      const amount = (value: number | null) =>
        value === null ? t('protection.noLimit') : formatMoney(value, currency);
      const text = `${t(`protection.${kind}_${period}`)}: ${amount(from)} → ${amount(to)}`;
      return change.what === 'limit' && change.dropped ? `${text} · ${t('protection.raiseDropped')}` : text;
    }
    case 'break':
      return `${breakLength(t, change.hours)}, ${t('protection.until', { at: formatExact(change.until) })}`;
    case 'exclusion': {
      const { months, until, dropped } = change;
      const holds = holdsText(t, { code: 'EXCLUDED', until, endsAt: null });
      const text = until === null ? holds : `${exclusionLength(t, months)}, ${holds}`;
      return dropped ? `${text} · ${t('protection.endDropped')}` : text;
    }
    case 'exclusion_end':
      return t('protection.endsAt', { at: formatExact(change.endsAt) });
    case 'reality_check':
      return t('protection.everyMinutes', { count: change.minutes });
    case 'review':
      return '';
  }
}
