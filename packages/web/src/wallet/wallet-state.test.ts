import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSlot, sampleWallet } from '../testing/sample-wallet.ts';
import { toUserInfo } from './wallet-state.ts';

describe('toUserInfo', () => {
  it('adds up the wallet and every game account exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100_000_000 })), (amounts) => {
        const slots = amounts.map((cents, index) => sampleSlot({ code: `G${index}`, amount: cents / 100 }));
        const info = toUserInfo(sampleWallet({ wallet: { amount: 0.1, transit: 5 }, slots }), null);
        expect(info.totalMinor).toBe(10n + amounts.reduce((sum, cents) => sum + BigInt(cents), 0n));
      }),
    );
  });

  it('sorts accounts into shelves: casino is sport, and what is unknown is slot', () => {
    const slots = [
      sampleSlot({ code: 'S', category: 'slot' }),
      sampleSlot({ code: 'P', category: 'sport' }),
      sampleSlot({ code: 'C', category: 'casino' }),
      sampleSlot({ code: 'L', category: 'lotto' }),
      sampleSlot({ code: 'X', category: 'fishing' as 'slot' }),
    ];
    const info = toUserInfo(sampleWallet({ slots }), 5);
    const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);
    expect(codes(info.slotAccount)).toEqual(['S', 'X']);
    expect(codes(info.sportAccount)).toEqual(['P', 'C']);
    expect(codes(info.lottoAccount)).toEqual(['L']);
    expect(info.timesync).toBe(5);
  });
});
