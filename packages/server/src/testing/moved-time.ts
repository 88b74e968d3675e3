import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../database/open.ts';

interface Script {
  SEARCH_PATH: string;
  CREATE_CLOCK: string;
  SET_CLOCK: string;
  replaceDate: (aheadMs?: number) => (aheadMs: number) => void;
}

const address = new URL('../../../../scripts/lib/moved-time.mjs', import.meta.url);
const script = (await import(address.href)) as Script;
export const { SEARCH_PATH, CREATE_CLOCK } = script;

/** The whole process has this time, so that a server, its counterparties and a test have one. */
const setDate = script.replaceDate();
let aheadMs = 0;

function setAhead(ms: number): void {
  aheadMs = ms;
  setDate(ms);
}

const databases = new Set<Database>();

/** Has a database tell the time of the process until the returned function is called. */
export async function followTime(database: Database): Promise<() => void> {
  databases.add(database);
  // PGlite begins its one session with a path of its own.
  await sql.raw(`set search_path = ${SEARCH_PATH}`).execute(database.queries);
  await tell(database);
  return () => {
    databases.delete(database);
    // The next test begins in its own time.
    if (databases.size === 0) setAhead(0);
  };
}

/** Returns to the time of the machine, whatever time a test has left behind. */
export function forgetMovedTime(): void {
  databases.clear();
  setAhead(0);
}

/** Moves the time of the process and of its databases forward. It goes on by itself, too. */
export async function moveTime(ms: number): Promise<void> {
  setAhead(aheadMs + ms);
  await Promise.all([...databases].map(tell));
}

async function tell(database: Database): Promise<void> {
  await database.queries.executeQuery(CompiledQuery.raw(script.SET_CLOCK, [aheadMs]));
}
