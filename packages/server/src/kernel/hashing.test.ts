import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './hashing.ts';

describe('password hashes', () => {
  it('know their password and no other', async () => {
    const hash = await hashPassword('ความลับ ๑');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, 'ความลับ ๑')).toBe(true);
    for (const other of ['ความลับ ๒', 'ความลับ ๑ ', '', 'ความลับ'])
      expect(await verifyPassword(hash, other)).toBe(false);
  });

  it('are salted', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('take any text a keyboard gives', async () => {
    for (const password of ['a\u0000b', '\ud800', '🔑'.repeat(18), ' ']) {
      const hash = await hashPassword(password);
      expect(await verifyPassword(hash, password)).toBe(true);
      expect(await verifyPassword(hash, `${password}x`)).toBe(false);
    }
  });

  it('say no without a hash, after as much work as with one', async () => {
    const hash = await hashPassword('known');
    const took = async (of: string | undefined) => {
      const startedAt = performance.now();
      expect(await verifyPassword(of, 'nobody has this password')).toBe(false);
      return performance.now() - startedAt;
    };
    const best = async (of: string | undefined) => {
      let least = Infinity;
      for (let n = 0; n < 5; n += 1) least = Math.min(least, await took(of));
      return least;
    };
    const [known, unknown] = [await best(hash), await best(undefined)];
    expect(unknown).toBeGreaterThan(known / 3);
  });
});
