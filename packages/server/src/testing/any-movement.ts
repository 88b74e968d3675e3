import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { TransferRequest } from '../ledger/types.ts';

/**
 * Lets a test's books accept movements that the product does not make, and those that a stop, a freeze, a break, a
 * limit or a missing proof forbids: for tests of the ledger alone, and of code that meets foreign rows.
 */
export async function acceptAnyMovement(database: Database): Promise<void> {
  await sql`alter table ledger_transfer disable trigger ledger_transfer_fits`.execute(database.queries);
}

/** Returns a request of any kind and detail, as foreign code could make it. */
export const anyRequest = (
  request: Omit<TransferRequest, 'kind' | 'detail'> & { kind: string; detail: object },
): TransferRequest => request as unknown as TransferRequest;
