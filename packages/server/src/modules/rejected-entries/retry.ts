import { sql } from 'kysely';
import type { Database, Tx } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import { PutAsideError } from '../incoming-payments/service.ts';
import { recordAct, type Actor } from '../staff-audit/service.ts';
import { isFree, RejectedEntryError, subjectOfEntry, whyNotOpen, type KeptForm } from './service.ts';
import { findTaken, type Place, type TakenIn } from './taken-in.ts';

/**
 * Lease of a retry. It exceeds the longest possible retry, since each statement is bounded. An entry claimed
 * by a dead process is free again after it.
 */
const LEASE_MINUTES = 10;

/** A stored entry. */
export interface KeptEntry {
  form: KeptForm;
  text: string;
  /** When it was put aside: its time is judged by that. */
  toldAt: Date;
}

/**
 * Records an entry of one source by the rules for new entries. Safe to repeat.
 * @returns the account and reference of its money in the ledger
 * @throws RejectedEntryError when it cannot be read; PutAsideError, AppError when the ledger contradicts
 *   it
 */
export type TakeEntry = (entry: KeptEntry) => Promise<Place>;

/** An entry was tried again, and is not taken in. */
export class NotTakenError extends RejectedEntryError {
  /** The reason in one line. */
  readonly outcome: string;

  constructor(id: string, outcome: string) {
    super(`the entry ${id} is not taken in: ${outcome}`);
    this.outcome = outcome;
  }
}

/** Who retries, and why. */
export interface RetryAct {
  by: string;
  reason: string;
  /** As the record of staff names them. */
  actor: Actor;
}

interface Claimed {
  source: string;
  form: KeptForm | null;
  text: string;
  toldAt: Date;
  since: Date;
}

/**
 * Retries rejected entries for staff. One retry of an entry runs at a time, and each has a record. The money
 * of an entry has one id in the ledger, so repeated retries credit it once.
 */
export class RejectedRetries {
  readonly #database: Database;
  readonly #takerOf: (source: string) => TakeEntry;

  /**
   * @param parts `takerOf` returns the function that takes entries of a source. It throws RejectedEntryError
   *   for a source without one.
   */
  constructor(parts: { database: Database; takerOf: (source: string) => TakeEntry }) {
    this.#database = parts.database;
    this.#takerOf = parts.takerOf;
  }

  /**
   * Retries an entry and closes it on success. A failed entry stays open. The beginning and the end are recorded, each
   * with what it changes: the money moves between them.
   * @returns where its money went
   * @throws RejectedEntryError with the reason in one line
   */
  async retry(id: string, act: RetryAct): Promise<TakenIn> {
    if (!act.by.trim() || !act.reason.trim()) {
      throw new RejectedEntryError('--by and --reason are needed: both are recorded');
    }
    const retryId = newId();
    const entry = await this.#claim(id, retryId, act);
    try {
      const place = await this.#take(entry);
      const taken = await findTaken(this.#database.queries, place, entry.since);
      await this.#end(id, retryId, act, { isTaken: true, outcome: describe(taken) });
      return taken;
    } catch (error) {
      const outcome = reasonOf(error);
      await this.#end(id, retryId, act, { isTaken: false, outcome });
      throw new NotTakenError(id, outcome);
    }
  }

  /** @throws RejectedEntryError when it is closed or another retry holds it */
  async #claim(id: string, retryId: string, act: RetryAct): Promise<Claimed> {
    const claimed = isUuid(id)
      ? await this.#database.transaction((tx) => this.#claimIn(tx, id, retryId, act))
      : undefined;
    if (!claimed) throw await whyNotOpen(this.#database.queries, id);
    return claimed;
  }

  async #claimIn(
    tx: Tx,
    id: string,
    retryId: string,
    { by, reason, actor }: RetryAct,
  ): Promise<Claimed | undefined> {
    const {
      rows: [claimed],
    } = await sql<Claimed>`
          with claimed as (
            update rejected_entry
              set retry_id = ${retryId}, retry_until = now() + ${LEASE_MINUTES} * interval '1 minute'
              where id = ${id} and closed_at is null and ${isFree}
              returning id, source, form, entry as text, created_at
          ), noted as (
            insert into rejected_entry_retry (id, entry_id, tried_by, reason)
              select ${retryId}, id, ${by}, ${reason} from claimed
          )
          select source, form, text, created_at as "toldAt", now() as since from claimed`.execute(tx);
    if (!claimed) return undefined;
    const begun = { action: 'rejected.retry', subject: subjectOfEntry(id), outcome: 'done' } as const;
    await recordAct(tx, { actor, ...begun, reason, before: { source: claimed.source } });
    return claimed;
  }

  #take({ source, form, text, toldAt }: Claimed): Promise<Place> {
    if (form === null) {
      throw new RejectedEntryError(
        'an older version kept it in a form that is not known; have it sent again',
      );
    }
    return this.#takerOf(source)({ form, text, toldAt });
  }

  #end(
    id: string,
    retryId: string,
    act: RetryAct,
    end: { isTaken: boolean; outcome: string },
  ): Promise<void> {
    return this.#database.transaction(async (tx) => {
      await endRetry(tx, id, retryId, end);
      const ended = { action: 'rejected.retry.end', subject: subjectOfEntry(id), outcome: 'done' } as const;
      await recordAct(tx, { actor: act.actor, ...ended, reason: act.reason, after: end });
    });
  }
}

async function endRetry(
  tx: Tx,
  id: string,
  retryId: string,
  { isTaken, outcome }: { isTaken: boolean; outcome: string },
): Promise<void> {
  await sql`
      with ended as (
        update rejected_entry_retry set ended_at = now(), is_taken = ${isTaken}, outcome = ${outcome}
          where id = ${retryId}
      )
      update rejected_entry
        set retry_id = null, retry_until = null,
          closed_at = case when ${isTaken} then now() end,
          note = case when ${isTaken} then ${outcome} else note end
        where id = ${id} and retry_id = ${retryId}`.execute(tx);
}

/** Describes the outcome of a retry for its record. */
export function describe({ isNew, payee, unmatched }: TakenIn): string {
  const where = payee === undefined ? `in suspense (${unmatched})` : `credited to ${payee}`;
  return `${isNew ? 'tried again' : 'was in the books before'}: ${where}`;
}

/** Returns in one line why an entry cannot be taken in. */
function reasonOf(error: unknown): string {
  if (error instanceof RejectedEntryError) return error.message;
  if (error instanceof PutAsideError) return error.reason;
  if (error instanceof AppError && error.code === 'KEY_INVALID') {
    return 'its reference is in the books with another payee';
  }
  return `it fails as before: ${String(error).split('\n')[0]}`;
}
