import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * Workspace packages are tested from their sources: no build is needed, and none can be out of date. Libraries are
 * those that Node itself would load, without the `module` entries for bundlers.
 */
const conditions = ['source', ...defaultServerConditions.filter((condition) => condition !== 'module')];
const serverResolve = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Gives property tests their seed. */
const seed = fileURLToPath(new URL('./scripts/lib/vitest-seed.mjs', import.meta.url));

/** Starts PostgreSQL when `TEST_DATABASE_URL` is not set; only runs when a file of the project runs. */
const withPostgres = {
  globalSetup: [fileURLToPath(new URL('./scripts/lib/vitest-postgres.mjs', import.meta.url))],
};

/**
 * Common settings of the Node packages. Hashing, PGlite and PostgreSQL share two cores with the tests. The time limits
 * end hanging tests only: a machine with neighbours is a third as fast as the same one without.
 */
const inNode = {
  environment: 'node',
  include: ['src/**/*.test.ts'],
  setupFiles: [seed],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Loading every module again for every file took longer than many of the tests.
  isolate: false,
};

/** Tests of built programs. */
const ofPrograms = {
  include: ['src/**/*.api.test.ts'],
  testTimeout: 240_000,
  hookTimeout: 120_000,
  // Each file starts servers and a sandbox of its own beside its process; PostgreSQL's connections are enough for four.
  maxWorkers: Math.min(availableParallelism(), 4),
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    // Vitest would leave a core idle; and tests wait for databases and programs more than they compute.
    maxWorkers: availableParallelism() + 1,
    // On with `--coverage`: the functions that component tests run, for `scripts/lib/app-coverage.mjs`.
    coverage: {
      provider: 'v8',
      reporter: ['json'],
      reportsDirectory: '.cache/coverage/components',
      reportOnFailure: true,
      include: ['packages/web/src/{features,operations,wallet,ui,app}/**'],
    },
    tags: [{ name: 'whole', description: 'in the whole form alone: `npm test -- whole`' }],
    projects: [
      {
        ...serverResolve,
        test: { name: 'contract', root: 'packages/contract', ...inNode },
      },
      {
        ...serverResolve,
        test: {
          name: 'server',
          root: 'packages/server',
          ...inNode,
          ...withPostgres,
          setupFiles: [seed, 'src/testing/answered-errors.setup.ts', 'src/testing/moved-time.setup.ts'],
        },
      },
      { ...serverResolve, test: { name: 'sandbox', root: 'packages/sandbox', ...inNode } },
      'packages/web',
      'packages/web/vitest.alone.config.ts',
      'packages/console',
      { test: { name: 'scripts', root: 'scripts', ...inNode, include: ['**/*.test.mjs'] } },
      {
        ...serverResolve,
        test: {
          name: 'bench',
          root: 'packages/bench',
          ...inNode,
          exclude: ['src/**/*.api.test.ts'],
          ...withPostgres,
        },
      },
      {
        ...serverResolve,
        test: { name: 'api', root: 'packages/e2e', ...inNode, ...ofPrograms, ...withPostgres },
      },
      {
        ...serverResolve,
        test: {
          name: 'bench-api',
          root: 'packages/bench',
          ...inNode,
          ...ofPrograms,
          sequence: { groupOrder: 2 },
          ...withPostgres,
        },
      },
    ],
  },
});
