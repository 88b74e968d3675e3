import { sql } from 'kysely';
import type { Database, Queries } from '../../database/open.ts';
import type { Caller } from '../../domain/caller.ts';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { StaffError } from '../../kernel/staff-error.ts';

/** Who acts, as the record names them. */
export interface Actor {
  /** Staff id; undefined for a command of the operator's shell. */
  id: string | undefined;
  name: string;
  /** The roles at the time. */
  roles: readonly string[];
  sessionId: string | undefined;
  address: string;
  requestId: string;
}

/** One act of staff. Values hold neither secrets nor passwords. */
export interface StaffAct {
  actor: Actor;
  /** The action, such as `member.freeze`. */
  action: string;
  /** Its subject, such as `member 4kx…`. */
  subject: string;
  outcome: 'done' | 'refused';
  reason?: string;
  before?: unknown;
  after?: unknown;
  approvalId?: string | undefined;
}

/**
 * Records an act, in the transaction of what it did. Call it last: other transactions that record acts wait
 * until this one ends.
 */
export async function recordAct(tx: Queries, act: StaffAct): Promise<void> {
  const { actor } = act;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`select staff_audit_add(
    ${actor.id ?? null}::uuid, ${actor.name}, ${sql.val([...actor.roles])}::text[], ${actor.sessionId ?? null}::uuid,
    ${actor.address}, ${actor.requestId}, ${act.action}, ${act.subject}, ${act.outcome}, ${act.reason ?? ''},
    ${json(act.before)}::jsonb, ${json(act.after)}::jsonb, ${act.approvalId ?? null}::uuid)`.execute(tx);
}

/** Refusals that are on record. */
const recorded = new WeakSet<StaffError>();

/** Records a refused try in a transaction of its own, once. */
export async function recordRefusal(
  database: Database,
  act: Omit<StaffAct, 'outcome' | 'reason'>,
  error: StaffError,
): Promise<void> {
  if (recorded.has(error)) return;
  recorded.add(error);
  await database.transaction((tx) => recordAct(tx, { ...act, outcome: 'refused', reason: error.code }));
}

/**
 * Does an act of staff. A refused try is recorded in a transaction of its own, since the act's was undone; one about
 * what does not exist is not.
 */
export async function recordingRefusal<T>(
  database: Database,
  act: Omit<StaffAct, 'outcome' | 'reason'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StaffError && error.code !== 'NO_DATA') await recordRefusal(database, act, error);
    throw error;
  }
}

/** Returns the actor of a staff member's request. */
export const actorOf = (staff: StaffCaller, request: { caller: Caller; requestId: string }): Actor => ({
  id: staff.id,
  name: staff.name,
  roles: staff.roles,
  sessionId: staff.sessionId,
  address: request.caller.address,
  requestId: request.requestId,
});
