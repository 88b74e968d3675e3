import type { Currency } from '@krapao/contract/money';
import { t } from '../../lib/i18n/i18n.ts';
import { formatMoney, minorOf } from '../../lib/money.ts';
import type { Bonus, BonusTerms, TimeLeft } from './bonus-rules.ts';

/** Returns a bonus's benefit in a few words. */
export function givesText({ gives, minDeposit }: BonusTerms, currency: Currency): string {
  if (gives.kind === 'percent') {
    return t('bonus.givesPercent', {
      percent: gives.percent,
      amount: formatMoney(minorOf(gives.upTo), currency),
    });
  }
  const amount = formatMoney(minorOf(gives.amount), currency);
  // A bonus that requires a deposit is not free.
  return minDeposit > 0
    ? t('bonus.givesFixedOn', { amount, deposit: formatMoney(minorOf(minDeposit), currency) })
    : t('bonus.givesFixed', { amount });
}

/** Returns the text for how often a bonus may be received. */
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

/** Returns the name of the active bonus's type as the player knows it. */
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

/** Returns the name of a kind of game; an unknown kind keeps the operator's name. */
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
