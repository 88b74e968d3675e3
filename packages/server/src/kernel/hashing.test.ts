import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { Hashing } from './hashing.ts';

describe('password hashes', () => {
  const hashing = new Hashing(100);

  it('know their password and no other', async () => {
    const hash = await hashing.hash('ความลับ ๑');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashing.matches(hash, 'ความลับ ๑')).toBe(true);
    for (const other of ['ความลับ ๒', 'ความลับ ๑ ', '', 'ความลับ'])
      expect(await hashing.matches(hash, other)).toBe(false);
  });

  it('are salted', async () => {
    expect(await hashing.hash('same')).not.toBe(await hashing.hash('same'));
  });

  it('take any text a keyboard gives', async () => {
    for (const password of ['a\u0000b', '\ud800', '🔑'.repeat(18), ' ']) {
      const hash = await hashing.hash(password);
      expect(await hashing.matches(hash, password)).toBe(true);
      expect(await hashing.matches(hash, `${password}x`)).toBe(false);
    }
  });

  it('say no without a hash, after the one comparison that a hash takes', async () => {
    const hash = await hashing.hash('known');
    const workOf = async (of: string | undefined) => {
      const before = hashing.compared;
      expect(await hashing.matches(of, 'nobody has this password')).toBe(false);
      return hashing.compared - before;
    };
    expect(await workOf(hash)).toBe(1);
    expect(await workOf(undefined)).toBe(1);
  });

  it('are made so many at a time; so many wait, and no more', async () => {
    const waiting = 3;
    const small = new Hashing(waiting);
    const asked = availableParallelism() + waiting + 5;
    const ends = await Promise.allSettled(Array.from({ length: asked }, () => small.hash('a password')));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as AppError] : []));
    expect(refused).toHaveLength(5);
    for (const error of refused) {
      expect(error).toBeInstanceOf(AppError);
      expect(error.code).toBe('REQUEST_LIMIT');
      expect(error.retryAfterMs).toBeGreaterThan(0);
    }
    expect(small.waiting).toBe(0);
    expect(await small.hash('another')).toMatch(/^\$argon2id/);
  });
});
