import { defineConfig } from 'vitest/config';
import { contractSources } from './build/contract-sources.ts';

export default defineConfig({
  resolve: { alias: contractSources },
  test: {
    name: 'console',
    root: import.meta.dirname,
    // Tests of components name `jsdom` in their first line.
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../../scripts/lib/vitest-seed.mjs', 'src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    testTimeout: 60_000,
  },
});
