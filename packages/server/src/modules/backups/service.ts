import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';

/** What staff asked for cannot be done; the message says why in one line. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A copy of the database that was made. */
export interface BackupRun {
  /** The moment whose data the copy holds. */
  takenAt: Date;
  recordedAt: Date;
  /** What made it. */
  tool: string;
  /** Where it is; empty when nobody said. */
  place: string;
}

/** A copy to record; without `takenAt` it holds the data of this moment. */
export interface NewBackupRun {
  tool: string;
  place: string;
  takenAt?: Date | undefined;
}

/** How many runs are listed. */
const LISTED = 20;
const UNDEFINED_TABLE = '42P01';
const CHECK_VIOLATION = '23514';

/** Records copies of the database, so that the alarm on their age knows of them. */
export class Backups {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws BackupError without a tool, for a time to come, and on a database without the table */
  async record({ tool, place, takenAt }: NewBackupRun): Promise<void> {
    if (!tool.trim()) throw new BackupError('--tool: must name what made the copy');
    await this.#database.queries
      .insertInto('backup_run')
      .values({ tool: tool.trim(), place, ...(takenAt && { taken_at: takenAt }) })
      .execute()
      .catch(explain);
  }

  /** The newest first. */
  async list(): Promise<BackupRun[]> {
    const { rows } = await sql<BackupRun>`
      select taken_at as "takenAt", recorded_at as "recordedAt", tool, place
        from backup_run order by taken_at desc limit ${LISTED}`
      .execute(this.#database.queries)
      .catch(explain);
    return rows;
  }
}

function explain(error: unknown): never {
  const { code } = error as { code?: string };
  if (code === UNDEFINED_TABLE) throw new BackupError('the schema is of an older version: npm run migrate');
  if (code === CHECK_VIOLATION) throw new BackupError('--taken-at: must not be in the future');
  throw error;
}
