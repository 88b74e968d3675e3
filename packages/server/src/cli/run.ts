import { ContentError } from '../content/read.ts';
import { DataDirBusyError } from '../database/data-dir-lock.ts';
import { MigrationError } from '../database/migration-error.ts';
import { UsageError } from '../kernel/command-line.ts';
import { READ_ONLY } from '../kernel/database-away.ts';
import { SettingsError } from '../kernel/settings.ts';
import { GiftReviewError } from '../modules/gifts/reviews.ts';
import { HolderNameError } from '../modules/senders/names.ts';
import { BackupError } from '../modules/backups/service.ts';
import { ControlError } from '../modules/controls/switches.ts';
import { RejectedEntryError } from '../modules/rejected-entries/service.ts';
import { StaffCommandError } from '../modules/staff/accounts.ts';
import { SuspenseError } from '../modules/suspense/service.ts';
import { ManualReviewError } from '../modules/transfers/manual-review.ts';

const EXPLAINED = [
  UsageError,
  SettingsError,
  ContentError,
  DataDirBusyError,
  MigrationError,
  BackupError,
  ControlError,
  SuspenseError,
  RejectedEntryError,
  GiftReviewError,
  HolderNameError,
  ManualReviewError,
  StaffCommandError,
];

/** A pooler's error code for a connection that it rejects. */
const PROTOCOL = '08P01';

/** PostgreSQL's code for a table that is not there. */
const NO_TABLE = '42P01';

/** Describes an error in one line when the operator can fix it; undefined for a fault of ours. */
export function explain(error: unknown): string | undefined {
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') return `PORT: ${port} is in use by another program`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `DATABASE_URL: the database does not answer (${code})`;
  if (code === NO_TABLE) return 'the database is not migrated to this version: npm run migrate';
  if (code === READ_ONLY) return `DATABASE_URL: ${(error as Error).message}`;
  if (code === PROTOCOL && /startup parameter/.test((error as Error).message)) {
    return `DATABASE_URL: the pooler refuses an ${(error as Error).message}; let it through (PgBouncer: ignore_startup_parameters)`;
  }
  return EXPLAINED.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}

/** Runs a program. A failed program prints the reason and exits with code 1. */
export async function run(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    console.error(explain(error) ?? error);
    process.exit(1);
  }
}
