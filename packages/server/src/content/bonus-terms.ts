import type { bonusTerms } from '@krapao/contract/bonus';
import { minor, parseDecimal, toWire, ZERO, type Minor } from '@krapao/contract/money';
import { GAME_CATEGORIES } from '@krapao/contract/wallet';
import type { z } from 'zod';
import { shareOf } from '../kernel/percent.ts';
import type { Rule } from './rewards.ts';
import type { Provider } from './schema.ts';

/**
 * The arithmetic of a bonus, in minor units. Every percentage is rounded down: of the bonus, of the stakes
 * that count, and of the cost of ending it.
 */

/** Conditions and value of a bonus. Amounts are decimal text, as in content. */
export type Terms = Pick<
  Rule,
  'name' | 'gives' | 'minDeposit' | 'turnoverTimes' | 'games' | 'endsBelow' | 'percentFail' | 'validDays'
>;

/** Returns the part of a rule that is stored with a taken bonus. */
export function keepTerms(rule: Terms): Terms {
  const { name, gives, minDeposit, turnoverTimes, games, endsBelow, percentFail, validDays } = rule;
  return { name, gives, minDeposit, turnoverTimes, games, endsBelow, percentFail, validDays };
}

const parsed = (text: string): Minor => parseDecimal(text) ?? ZERO;

/** Returns whether the bonus is granted on a deposit instead of on request. */
export const needsDeposit = ({ minDeposit }: Terms): boolean => parsed(minDeposit) > 0n;

/** Returns whether a deposit is large enough for the bonus. */
export const isEnough = ({ minDeposit }: Terms, deposit: Minor): boolean => deposit >= parsed(minDeposit);

/** Returns the bonus on a deposit; 0 if nothing is left after rounding. */
export function bonusAmount({ gives }: Terms, deposit: Minor): Minor {
  if (gives.kind === 'fixed') return parsed(gives.amount);
  const share = shareOf(deposit, gives.percent);
  const most = parsed(gives.upTo);
  return share < most ? share : most;
}

/** Returns the required turnover. */
export const turnoverNeeded = ({ turnoverTimes }: Terms, bonus: Minor, deposit: Minor): Minor =>
  minor(BigInt(turnoverTimes) * (bonus + deposit));

/** Returns the part of a stake that counts. */
export const countedOf = ({ games }: Terms, category: Provider['category'], stake: Minor): Minor =>
  shareOf(stake, games[category] ?? 0);

/** Returns whether the remaining credit is so small that the bonus ends. */
export const isUsedUp = ({ endsBelow }: Terms, total: Minor): boolean => total <= parsed(endsBelow);

/**
 * Returns the cost of ending a bonus before its conditions are met: a share of the credit above the member's
 * own money, at most the wallet's balance.
 */
export function costOf(terms: Terms, credit: { total: Minor; own: Minor; wallet: Minor }): Minor {
  const above = credit.total - credit.own;
  if (above <= 0n) return ZERO;
  const cost = shareOf(minor(above), terms.percentFail);
  return cost < credit.wallet ? cost : credit.wallet;
}

/** Returns the terms in wire form. */
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
