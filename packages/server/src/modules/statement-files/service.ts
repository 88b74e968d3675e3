import { createHash } from 'node:crypto';
import type { ContentStore } from '../../content/store.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { BankTransfer } from '../../ports/feeds.ts';
import type { RejectedEntry } from '../../ports/listing.ts';
import { StatementError, type OpenStatement, type StatementEntry } from '../../ports/statement-file.ts';
import { OTHER_AMOUNT, OtherAmountError } from '../incoming-payments/service.ts';
import { textOfRead, type KeptForm, type RejectedEntries } from '../rejected-entries/service.ts';
import { recordAct, type Actor, type StaffAct } from '../staff-audit/service.ts';
import { addFile, findFile } from './repo.ts';

/** Action of an upload in the record. */
const READ = 'statement.read';
/** Source of entries that staff must look at, in their form in the file. */
const SOURCE = 'statement';

/** A statement file. Its bytes are read more than once. */
export interface StatementFile {
  name: string;
  open: () => AsyncIterable<Uint8Array>;
}

/**
 * Books one transfer; safe to repeat. Throws KEY_INVALID when it is booked with another payee. `byOnePerson`: one member
 * of staff has given the file.
 */
type Take = (transfer: BankTransfer, how: { byOnePerson: boolean }) => Promise<void>;

/** What became of a file. `known`: the same bytes were read before. `unreadable`: nothing of it was taken. */
export interface StatementRead {
  outcome: 'taken' | 'known' | 'unreadable';
  /** Number of transfers that are credited to members or suspense, now or before. */
  taken: number;
  /** Number of entries that staff must look at. */
  aside: number;
  /** Reason why it cannot be read; empty otherwise. */
  why: string;
}

/**
 * Books the entries of statement files. A file is checked to its end before its first entry is booked. Each entry is
 * booked once, however often it comes: its reference is made of account, day and the bank's reference.
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

  /**
   * Reads a file and books its entries. Safe to repeat, and to break off.
   * @param actor of staff who uploaded it; undefined for a file of the folder
   */
  async read(file: StatementFile, actor?: Actor): Promise<StatementRead> {
    const digest = await digestOf(file);
    const known = await findFile(this.#database.queries, digest);
    if (known) return { outcome: 'known', ...known, why: '' };
    try {
      await this.#check(file);
    } catch (error) {
      if (!(error instanceof StatementError)) throw error;
      return this.#unreadable(file.name, digest, error.message, actor);
    }
    // The beginning and the end are recorded: the entries between them are booked one by one.
    if (actor) await this.#record(actor, file.name, { outcome: 'done', after: { digest } });
    const counts = { taken: 0, aside: 0 };
    const { format, entries } = await this.#openStatement(file.open());
    for await (const entry of entries) {
      if ('reason' in entry) await this.#putAside('listed', entry);
      const isTaken = !('reason' in entry) && (await this.#book(entry, actor !== undefined));
      counts[isTaken ? 'taken' : 'aside'] += 1;
    }
    await this.#database.transaction(async (tx) => {
      await addFile(tx, { digest, name: file.name, format, ...counts });
      if (!actor) return;
      const ended = { ...actOf(actor, file.name), action: `${READ}.end`, outcome: 'done' } as const;
      await recordAct(tx, { ...ended, after: { digest, ...counts } });
    });
    return { outcome: 'taken', ...counts, why: '' };
  }

  /** Reads a file to its end. @throws StatementError when it makes no sense or is not about our accounts */
  async #check(file: StatementFile): Promise<void> {
    const { depositAccounts } = await this.#content.get();
    const currencies = new Map(
      depositAccounts.banks
        .filter(({ bankType }) => bankType === 'BANK')
        .map(({ bankAccountNo, currency }) => [bankAccountNo, currency]),
    );
    const { entries } = await this.#openStatement(file.open());
    for await (const entry of entries) {
      if ('reason' in entry) continue;
      const { toAccountNo } = entry.transfer;
      const currency = currencies.get(toAccountNo);
      if (currency === undefined)
        throw new StatementError(`the account ${toAccountNo} is none of the content`);
      if (currency !== entry.currency)
        throw new StatementError(`the account ${toAccountNo} is in ${currency}`);
    }
  }

  async #unreadable(
    name: string,
    digest: string,
    why: string,
    actor: Actor | undefined,
  ): Promise<StatementRead> {
    if (actor) {
      await this.#record(actor, name, { outcome: 'refused', reason: why, after: { digest } });
    } else {
      await this.#putAside('listed', { reason: why, text: JSON.stringify({ file: name, digest }) });
    }
    return { outcome: 'unreadable', taken: 0, aside: 0, why };
  }

  #record(actor: Actor, name: string, end: Pick<StaffAct, 'outcome' | 'reason' | 'after'>): Promise<void> {
    return this.#database.transaction((tx) => recordAct(tx, { ...actOf(actor, name), ...end }));
  }

  /** @returns false when the entry was set aside */
  async #book({ transfer }: StatementEntry, byOnePerson: boolean): Promise<boolean> {
    try {
      await this.#take(transfer, { byOnePerson });
    } catch (error) {
      if (error instanceof OtherAmountError) {
        await this.#putAside('read', { reason: OTHER_AMOUNT, text: textOfRead(transfer) });
        return false;
      }
      // Booked with another payee, for example when its sender became a member since: nothing to do.
      if (!(error instanceof AppError && error.code === 'KEY_INVALID')) throw error;
    }
    return true;
  }

  async #putAside(form: KeptForm, entry: RejectedEntry): Promise<void> {
    // An entry that was read can be tried again as an entry of the feed.
    await this.#rejected.add({ source: form === 'read' ? 'bank' : SOURCE, form }, [entry]);
  }
}

const actOf = (actor: Actor, name: string) => ({
  actor,
  action: READ,
  subject: `statement ${name}`,
});

async function digestOf({ open }: StatementFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of open()) hash.update(part);
  return hash.digest('hex');
}
