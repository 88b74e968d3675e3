import { sql, type QueryCreator } from 'kysely';
import type { Queries } from '../../database/open.ts';
import type { DB } from '../../database/schema.ts';

/* Writes of account holders' names, as ends of other modules' statements. */

/** Columns that {@link keepRegisteredNames} needs of the members that a statement wrote. */
export const HOLDER_COLUMNS = ['id', 'bank_account_name'] as const;

/** Rows of those columns, under the name that the statement gives them. */
interface WithHolders {
  holders: { id: string; bank_account_name: string };
}

/** Stores the names of the members that `holders` wrote. They count for matching the sender of a transfer. */
export const keepRegisteredNames = (statement: QueryCreator<DB & WithHolders>) =>
  statement
    .insertInto('holder_name')
    .columns(['member_id', 'name', 'basis'])
    .expression((query) =>
      query.selectFrom('holders').select(['id', 'bank_account_name', sql.lit('registered').as('basis')]),
    );

/** Makes a name count for a member, because staff say so. */
export async function keepApprovedName(queries: Queries, memberId: string, name: string): Promise<void> {
  await queries
    .insertInto('holder_name')
    .values({ member_id: memberId, name, basis: 'staff' })
    .onConflict((conflict) => conflict.columns(['member_id', 'name']).doUpdateSet({ basis: 'staff' }))
    .execute();
}
