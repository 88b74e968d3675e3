import { createHash } from 'node:crypto';
import type { Currency, Minor } from '@krapao/contract/money';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import { canBeOfDays } from '../../kernel/entry-days.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import {
  StatementError,
  type OpenStatement,
  type StatementEntry,
  type StatementFormat,
} from '../../ports/statement-file.ts';
import type { FilePlace } from '../incoming/service.ts';
import { PutAsideError } from '../incoming-payments/service.ts';
import { textOfRead, type KeptForm, type RejectedEntries } from '../rejected-entries/service.ts';
import { addFile, findFile } from './repo.ts';

/** Source of entries that staff must look at. */
const SOURCE = 'statement';

/** A statement file. Its bytes are read more than once. */
export interface StatementFile {
  name: string;
  /** When it came: the days of its entries are judged by that. */
  cameAt: Date;
  open: () => AsyncIterable<Uint8Array>;
}

/**
 * Books one entry; safe to repeat. Throws PutAsideError when its reference is another payment's, or when it cannot be of
 * its days.
 */
type Take = (entry: Omit<StatementEntry, 'currency'>, place: FilePlace, cameAt: Date) => Promise<unknown>;

/** What a file holds, before anything of it is booked. */
export interface StatementSummary {
  format: StatementFormat;
  /** Number of its booked credits, and of entries that staff must look at. */
  entries: number;
  /** Sums of the credits that customers paid, by their types. */
  sums: ReadonlyMap<Currency, Minor>;
}

/** Number of entries of a file that was booked. */
export interface StatementCounts {
  /** Entries whose transfers are credited to members or suspense, now or before. */
  taken: number;
  /** Entries that staff must look at. */
  aside: number;
}

/** What became of a file. `known`: the same bytes were read before. `unreadable`: nothing of it was taken. */
export type StatementRead =
  | ({ outcome: 'taken'; digest: string; summary: StatementSummary } & StatementCounts)
  | ({ outcome: 'known' } & StatementCounts)
  | { outcome: 'unreadable'; why: string };

/**
 * Books the entries of statement files. A file is checked to its end before its first entry is booked. Each payment is
 * credited once, however many files tell of it; where that cannot be told, a person compares them.
 */
export class StatementFiles {
  readonly #database: Database;
  readonly #content: ContentStore;
  readonly #openStatement: OpenStatement;
  readonly #take: Take;
  readonly #rejected: Pick<RejectedEntries, 'add'>;

  constructor(parts: {
    database: Database;
    content: ContentStore;
    openStatement: OpenStatement;
    take: Take;
    rejected: Pick<RejectedEntries, 'add'>;
  }) {
    this.#database = parts.database;
    this.#content = parts.content;
    this.#openStatement = parts.openStatement;
    this.#take = parts.take;
    this.#rejected = parts.rejected;
  }

  /** Reads a file and books its entries. Safe to repeat, and to break off. */
  async read(file: StatementFile): Promise<StatementRead> {
    const digest = await digestOf(file);
    const known = await findFile(this.#database.queries, digest);
    if (known) return { outcome: 'known', ...known };
    const summary = await this.look(file);
    if (typeof summary === 'string') {
      await this.#putAside('listed', { reason: summary, text: JSON.stringify({ file: file.name, digest }) });
      return { outcome: 'unreadable', why: summary };
    }
    const counts = { taken: 0, aside: 0 };
    const { format, entries } = await this.#openStatement(file.open());
    let place = 0;
    for await (const entry of entries) {
      place += 1;
      if ('reason' in entry) await this.#putAside('listed', entry);
      const isTaken =
        !('reason' in entry) && (await this.#book(entry, { digest, format, place }, file.cameAt));
      counts[isTaken ? 'taken' : 'aside'] += 1;
    }
    await addFile(this.#database.queries, { digest, name: file.name, format, ...counts });
    return { outcome: 'taken', digest, summary, ...counts };
  }

  /**
   * Reads a file to its end, and books nothing.
   * @returns what it holds; a line that says why where it makes no sense or is not about our accounts
   */
  async look(file: StatementFile): Promise<StatementSummary | string> {
    try {
      return await this.#check(file);
    } catch (error) {
      if (error instanceof StatementError) return error.message;
      throw error;
    }
  }

  /** @throws StatementError */
  async #check(file: StatementFile): Promise<StatementSummary> {
    const { depositAccounts } = await this.#content.get();
    const currencies = new Map(
      depositAccounts.banks
        .filter(({ bankType }) => bankType === 'BANK')
        .map(({ bankAccountNo, currency }) => [bankAccountNo, currency]),
    );
    const sums = new Map<Currency, Minor>();
    let count = 0;
    const { format, entries } = await this.#openStatement(file.open());
    for await (const entry of entries) {
      count += 1;
      if ('reason' in entry) continue;
      const { toAccountNo, amount } = entry.credit;
      const currency = currencies.get(toAccountNo);
      if (currency === undefined)
        throw new StatementError(`the account ${toAccountNo} is none of the content`);
      if (currency !== entry.currency)
        throw new StatementError(`the account ${toAccountNo} is in ${currency}`);
      if (entry.noPayment === null && canBeOfDays(entry.credit, file.cameAt))
        sums.set(currency, ((sums.get(currency) ?? 0n) + amount) as Minor);
    }
    return { format, entries: count, sums };
  }

  /** @returns false when the entry was set aside */
  async #book({ credit, noPayment }: StatementEntry, place: FilePlace, cameAt: Date): Promise<boolean> {
    try {
      await this.#take({ credit, noPayment }, place, cameAt);
    } catch (error) {
      if (!(error instanceof PutAsideError)) throw error;
      const text = textOfRead({ ...credit, ...place, noPayment });
      await this.#putAside('read', { reason: error.reason, text });
      return false;
    }
    return true;
  }

  async #putAside(form: KeptForm, entry: RejectedEntry): Promise<void> {
    await this.#rejected.add({ source: SOURCE, form }, [entry]);
  }
}

/** Returns the SHA-256 of a file's bytes, in hex. */
export async function digestOf({ open }: Pick<StatementFile, 'open'>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of open()) hash.update(part);
  return hash.digest('hex');
}
