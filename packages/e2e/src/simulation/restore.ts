import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCopy, restoreCopy } from '../support/backup.ts';
import { createDatabase, type Database } from '../support/database.ts';
import type { Stack } from '../support/stack.ts';
import { decidePayouts } from './steps.ts';
import type { World } from './world.ts';

/** Provides a folder for copies of the ledger for the duration of `work`. */
export async function withCopies<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-copies-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Kills all servers, and restarts them on a copy of their database. The ledger loses nothing, since no server
 * writes after the copy. The world goes on: the bank decides on payouts meanwhile, and its callbacks are
 * lost.
 */
export async function restoreWithoutLoss(world: World, stack: Stack): Promise<void> {
  const { database } = stack;
  if (!database) return;
  await withCopies(async (folder) => {
    await world.servers.whileDead(async () => {
      const copy = await makeCopy(folder, stack.env);
      await decidePayouts(world, 'done', 3);
      await replaceDatabase(world, stack, database, copy);
    });
  });
}

/**
 * Replaces the servers' database by a new one filled from a copy, and drops the old one. No server may run.
 * Records a violation when a member's next draw still has the seed of the copy.
 */
export async function replaceDatabase(
  { expectations }: World,
  stack: Stack,
  database: Database,
  copy: string,
): Promise<void> {
  const before = await seedsOf(database);
  const fresh = await createDatabase();
  await restoreCopy(copy, { ...stack.env, DATABASE_URL: fresh.url });
  for (const [member, seed] of await seedsOf(fresh)) {
    if (before.get(member) === seed) expectations.violated(`restored with the seed that ${member} knows`);
  }
  await fresh.takePlaceOf(database);
}

async function seedsOf(database: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query(`select member_id, encode(server_seed, 'hex') as seed from spin_member`);
  return new Map(rows.map(({ member_id, seed }) => [String(member_id), String(seed)]));
}
