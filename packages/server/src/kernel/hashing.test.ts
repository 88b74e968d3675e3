import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { Hashing, type HashFor } from './hashing.ts';

describe('password hashes', () => {
  const hashing = new Hashing(100);

  it('know their password and no other', async () => {
    const hash = await hashing.hash('ความลับ ๑', 'member');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashing.matches(hash, 'ความลับ ๑', 'member')).toBe(true);
    for (const other of ['ความลับ ๒', 'ความลับ ๑ ', '', 'ความลับ'])
      expect(await hashing.matches(hash, other, 'member')).toBe(false);
  });

  it('are salted', async () => {
    expect(await hashing.hash('same', 'member')).not.toBe(await hashing.hash('same', 'member'));
  });

  it('take any text a keyboard gives', async () => {
    for (const password of ['a\u0000b', '\ud800', '🔑'.repeat(18), ' ']) {
      const hash = await hashing.hash(password, 'member');
      expect(await hashing.matches(hash, password, 'member')).toBe(true);
      expect(await hashing.matches(hash, `${password}x`, 'member')).toBe(false);
    }
  });

  it('say no without a hash, after the one comparison that a hash takes', async () => {
    const hash = await hashing.hash('known', 'member');
    const workOf = async (of: string | undefined) => {
      const before = hashing.compared;
      expect(await hashing.matches(of, 'nobody has this password', 'member')).toBe(false);
      return hashing.compared - before;
    };
    expect(await workOf(hash)).toBe(1);
    expect(await workOf(undefined)).toBe(1);
  });

  it('are made so many at a time; so many wait, and no more', async () => {
    const waiting = 3;
    const small = new Hashing(waiting);
    const asked = availableParallelism() + waiting + 5;
    const ends = await Promise.allSettled(
      Array.from({ length: asked }, () => small.hash('a password', 'member')),
    );
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as AppError] : []));
    expect(refused).toHaveLength(5);
    for (const error of refused) {
      expect(error).toBeInstanceOf(AppError);
      expect(error.code).toBe('REQUEST_LIMIT');
      expect(error.retryAfterMs).toBeGreaterThan(0);
    }
    expect(small.waiting).toBe(0);
    expect(await small.hash('another', 'member')).toMatch(/^\$argon2id/);
  });

  it('have places for members that strangers cannot take, next in turn', async () => {
    const places = 4;
    const small = new Hashing(places);
    const ends: string[] = [];
    const as = (whose: HashFor, name: string) =>
      small.hash('a password', whose).then(
        () => ends.push(name),
        () => ends.push(`${name} refused`),
      );
    const strangers = Array.from({ length: 60 }, (_, n) => as({ source: `source ${n}` }, 'stranger'));
    await Promise.all([...strangers, as('member', 'member')]);
    const hashed = availableParallelism() + places;
    expect(ends.filter((end) => end === 'stranger')).toHaveLength(hashed);
    expect(ends.filter((end) => end === 'stranger refused')).toHaveLength(60 - hashed);
    // Only hashes that were running, or next in line, finish before the member's.
    const before = ends.filter((end) => !end.endsWith('refused')).indexOf('member');
    expect(before).toBeGreaterThanOrEqual(0);
    expect(before).toBeLessThanOrEqual(2 * availableParallelism());
    expect(small.waiting).toBe(0);
  });

  it('give one source a part of the strangers’ places', async () => {
    const small = new Hashing(20);
    const source = { source: '2001:db8:1::/48' };
    const flood = await Promise.allSettled(
      Array.from({ length: 40 }, () => small.hash('a password', source)),
    );
    const hashed = flood.filter(({ status }) => status === 'fulfilled').length;
    expect(hashed).toBe(availableParallelism() + 5);
    // A refused hash leaves no count behind.
    await expect(small.hash('a password', source)).resolves.toMatch(/^\$argon2id/);
  });
});
