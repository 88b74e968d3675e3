import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { checkPendingNow } from '../../ledger/settlement-schedule.ts';
import type { HeldKind } from '../../ledger/types.ts';
import { CONTROLS, type Control } from './service.ts';

/** A request of staff cannot be done; the message gives the reason in one line. */
export class ControlError extends Error {
  override name = 'ControlError';
}

/** Actor and reason of a change. Both are kept for good and must not be empty. */
export interface Act {
  by: string;
  reason: string;
}

/** Current state of a switch. */
export interface Switch {
  name: Control;
  stopped: boolean;
  changedAt: Date;
  /** Empty until the first change. */
  changedBy: string;
  reason: string;
}

/** Kind of the pending transfers that need a status check as soon as a switch opens. */
const KIND_OF: Readonly<Partial<Record<Control, HeldKind>>> = { payouts: 'withdraw', game_credit: 'game_in' };

/** Sets the switches that stop money. A change holds in every process from its commit on. */
export class Switches {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** All switches, in a fixed order. */
  async list(): Promise<Switch[]> {
    const { rows } = await sql<Switch>`
      select name, stopped, changed_at as "changedAt", changed_by as "changedBy", reason
        from control order by name`.execute(this.#database.queries);
    return rows;
  }

  /**
   * Stops or opens one switch and records actor and reason. Opening resumes waiting transfers at once.
   * @returns false when the switch was in that state already; nothing is recorded then
   * @throws ControlError without an actor or a reason
   */
  async set(name: Control, stopped: boolean, act: Act): Promise<boolean> {
    checkAct(act);
    return this.#database.transaction(async (tx) => {
      const changed = await tx
        .updateTable('control')
        .set({ stopped, changed_at: sql<Date>`now()`, changed_by: act.by, reason: act.reason })
        .where('name', '=', name)
        .where('stopped', '!=', stopped)
        .returning('name')
        .executeTakeFirst();
      if (!changed) return false;
      await tx
        .insertInto('control_change')
        .values({ name, stopped, made_by: act.by, reason: act.reason })
        .execute();
      const kind = KIND_OF[name];
      if (!stopped && kind) await checkPendingNow(tx, { kind });
      return true;
    });
  }
}

export const isControl = (text: string): text is Control => (CONTROLS as readonly string[]).includes(text);

/** @throws ControlError when the actor or the reason is missing */
export function checkAct({ by, reason }: Act): void {
  if (!by.trim()) throw new ControlError('--by: must name who does it');
  if (!reason.trim()) throw new ControlError('--reason: must say why');
}
