import { QR_PROVIDERS } from '@krapao/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_RECORD, expire, NO_QR, othersThan, withRecord, type QrRecord } from './qr-state.ts';

const NOW = 1_795_000_000_000;
const LATER = NOW + 60_000;
const record = (changes: Partial<QrRecord> = {}): QrRecord => ({
  qrcodeId: 'a',
  hasQrcode: true,
  qrcode: '<svg></svg>',
  amount: 500,
  expireIn: LATER,
  ...changes,
});
const opened = withRecord(NO_QR, record(), NOW);

describe('withRecord', () => {
  it('opens what can be paid, with the amount in minor units', () => {
    expect(opened).toEqual({
      open: { qrcodeId: 'a', markup: '<svg></svg>', amountMinor: 50_000n, expiresAtMs: LATER },
      ended: null,
    });
  });

  it('reads the end as milliseconds, seconds and ISO text alike', () => {
    for (const expireIn of [LATER, LATER / 1000, new Date(LATER).toISOString() as unknown as number]) {
      expect(withRecord(NO_QR, record({ expireIn }), NOW).open?.expiresAtMs).toBe(LATER);
    }
  });

  it('does not open what is over or was never there, and has nothing to tell of it', () => {
    expect(withRecord(NO_QR, record({ expireIn: NOW }), NOW)).toBe(NO_QR);
    expect(withRecord(NO_QR, EMPTY_RECORD, NOW)).toBe(NO_QR);
  });

  it('stays the very same while the server says the same', () => {
    expect(withRecord(opened, record(), NOW + 5_000)).toBe(opened);
  });

  it('takes a new QR in the place of the old one', () => {
    expect(withRecord(opened, record({ qrcodeId: 'b', amount: 20 }), NOW).open?.qrcodeId).toBe('b');
  });

  it('says how an open QR ended: by its time, or otherwise', () => {
    expect(withRecord(opened, EMPTY_RECORD, LATER)).toEqual({ open: null, ended: 'expired' });
    expect(withRecord(opened, EMPTY_RECORD, LATER - 1)).toEqual({ open: null, ended: 'closed' });
  });

  it('keeps saying so until there is a new one', () => {
    const closed = withRecord(opened, EMPTY_RECORD, NOW);
    expect(withRecord(closed, EMPTY_RECORD, LATER)).toBe(closed);
    expect(withRecord(closed, record({ qrcodeId: 'b' }), NOW).ended).toBeNull();
  });
});

describe('expire', () => {
  it('ends an open QR, whose old record then does not open it again', () => {
    const expired = expire(opened);
    expect(expired).toEqual({ open: null, ended: 'expired' });
    expect(withRecord(expired, record(), LATER)).toBe(expired);
  });

  it('changes nothing when there is none', () => {
    expect(expire(NO_QR)).toBe(NO_QR);
  });
});

it('never shows a QR whose time is over, whatever the server says in whatever order', () => {
  const step = fc.record({
    hasQrcode: fc.boolean(),
    qrcodeId: fc.constantFrom('a', 'b'),
    expireIn: fc.integer({ min: NOW - 1000, max: NOW + 1000 }),
    passedMs: fc.nat(200),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let state = NO_QR;
      let now = NOW - 1000;
      for (const { passedMs, ...said } of steps) {
        now += passedMs;
        state = withRecord(state, record(said), now);
        expect(state.open === null || state.ended === null).toBe(true);
        expect(state.open?.expiresAtMs ?? Infinity).toBeGreaterThan(now);
      }
    }),
  );
});

describe('othersThan', () => {
  it.each(QR_PROVIDERS)('is every provider but %s', (provider) => {
    const others = othersThan(provider);
    expect(others.has(provider)).toBe(false);
    expect(others.size).toBe(QR_PROVIDERS.length - 1);
  });
});
