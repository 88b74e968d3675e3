import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeySet } from './key-set.ts';

it('keeps and marks keys as a map does', () => {
  const key = fc.integer({ min: 0, max: 400 }).map(String);
  const step = fc.record({ key, marks: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 3_000 }), (steps) => {
      const keys = new KeySet();
      const model = new Map<string, boolean>();
      for (const { key: one, marks } of steps) {
        const known = model.get(one);
        if (marks) {
          expect(keys.mark(one)).toBe(known === undefined ? 'absent' : known ? 'again' : 'first');
          if (known !== undefined) model.set(one, true);
        } else {
          expect(keys.add(one)).toBe(known === undefined);
          if (known === undefined) model.set(one, false);
        }
        expect(keys.size).toBe(model.size);
      }
    }),
  );
});

it('grows without losing a key or a mark', () => {
  const keys = new KeySet();
  for (let n = 0; n < 5_000; n += 1) {
    keys.add(`key ${n}`);
    if (n % 2 === 0) keys.mark(`key ${n}`);
  }
  for (let n = 0; n < 5_000; n += 1) expect(keys.mark(`key ${n}`)).toBe(n % 2 === 0 ? 'again' : 'first');
  expect(keys.mark('another')).toBe('absent');
});
