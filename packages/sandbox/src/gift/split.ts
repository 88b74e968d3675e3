/** Divides an envelope among people: exactly, with at least the smallest coin for each. */
import { minor, type Minor } from '@krapao/contract/money';

/** Returns equal shares; the remainder goes to the first ones, the smallest coin to each. */
export function splitEvenly(amount: Minor, people: number): Minor[] {
  const share = amount / BigInt(people);
  const over = Number(amount % BigInt(people));
  return Array.from({ length: people }, (_, index) => minor(index < over ? share + 1n : share));
}

/**
 * Returns random shares, each up to twice an equal share of the rest.
 * @param dice a whole number from 0 up to but not including its argument.
 */
export function splitRandomly(amount: Minor, people: number, dice: (sides: number) => number): Minor[] {
  const shares: Minor[] = [];
  let rest: bigint = amount;
  for (let left = BigInt(people); left > 1n; left -= 1n) {
    const fair = (rest * 2n) / left;
    const most = rest - (left - 1n);
    const share = 1n + BigInt(dice(Number(fair < most ? fair : most)));
    shares.push(minor(share));
    rest -= share;
  }
  return [...shares, minor(rest)];
}
