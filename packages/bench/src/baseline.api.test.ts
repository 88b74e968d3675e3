/** @module-tag whole */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { differences, readKept } from './baseline.ts';
import { baselines } from './parts.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

it('what is built is as it is kept; a change that is meant is kept by `npm run bench -- baseline`', async () => {
  const found: string[] = [];
  for (const baseline of baselines.filter(({ needsBuild }) => needsBuild)) {
    const read = await baseline.read({ root, postgresUrl: process.env['TEST_DATABASE_URL'] ?? '' });
    found.push(...differences(baseline, readKept(root)[baseline.name] ?? {}, read));
  }
  expect(found).toEqual([]);
});
