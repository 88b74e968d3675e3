import type { Currency } from '@krapao/contract/money';
import { t } from '../../lib/i18n/i18n.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import type { Bonus, BonusTerms, TimeLeft } from './bonus-rules.ts';

/** What a bonus gives, in a few words. */
export function givesText({ gives, minDeposit }: BonusTerms, currency: Currency): string {
  if (gives.kind === 'percent') {
    return t('bonus.givesPercent', {
      percent: gives.percent,
      amount: formatMoney(minorOf(gives.upTo), currency),
    });
  }
  const amount = formatMoney(minorOf(gives.amount), currency);
  // What is given on a deposit is not for nothing.
  return minDeposit > 0
    ? t('bonus.givesFixedOn', { amount, deposit: formatMoney(minorOf(minDeposit), currency) })
    : t('bonus.givesFixed', { amount });
}

/** How often a bonus may be received. */
export function oftenText({ type, maxReceived }: Pick<Bonus, 'type' | 'maxReceived'>): string {
  switch (type) {
    case 'day':
      return t('bonus.timesDay', { count: maxReceived });
    case 'week':
      return t('bonus.timesWeek', { count: maxReceived });
    case 'limit':
      return t('bonus.timesAll', { count: maxReceived });
  }
}

/** The type of the bonus that is active, as its player knows it. */
export function typeText(type: string): string {
  switch (type) {
    case 'limit':
      return t('bonus.typeLimit');
    case 'day':
      return t('bonus.typeDay');
    case 'week':
      return t('bonus.typeWeek');
    case 'promotion':
      return t('bonus.typePromotion');
    default:
      return type;
  }
}

export function leftText({ unit, count, hours }: TimeLeft): string {
  switch (unit) {
    case 'days':
      return t('bonus.daysLeft', { days: count, hours });
    case 'hours':
      return t('bonus.hoursLeft', { count });
    case 'minutes':
      return t('bonus.minutesLeft', { count });
  }
}

/** A kind of game; one this app does not know by the operator's word for it. */
export function categoryText(category: string): string {
  switch (category) {
    case 'slot':
      return t('bonus.slot');
    case 'sport':
      return t('bonus.sport');
    case 'casino':
      return t('bonus.casino');
    case 'lotto':
      return t('bonus.lotto');
    default:
      return category;
  }
}
