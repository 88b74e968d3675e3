import type { bonusTerms } from '@krapao/contract/bonus';
import { minor, parseDecimal, toWire, ZERO, type Minor } from '@krapao/contract/money';
import { GAME_CATEGORIES } from '@krapao/contract/wallet';
import type { z } from 'zod';
import { shareOf } from '../kernel/percent.ts';
import type { Rule } from './rewards.ts';
import type { Provider } from './schema.ts';

/**
 * The arithmetic of a bonus, in whole minor units. Every percentage is rounded down: what is given, what
 * counts of a stake, and what is taken back.
 */

/** What a bonus asks for and gives. Amounts are decimal text, as content has them. */
export type Terms = Pick<
  Rule,
  'name' | 'gives' | 'minDeposit' | 'turnoverTimes' | 'games' | 'endsBelow' | 'percentFail' | 'validDays'
>;

/** What of a rule is kept with a bonus that is taken. */
export function keepTerms(rule: Terms): Terms {
  const { name, gives, minDeposit, turnoverTimes, games, endsBelow, percentFail, validDays } = rule;
  return { name, gives, minDeposit, turnoverTimes, games, endsBelow, percentFail, validDays };
}

const parsed = (text: string): Minor => parseDecimal(text) ?? ZERO;

/** Whether it is given on a deposit, and not to whoever asks. */
export const needsDeposit = ({ minDeposit }: Terms): boolean => parsed(minDeposit) > 0n;

/** Whether it is given on a deposit of that amount. */
export const isEnough = ({ minDeposit }: Terms, deposit: Minor): boolean => deposit >= parsed(minDeposit);

/** What is given on a deposit of that amount; 0 where nothing would be left after rounding. */
export function bonusAmount({ gives }: Terms, deposit: Minor): Minor {
  if (gives.kind === 'fixed') return parsed(gives.amount);
  const share = shareOf(deposit, gives.percent);
  const most = parsed(gives.upTo);
  return share < most ? share : most;
}

/** The stakes it takes. */
export const turnoverNeeded = ({ turnoverTimes }: Terms, bonus: Minor, deposit: Minor): Minor =>
  minor(BigInt(turnoverTimes) * (bonus + deposit));

/** How much of a stake counts. */
export const countedOf = ({ games }: Terms, category: Provider['category'], stake: Minor): Minor =>
  shareOf(stake, games[category] ?? 0);

/** Whether so little is left that the bonus ends by itself. */
export const isUsedUp = ({ endsBelow }: Terms, total: Minor): boolean => total <= parsed(endsBelow);

/**
 * What ending it before its conditions are met takes back: a share of what stands above the member's own
 * money, and never more than there is.
 */
export function costOf(terms: Terms, credit: { total: Minor; own: Minor; wallet: Minor }): Minor {
  const above = credit.total - credit.own;
  if (above <= 0n) return ZERO;
  const cost = shareOf(minor(above), terms.percentFail);
  return cost < credit.wallet ? cost : credit.wallet;
}

/** The terms in the wire's words. */
export function presentTerms(terms: Terms): z.input<typeof bonusTerms> {
  const { gives, minDeposit, turnoverTimes, endsBelow, validDays } = terms;
  return {
    gives:
      gives.kind === 'fixed'
        ? { kind: 'fixed', amount: toWire(parsed(gives.amount)) }
        : { kind: 'percent', percent: gives.percent, upTo: toWire(parsed(gives.upTo)) },
    minDeposit: toWire(parsed(minDeposit)),
    turnoverTimes,
    games: presentGames(terms),
    endsBelow: toWire(parsed(endsBelow)),
    validDays,
  };
}

export const presentGames = ({ games }: Terms): { category: string; percent: number }[] =>
  GAME_CATEGORIES.flatMap((category) => {
    const counts = games[category] ?? 0;
    return counts > 0 ? [{ category, percent: counts }] : [];
  });

export const presentEndsBelow = ({ endsBelow }: Terms): number => toWire(parsed(endsBelow));
