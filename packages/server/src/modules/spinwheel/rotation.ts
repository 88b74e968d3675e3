import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';

/** Reasons for replacing seeds: a backup was restored, or a standby took over without the newest writes. */
export const ROTATION_REASONS = ['restore', 'failover'] as const;
export type RotationReason = (typeof ROTATION_REASONS)[number];

/**
 * Replaces the seed of every member's next draw, and records the time. A concurrent spin uses either the old
 * seed or the new one throughout.
 * @returns the number of replaced seeds
 */
export async function rotateSeeds(database: Database, reason: RotationReason): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.insertInto('spin_rotation').values({ reason }).execute();
    // Each seed comes from 244 bits of the database's strong random source.
    const { numAffectedRows } = await sql`
      update spin_member
        set server_seed = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`.execute(tx);
    return Number(numAffectedRows ?? 0n);
  });
}
