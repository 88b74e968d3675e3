import type { PlayBy } from '@krapao/contract/play';
import type { ResponseBody } from '@krapao/contract/routes';
import { DAY_MS } from '../../lib/dates.ts';
import type { PlainKey } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';

export type Period = ResponseBody<'GET /api/protection/play/:by'>['periods'][number];

/** Figures of a period that a picture can show. */
export type Shown = 'result' | 'time' | 'money';

export const SHOWN_TEXT = {
  result: 'play.shownResult',
  time: 'play.shownTime',
  money: 'play.shownMoney',
} as const satisfies Record<Shown, PlainKey>;

const MONTHS_A_YEAR = 12;

/** Lengths of `2026-11-25` that name its year, month and day. */
const LENGTH = { year: 4, month: 7, day: 10 } as const;

/** Returns the name of a period, as dates are written in the app: `25/11/2026`, `11/2026`, `2026`. */
export const periodText = ({ from }: Pick<Period, 'from'>, by: PlayBy): string =>
  from.slice(0, LENGTH[by]).split('-').toReversed().join('/');

/** Returns the place of a period in a picture, one for each day, month or year. */
export function placeOf({ from }: Pick<Period, 'from'>, by: PlayBy): number {
  const [year = 0, month = 0] = from.split('-').map(Number);
  if (by === 'year') return year;
  return by === 'month' ? year * MONTHS_A_YEAR + month : Date.parse(from) / DAY_MS;
}

/**
 * Figures of a period as bars, in minutes or minor units: above the line what comes to the member, below it what goes;
 * 0 where they are not known.
 */
export function barsOf(period: Period, shown: Shown): readonly number[] {
  switch (shown) {
    case 'result':
      return [Number(minorOf(period.won ?? 0) - minorOf(period.staked ?? 0))];
    case 'time':
      return [period.minutes ?? 0];
    case 'money':
      return [Number(minorOf(period.withdrawals)), -Number(minorOf(period.deposits))];
  }
}
