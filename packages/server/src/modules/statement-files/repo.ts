import type { Queries } from '../../database/open.ts';
import type { StatementFormat } from '../../ports/statement-file.ts';

/** Returns the counts of a file that was read to its end; undefined for any other. */
export function findFile(
  queries: Queries,
  digest: string,
): Promise<{ taken: number; aside: number } | undefined> {
  return queries
    .selectFrom('statement_file')
    .select(['taken', 'aside'])
    .where('digest', '=', digest)
    .executeTakeFirst();
}

/** Records that a file was read to its end. Two processes may have read it at the same time. */
export async function addFile(
  queries: Queries,
  file: { digest: string; name: string; format: StatementFormat; taken: number; aside: number },
): Promise<void> {
  await queries
    .insertInto('statement_file')
    .values(file)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
