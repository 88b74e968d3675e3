import { sql, type Transaction } from 'kysely';
import type { DB } from './schema.ts';

/**
 * Takes a turn in a transaction that runs already, such as that of an approval. It holds a connection while it waits,
 * so calls of players use `transactionInTurn`.
 */
export async function lockTurn(tx: Transaction<DB>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}
