import { startPostgres } from './postgres.mjs';

/**
 * Vitest's global set-up for tests on PostgreSQL: one server for the run, its address in `TEST_DATABASE_URL`.
 * Test files create their own databases on it.
 */
export async function setup() {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const postgres = await startPostgres();
  process.env.TEST_DATABASE_URL = postgres.url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await postgres.stop();
  };
}
