import { stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('common passwords', () => {
  it.each([
    '123456',
    '12345678',
    'password',
    'Password1',
    'QWERTY123',
    'iloveyou',
    '１２３４５６７８',
    '๑๒๓๔๕๖๗๘',
  ])('has %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each(['ความลับ-1234', 'correct horse battery', 'krapao-5678', '', 'a new pass-word'])(
    'does not have %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );

  it('does not take rare passwords for common ones', async () => {
    const rare = Array.from({ length: 2_000 }, (_, n) => isCommonPassword(`rare ${n * 7_919} text`));
    expect(await Promise.all(rare)).not.toContain(true);
  });

  it('is the commonest 100,000, but for those that differ in case alone', async () => {
    const { size } = await stat(new URL('../../data/common-passwords.bin', import.meta.url));
    expect(size / 5).toBeGreaterThan(90_000);
    expect(size / 5).toBeLessThanOrEqual(100_000);
  });
});
