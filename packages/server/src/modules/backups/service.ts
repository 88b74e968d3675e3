import type { Database } from '../../database/open.ts';

/** A request of staff cannot be done; the message gives the reason in one line. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A recorded backup of the database. */
export interface BackupRun {
  /** Time of the data in the backup. */
  takenAt: Date;
  recordedAt: Date;
  /** Tool that made the backup. */
  tool: string;
  /** Storage location; empty when not given. */
  place: string;
}

/** A backup to record; `takenAt` is now by default. */
export interface NewBackupRun {
  tool: string;
  place: string;
  takenAt?: Date | undefined;
}

/** Number of runs listed. */
const LISTED = 20;
const UNDEFINED_TABLE = '42P01';
const CHECK_VIOLATION = '23514';

/** Records backups of the database for the alarm on their age. */
export class Backups {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws BackupError without a tool, for a time in the future, or when the table is missing */
  async record({ tool, place, takenAt }: NewBackupRun): Promise<void> {
    if (!tool.trim()) throw new BackupError('--tool: must name what made the copy');
    await this.#database.queries
      .insertInto('backup_run')
      .values({ tool: tool.trim(), place, ...(takenAt && { taken_at: takenAt }) })
      .execute()
      .catch(explain);
  }

  /** Lists the runs, newest first. */
  async list(): Promise<BackupRun[]> {
    return this.#database.queries
      .selectFrom('backup_run')
      .select(['taken_at as takenAt', 'recorded_at as recordedAt', 'tool', 'place'])
      .orderBy('taken_at', 'desc')
      .limit(LISTED)
      .execute()
      .catch(explain);
  }
}

function explain(error: unknown): never {
  const { code } = error as { code?: string };
  if (code === UNDEFINED_TABLE) throw new BackupError('the schema is of an older version: npm run migrate');
  if (code === CHECK_VIOLATION) throw new BackupError('--taken-at: must not be in the future');
  throw error;
}
