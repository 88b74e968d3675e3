import { describe, expect, it } from 'vitest';
import { derivedId, isUuid, newGamePassword, newId, newMemberId, newOtpRef, newPlayerSuffix } from './ids.ts';

describe('ids', () => {
  it('are fresh UUIDs in the order of time', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(new Set(ids).size).toBe(1_000);
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids) expect(isUuid(id)).toBe(true);
  });

  it('differ in their first sixteen characters though they are made at once: a statement has no room for more', () => {
    const shortened = Array.from({ length: 5_000 }, () => newId().replaceAll('-', '').slice(0, 16));
    expect(new Set(shortened).size).toBe(shortened.length);
  });

  it('are derived from parts, each part for itself', () => {
    const id = derivedId('payment', 'KBANK', '1');
    expect(isUuid(id)).toBe(true);
    expect(derivedId('payment', 'KBANK', '1')).toBe(id);
    for (const others of [
      ['payment', 'KBANK1', ''],
      ['payment', 'KBANK'],
      ['payment', 'KBANK', '2'],
      ['payment', 'WW', '1'],
    ])
      expect(derivedId(...others)).not.toBe(id);
  });

  it.each(['', 'x', '123', '00000000-0000-0000-0000-00000000000g', '0'.repeat(32), "' or 1=1"])(
    'are not anything else: "%s"',
    (text) => {
      expect(isUuid(text)).toBe(false);
    },
  );

  it.each([
    [newMemberId, 12],
    [newPlayerSuffix, 8],
    [newGamePassword, 12],
    [newOtpRef, 4],
  ])('for people are of fixed length, without vowels and look-alikes', (make, length) => {
    const made = Array.from({ length: 500 }, () => make());
    for (const text of made) {
      expect(text).toHaveLength(length);
      expect(text).toMatch(/^[2-9b-z]+$/i);
      expect(text).not.toMatch(/[01aeiouy]/i);
    }
    expect(new Set(made).size).toBeGreaterThan(450);
  });
});
