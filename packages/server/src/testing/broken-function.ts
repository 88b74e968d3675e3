import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Queries } from '../database/open.ts';

/** A deliberate break of an SQL function: its name, what it does, the text that is replaced, and what by. */
export type Break = readonly [name: string, what: string, from: string, to: string];

/** Runs work while an SQL function is broken. @returns what the work returned */
export async function whileBroken<T>(
  queries: Queries,
  [name, , from, to]: Break,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef(oid) as text from pg_proc where proname = ${name}`.execute(queries);
  const [{ text } = { text: '' }] = rows;
  expect(text).toContain(from);
  await sql.raw(text.replaceAll(from, to)).execute(queries);
  try {
    return await work();
  } finally {
    await sql.raw(text).execute(queries);
  }
}
