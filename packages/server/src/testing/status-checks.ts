import { sql } from 'kysely';
import { expect } from 'vitest';
import { LEFT_MS, type TestServer } from './test-server.ts';

/** Returns the number of the reconciler's status checks of a transfer. */
export async function askedAbout({ database }: TestServer, transferId: string): Promise<number> {
  const row = await database.queries
    .selectFrom('settlement_attempt')
    .select('attempts')
    .where('transfer_id', '=', transferId)
    .executeTakeFirst();
  return row?.attempts ?? 0;
}

/** Expects the next status check to hold a transfer back: it is postponed for long. */
export async function expectHeldBack(server: TestServer, transferId: string): Promise<void> {
  await server.pass(LEFT_MS);
  const { rows } = await sql`select from settlement_attempt
    where transfer_id = ${transferId} and next_at > now() + interval '30 seconds'`.execute(
    server.database.queries,
  );
  expect(rows).toHaveLength(1);
}
