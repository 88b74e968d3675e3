import { defineConfig } from 'vitest/config';
import shared from './vitest.config.ts';

/** Tests that load modules anew or replace them, so that they need a window and modules of their own. */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    name: 'web alone',
    isolate: true,
    include: ['src/**/*.alone.test.{ts,tsx}'],
    exclude: [],
  },
});
