import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Finding } from './finding.ts';

/** Counts the findings of each severity. */
export function countFindings(findings: readonly Finding[]): { wrong: number; attention: number } {
  const wrong = findings.filter(({ severity }) => severity === 'wrong').length;
  return { wrong, attention: findings.length - wrong };
}

/** Records the start of an audit by command. @returns the number of the run */
export async function beginRun(database: Database): Promise<bigint> {
  const { id } = await database.queries
    .insertInto('audit_run')
    .values({ started_by: 'command' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records the findings of an audit by command. */
export async function endRun(database: Database, id: bigint, findings: readonly Finding[]): Promise<void> {
  await database.queries
    .updateTable('audit_run')
    .set({ finished_at: sql<Date>`now()`, ...countFindings(findings) })
    .where('id', '=', id)
    .execute();
}
