import { auditLedger } from '@krapao/server/audit/ledger-audit';
import { openDatabase } from '@krapao/server/database/open';
import { BenchError } from '../bench-error.ts';
import { applyMigrations, databaseAt, query } from '../postgres/databases.ts';
import { fill } from './fill.ts';

/** The database that a command fills and keeps. */
export const LARGE_DATABASE = 'bench_large';

/** Movements of the member with the longest statement. */
export const LONGEST_STATEMENT = 100_000;

/**
 * Rebuilds the large database and has the auditor check it.
 * @throws BenchError when the auditor finds an error
 */
export async function fillLarge(
  postgresUrl: string,
  { movements, members }: { movements: number; members: number },
  log: (line: string) => void,
): Promise<void> {
  const movementsEach = Math.max(1, Math.round(movements / members));
  const beganMs = performance.now();
  const since = (): string => `${((performance.now() - beganMs) / 1_000).toFixed(0)} s`;
  await query(postgresUrl, `drop database if exists ${LARGE_DATABASE} with (force)`);
  await query(postgresUrl, `create database ${LARGE_DATABASE}`);
  const { url } = databaseAt(postgresUrl, LARGE_DATABASE);
  await applyMigrations(url);
  await fill(url, { members, movementsEach, heavyMovements: LONGEST_STATEMENT, withConsole: true });
  await query(url, 'vacuum analyze');
  const [counted] = await query<{ movements: string; size: string }>(
    url,
    `select (select count(*) from ledger_transfer)::text as movements,
      pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  log(`${counted?.movements} movements of ${members} members, ${counted?.size}, in ${since()}`);
  const database = await openDatabase({ databaseUrl: url, databasePool: 2, dataDir: '' });
  const findings = await auditLedger(database);
  await database.close();
  if (findings.length > 0) throw new BenchError(`the auditor found ${JSON.stringify(findings[0])}`);
  log(`the auditor found nothing wrong, ${since()}`);
}
