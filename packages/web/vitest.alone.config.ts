import { defineConfig } from 'vitest/config';
import shared from './vitest.config.ts';

/** Tests that reload or replace modules, so that they need a separate window and modules. */
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
