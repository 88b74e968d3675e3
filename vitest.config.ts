import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Workspace packages are tested from their sources: no build is needed, and none can be out of date. */
const serverResolve = {
  resolve: { conditions: ['source', ...defaultServerConditions] },
  ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
};
const clientResolve = { resolve: { conditions: ['source', ...defaultClientConditions] } };

/** Starts PostgreSQL when `TEST_DATABASE_URL` is not set; only runs when a file of the project runs. */
const withPostgres = {
  globalSetup: [fileURLToPath(new URL('./scripts/lib/vitest-postgres.mjs', import.meta.url))],
};

const environment = 'node';
const tests = ['src/**/*.test.ts'];

export default defineConfig({
  test: {
    // Password hashing, PGlite and PostgreSQL share two cores with the tests.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        ...serverResolve,
        test: { name: 'contract', root: 'packages/contract', environment, include: tests },
      },
      {
        ...serverResolve,
        test: { name: 'server', root: 'packages/server', environment, include: tests, ...withPostgres },
      },
      { ...serverResolve, test: { name: 'sandbox', root: 'packages/sandbox', environment, include: tests } },
      {
        ...clientResolve,
        test: {
          name: 'web',
          root: 'packages/web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
      { test: { name: 'scripts', root: 'scripts', environment, include: ['**/*.test.mjs'] } },
      {
        ...serverResolve,
        test: {
          name: 'api',
          root: 'packages/e2e',
          environment,
          include: ['src/**/*.api.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Whole servers under load: they get the machine to themselves, after everything else.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...withPostgres,
        },
      },
    ],
  },
});
