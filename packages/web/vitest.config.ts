import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source', ...defaultClientConditions] },
  test: {
    name: 'web',
    root: import.meta.dirname,
    environment: './src/testing/lasting-window.ts',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    // Those load modules anew or replace them, and get a window of their own: the project "web alone".
    exclude: ['src/**/*.alone.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // A window of its own for each file would cost more than all the tests; setup.ts puts everything back.
    isolate: false,
    // Two cores may be shared with databases and browsers.
    testTimeout: 60_000,
  },
});
