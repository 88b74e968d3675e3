import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskAccountNo } from '../../lib/account-no.ts';
import {
  checkWithdrawal,
  mostOf,
  offersWhole,
  type WithdrawalRequest,
  type WithdrawLimits,
} from './withdraw-rules.ts';

const limits = (changes: Partial<Record<keyof WithdrawLimits, bigint>> = {}) =>
  ({ minMinor: 100_00n, maxMinor: 500_00n, availableMinor: 300_00n, ...changes }) as WithdrawLimits;

const request = (amount: bigint, isWhole = false): WithdrawalRequest => ({
  amountMinor: minor(amount),
  isWhole,
});

describe('checkWithdrawal', () => {
  it.each([
    [0n, 'tooSmall'],
    [99_99n, 'tooSmall'],
    [100_00n, null],
    [300_00n, null],
    [300_01n, 'notEnough'],
    [500_01n, 'tooLarge'],
  ] as const)('%s satang: %s', (amount, problem) => {
    expect(checkWithdrawal(request(amount), limits())).toBe(problem);
  });

  it('accepts the largest amount itself', () => {
    expect(checkWithdrawal(request(500_00n), limits({ availableMinor: 900_00n }))).toBeNull();
  });

  it('lets everything go beyond the upper limit, and an amount typed above it not', () => {
    const rich = limits({ availableMinor: 900_00n });
    expect(checkWithdrawal(request(900_00n, true), rich)).toBeNull();
    expect(checkWithdrawal(request(900_00n), rich)).toBe('tooLarge');
    expect(checkWithdrawal(request(99_99n, true), limits({ availableMinor: 99_99n }))).toBe('tooSmall');
  });
});

it('offers everything at once only where an ordinary withdrawal cannot take it', () => {
  expect(offersWhole(limits({ availableMinor: 500_00n }))).toBe(false);
  expect(offersWhole(limits({ availableMinor: 500_01n }))).toBe(true);
});

it('fills in an amount that can be withdrawn, whenever any can', () => {
  const amount = fc.bigInt({ min: 0n, max: 1_000_00n });
  fc.assert(
    fc.property(amount, amount, amount, (one, other, availableMinor) => {
      const [minMinor, maxMinor] = one < other ? [one, other] : [other, one];
      fc.pre(availableMinor >= minMinor);
      const all = limits({ minMinor, maxMinor, availableMinor });
      expect(checkWithdrawal(request(mostOf(all)), all)).toBeNull();
    }),
  );
});

describe('maskAccountNo', () => {
  it.each([
    ['0009876543', '•••-•••-6543'],
    ['000120000456781001', '••••••••••••••1001'],
    ['123', '123'],
    ['', ''],
  ])('%s reads %s', (accountNo, masked) => {
    expect(maskAccountNo(accountNo)).toBe(masked);
  });
});
