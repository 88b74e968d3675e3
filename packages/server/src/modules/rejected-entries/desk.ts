import { toWire } from '@krapao/contract/money';
import type { StaffCaller } from '../../domain/staff-caller.ts';
import { seesAll, shownTo } from '../../domain/staff-view.ts';
import { cutPage, placeAfter } from '../../kernel/list-page.ts';
import { TIME_CANNOT_BE } from '../../kernel/entry-days.ts';
import { StaffError } from '../../kernel/staff-error.ts';
import type { Actor } from '../staff-audit/service.ts';
import { NotTakenError, type RejectedRetries } from './retry.ts';
import { RejectedEntryError, type RejectedEntries, type StoredRejection } from './service.ts';
import type { TakenIn } from './taken-in.ts';
import { toldBy } from './told.ts';

const CODES = {
  unknown: 'NO_DATA',
  closed: 'ALREADY_DECIDED',
  busy: 'LEASED',
  failed: 'NOT_POSSIBLE',
} as const;

/** Sources whose entries are payments to the operator. Reports of play and decisions about payouts come again. */
const PAYS = /^(bank|ewallet|gateway:.*)$/;

/**
 * Entries of a statement file that could not be read come again with their file, and those of a time that cannot be with
 * their true time.
 */
const canRetry = ({ source, form, reason }: StoredRejection): boolean =>
  reason !== TIME_CANNOT_BE &&
  (source === 'statement' ? form === 'read' : form !== null && PAYS.test(source));

/** Rejected entries at the console. */
export class RejectedDesk {
  readonly #entries: RejectedEntries;
  readonly #retries: RejectedRetries;

  constructor(parts: { entries: RejectedEntries; retries: RejectedRetries }) {
    this.#entries = parts.entries;
    this.#retries = parts.retries;
  }

  /** Lists the open entries, oldest first, a page at a time. */
  async list(staff: StaffCaller, after: string | undefined) {
    const { page, next } = cutPage(await this.#entries.list(placeAfter(after)));
    return { items: page.map((entry) => toShown(staff, entry)), next };
  }

  /**
   * Retries an entry. One that cannot be taken in stays open; the end tells why.
   * @throws StaffError NO_DATA, ALREADY_DECIDED, LEASED
   */
  async retry(staff: StaffCaller, actor: Actor, id: string, reason: string) {
    try {
      return takenEnd(staff, await this.#retries.retry(id, { by: staff.name, reason, actor }));
    } catch (error) {
      if (error instanceof NotTakenError) return { end: 'failed', why: error.outcome } as const;
      return refused(error);
    }
  }

  /** Closes an entry that needs no more work. @throws StaffError NO_DATA, ALREADY_DECIDED, LEASED */
  async close(actor: Actor, id: string, reason: string): Promise<void> {
    await this.#entries.close(id, reason, actor).catch(refused);
  }
}

function toShown(staff: StaffCaller, entry: StoredRejection) {
  return {
    id: entry.id,
    createdAt: entry.createdAt.toISOString(),
    source: entry.source,
    why: entry.reason,
    told: toldBy(entry, seesAll(staff)),
    canRetry: canRetry(entry),
    isBusy: entry.isBusy,
    tries: entry.retries,
    lastTry: entry.lastRetry,
  };
}

function takenEnd(staff: StaffCaller, { isNew, amount, currency, payee, unmatched }: TakenIn) {
  const money = { isNew, amount: toWire(amount), currency };
  return payee === undefined
    ? ({ end: 'suspense', ...money, why: unmatched } as const)
    : ({ end: 'credited', ...money, phone: shownTo(staff, payee) } as const);
}

function refused(cause: unknown): never {
  throw cause instanceof RejectedEntryError ? new StaffError(CODES[cause.why], { cause }) : cause;
}
