import { sql } from 'kysely';
import type { Tx } from './open.ts';

/**
 * Makes everything that gives a member money for nothing take turns, across all processes: taking and
 * ending bonuses, receiving refunds, collecting what friends earned, claiming prizes. Held to the end of
 * the transaction, and taken first in it, so that no two such transactions can wait for each other.
 */
export async function lockRewards(tx: Tx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rewards:${memberId}`}, 0))`.execute(tx);
}
