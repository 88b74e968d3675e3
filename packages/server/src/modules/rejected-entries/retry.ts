import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isUuid, newId } from '../../kernel/ids.ts';
import { OTHER_AMOUNT, OtherAmountError } from '../arrivals/service.ts';
import { isFree, RejectedEntryError, whyNotOpen, type KeptForm } from './service.ts';
import { findTaken, type Place, type TakenIn } from './taken-in.ts';

/** Longer than an entry takes to be taken in: each of its statements is bounded. A process that died keeps it so long. */
const LEASE_MINUTES = 10;

/** An entry as it is kept. */
export interface KeptEntry {
  form: KeptForm;
  text: string;
}

/**
 * Takes an entry of one source in, by the rules that a new entry meets. Safe to repeat.
 * @returns the place and reference that its money has in the books
 * @throws RejectedEntryError when it cannot be read; OtherAmountError, AppError when the books have it otherwise
 */
export type TakeEntry = (entry: KeptEntry) => Promise<Place>;

interface Claimed {
  source: string;
  form: KeptForm | null;
  text: string;
  since: Date;
}

/**
 * Tries entries again that were put aside, for staff. One retry of an entry is under way at a time; each has a record.
 * The money of an entry has one id in the books, so it is credited once, however often and by whomever it is tried.
 */
export class RejectedRetries {
  readonly #database: Database;
  readonly #takerOf: (source: string) => TakeEntry;

  /** @param parts `takerOf`: what takes entries of a source in; throws RejectedEntryError where none does */
  constructor(parts: { database: Database; takerOf: (source: string) => TakeEntry }) {
    this.#database = parts.database;
    this.#takerOf = parts.takerOf;
  }

  /**
   * Tries an entry again, and closes it once it is taken in. One that is not stays open.
   * @returns what became of its money
   * @throws RejectedEntryError with the reason in one line
   */
  async retry(id: string, act: { by: string; reason: string }): Promise<TakenIn> {
    if (!act.by.trim() || !act.reason.trim()) {
      throw new RejectedEntryError('--by and --reason are needed: both are recorded');
    }
    const retryId = newId();
    const entry = await this.#claim(id, retryId, act);
    try {
      const place = await this.#take(entry);
      const taken = await findTaken(this.#database, place, entry.since);
      await this.#end(id, retryId, { isTaken: true, outcome: describe(taken) });
      return taken;
    } catch (error) {
      const outcome = reasonOf(error);
      await this.#end(id, retryId, { isTaken: false, outcome });
      throw new RejectedEntryError(`the entry ${id} is not taken in: ${outcome}`);
    }
  }

  /** @throws RejectedEntryError when it is closed, or another retry has it */
  async #claim(
    id: string,
    retryId: string,
    { by, reason }: { by: string; reason: string },
  ): Promise<Claimed> {
    const { rows } = isUuid(id)
      ? await sql<Claimed>`
          with claimed as (
            update rejected_entry
              set retry_id = ${retryId}, retry_until = now() + ${LEASE_MINUTES} * interval '1 minute'
              where id = ${id} and closed_at is null and ${isFree}
              returning id, source, form, entry as text
          ), noted as (
            insert into rejected_entry_retry (id, entry_id, tried_by, reason)
              select ${retryId}, id, ${by}, ${reason} from claimed
          )
          select source, form, text, now() as since from claimed`.execute(this.#database.queries)
      : { rows: [] };
    if (!rows[0]) throw await whyNotOpen(this.#database, id);
    return rows[0];
  }

  #take({ source, form, text }: Claimed): Promise<Place> {
    if (form === null) {
      throw new RejectedEntryError(
        'an older version kept it in a form that is not known; have it sent again',
      );
    }
    return this.#takerOf(source)({ form, text });
  }

  async #end(
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
        where id = ${id} and retry_id = ${retryId}`.execute(this.#database.queries);
  }
}

/** What became of an entry, in the words of its record. */
export function describe({ isNew, payee, unmatched }: TakenIn): string {
  const where = payee === undefined ? `in suspense (${unmatched})` : `credited to ${payee}`;
  return `${isNew ? 'tried again' : 'was in the books before'}: ${where}`;
}

/** Why an entry cannot be taken in, in one line. */
function reasonOf(error: unknown): string {
  if (error instanceof RejectedEntryError) return error.message;
  if (error instanceof OtherAmountError) return OTHER_AMOUNT;
  if (error instanceof AppError && error.code === 'KEY_INVALID') {
    return 'its reference is in the books with another payee';
  }
  return `it fails as before: ${String(error).split('\n')[0]}`;
}
