import { sql, type QueryCreator } from 'kysely';
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
