import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source', ...defaultClientConditions] },
  test: {
    name: 'web',
    root: import.meta.dirname,
    environment: './src/testing/lasting-window.ts',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    // These reload or replace modules, and get a separate window: the project "web alone".
    exclude: ['src/**/*.alone.test.{ts,tsx}'],
    setupFiles: ['../../scripts/lib/vitest-seed.mjs', 'src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // A window per file would cost more than all the tests; setup.ts restores everything.
    isolate: false,
    // Two cores may be shared with databases and browsers.
    testTimeout: 60_000,
  },
});
