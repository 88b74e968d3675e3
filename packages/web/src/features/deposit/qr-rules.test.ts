import { QR_PROVIDERS } from '@krapao/contract/limits';
import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { canPressCreate, isSendable, qrMinimum } from './qr-rules.ts';

const canPress = (provider: (typeof QR_PROVIDERS)[number], amount: bigint | null) =>
  canPressCreate(provider, amount === null ? null : minor(amount), qrMinimum(provider));

describe('the create button', () => {
  it.each([
    ['KBANK', 0n, false],
    ['KBANK', 1n, true],
    ['KBANK', 99n, true],
    ['WW', 99_99n, false],
    ['WW', 100_00n, true],
    ['PAYONEX', 99_99n, false],
    ['PAYONEX', 100_00n, true],
    ['PAYTIMZ', 9_99n, false],
    ['PAYTIMZ', 10_00n, true],
    ['FP', 9_99n, false],
    ['FP', 10_00n, true],
  ] as const)('%s at %s satang: %s', (provider, amount, allowed) => {
    expect(canPress(provider, amount)).toBe(allowed);
  });

  it.each(QR_PROVIDERS)('cannot be pressed without an amount (%s)', (provider) => {
    expect(canPress(provider, null)).toBe(false);
  });
});

describe('isSendable', () => {
  it('sends nothing under 1', () => {
    expect(isSendable(minor(99n))).toBe(false);
    expect(isSendable(minor(100n))).toBe(true);
  });
});
