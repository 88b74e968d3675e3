import { sql } from 'kysely';

/* What other modules read of slips, as subqueries for their statements. */

/** Sending bank and reference of a slip that was credited. */
export const creditedSlip = (id: string) => sql`(
  select sending_bank, reference from slip where id = ${id} and state = 'success')`;
