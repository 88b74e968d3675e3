import { sql } from 'kysely';

/* Reads of slips for other modules, as subqueries of their statements. */

/** Sending bank and reference of a slip that was credited. */
export const creditedSlip = (id: string) => sql`(
  select sending_bank, reference from slip where id = ${id} and state = 'success')`;
