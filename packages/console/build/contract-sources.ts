import { join } from 'node:path';

/**
 * The contract is read from its sources. The condition `source`, which other packages use for that, would also choose
 * the unbuilt sources of libraries.
 */
export const contractSources = [
  {
    find: /^@krapao\/contract\/(.+)$/,
    replacement: join(import.meta.dirname, '../../contract/src/$1.ts'),
  },
];
