import { beforeEach, describe, expect, it } from 'vitest';
import { noteHash, noteWord, promisedFor } from './seen-hashes.ts';

describe('what the device saw before a draw', () => {
  beforeEach(() => localStorage.clear());

  it('is the first hash shown for it, and every word sent', () => {
    noteHash('m1', { nonce: 0, seedHash: 'aa' }, 5);
    noteHash('m1', { nonce: 0, seedHash: 'bb' }, 6);
    noteWord('m1', 0, 'one');
    noteWord('m1', 0, 'two');
    expect(promisedFor('m1', 0)).toEqual({ seedHash: 'aa', seenAt: 5, words: ['one', 'two'] });
  });

  it('is the newest hash after all seeds were replaced, and only then', () => {
    const seedsReplacedAt = '2026-01-01T00:00:00.000Z';
    const replacedMs = Date.parse(seedsReplacedAt);
    noteHash('m1', { nonce: 0, seedHash: 'aa' }, replacedMs - 1);
    noteHash('m1', { nonce: 0, seedHash: 'bb', seedsReplacedAt }, replacedMs + 1);
    noteHash('m1', { nonce: 0, seedHash: 'cc', seedsReplacedAt }, replacedMs + 2);
    expect(promisedFor('m1', 0)?.seedHash).toBe('bb');
  });

  it('is kept apart for each member and draw', () => {
    noteHash('m1', { nonce: 0, seedHash: 'aa' }, 1);
    noteHash('m2', { nonce: 0, seedHash: 'bb' }, 1);
    noteHash('m1', { nonce: 1, seedHash: 'cc' }, 1);
    expect(promisedFor('m1', 0)?.seedHash).toBe('aa');
    expect(promisedFor('m2', 0)?.seedHash).toBe('bb');
    expect(promisedFor('m1', 2)).toBeUndefined();
  });

  it('does not grow without end: the oldest go', () => {
    for (let nonce = 0; nonce < 150; nonce += 1) noteHash('m1', { nonce, seedHash: 'aa' }, nonce);
    expect(promisedFor('m1', 49)).toBeUndefined();
    expect(promisedFor('m1', 50)).toBeDefined();
  });

  it.each(['', 'null', '[1]', '{"m1:0":7}', '{"m1:0":{"seedHash":"aa"}}', 'no json'])(
    'is nothing where the storage holds %j',
    (text) => {
      localStorage.setItem('spinPromises', text);
      expect(promisedFor('m1', 0)).toBeUndefined();
      noteHash('m1', { nonce: 0, seedHash: 'bb' }, 1);
      expect(promisedFor('m1', 0)?.seedHash).toBe('bb');
    },
  );
});
