/** @module-tag whole */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { differences, readKept } from './baseline.ts';
import { baselines } from './parts.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('what does not depend on the machine', () => {
  const context = { root, postgresUrl: process.env['TEST_DATABASE_URL'] ?? '' };

  it.each(
    baselines.filter(({ needsBuild }) => !needsBuild).map((baseline) => [baseline.name, baseline] as const),
  )(
    '%s: is as it is kept; a change that is meant is kept by `npm run bench -- baseline`',
    async (name, baseline) => {
      const kept = readKept(root)[name] ?? {};
      expect(differences(baseline, kept, await baseline.read(context))).toEqual([]);
    },
    60_000,
  );
});

describe('differences', () => {
  it('names what is more, less, new and gone', () => {
    expect(differences({}, { a: 1, b: '1, NO', c: 2 }, { a: 2, b: '1, YES', d: 0 })).toEqual([
      'a: 1 is kept, 2 is read',
      'b: 1, NO is kept, 1, YES is read',
      'c: 2 is kept, nothing is read',
      'd: nothing is kept, 0 is read',
    ]);
  });

  it('lets pass what is within the tolerance', () => {
    expect(differences({ tolerance: 0.02 }, { a: 100, b: 100 }, { a: 102, b: 97 })).toEqual([
      'b: 100 is kept, 97 is read',
    ]);
  });
});
