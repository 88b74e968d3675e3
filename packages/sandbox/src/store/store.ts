/**
 * The sandbox's store: tables of records, held in memory and, with a data folder, in a journal. A commit is
 * all or nothing and is in the journal before the caller continues, so every answered change survives a
 * killed process.
 */
import { Journal } from './journal.ts';
import { TABLE_NAMES, type TableName, type Tables } from './records.ts';

/** One record put (or, with null, removed) under a key of a table. */
export type Change = {
  [T in TableName]: { readonly table: T; readonly key: string; readonly value: Tables[T] | null };
}[TableName];

type State = { [T in TableName]: Map<string, Tables[T]> };

const emptyState = (): State =>
  Object.fromEntries(TABLE_NAMES.map((name) => [name, new Map()])) as unknown as State;

/** Writes minor units as text: JSON has no integers of that size. The field names mark them. */
const toJson = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
const fromJson = (key: string, value: unknown): unknown =>
  key.endsWith('Minor') && typeof value === 'string' ? BigInt(value) : value;

const encode = (changes: readonly Change[]): string =>
  JSON.stringify(
    changes.map(({ table, key, value }) => [table, key, value]),
    toJson,
  );

function decode(line: string): Change[] {
  const parsed: unknown = JSON.parse(line, fromJson);
  if (!Array.isArray(parsed)) throw new Error('not a list of changes');
  return parsed.map((entry: unknown) => {
    if (!Array.isArray(entry)) throw new Error('not a change');
    const [table, key, value] = entry as unknown[];
    if (!TABLE_NAMES.includes(table as TableName) || typeof key !== 'string') throw new Error('not a change');
    return { table, key, value } as Change;
  });
}

export class Store {
  readonly #state = emptyState();
  readonly #journal: Journal | null;
  #revision = 0;

  /**
   * @param folder folder of the journal; null keeps everything in memory only.
   * @throws JournalError when the folder cannot be used or its journal is damaged.
   */
  constructor(folder: string | null) {
    this.#journal = folder === null ? null : new Journal(folder);
    if (!this.#journal) return;
    this.#journal.replay((line) => {
      for (const change of decode(line)) this.#apply(change);
    });
    this.#journal.compact(this.#snapshot());
  }

  /** Counter that grows by one with every commit, so that readers notice changes. */
  get revision(): number {
    return this.#revision;
  }

  get<T extends TableName>(table: T, key: string): Tables[T] | undefined {
    return this.#state[table].get(key);
  }

  /** Returns all records of a table, oldest first (by the first appearance of the key). */
  list<T extends TableName>(table: T): Tables[T][] {
    return [...this.#state[table].values()];
  }

  /** All records of a table with their keys, oldest first. */
  entries<T extends TableName>(table: T): [string, Tables[T]][] {
    return [...this.#state[table].entries()];
  }

  /** Returns the newest records of a table that pass the filter, newest first, at most `limit`. */
  newest<T extends TableName>(
    table: T,
    limit: number,
    passes: (record: Tables[T]) => boolean = () => true,
  ): Tables[T][] {
    return this.list(table).reverse().filter(passes).slice(0, limit);
  }

  /** Makes all the changes or, when the journal cannot be written, none of them (and throws). */
  commit(changes: readonly Change[]): void {
    this.#journal?.append(encode(changes));
    for (const change of changes) this.#apply(change);
    this.#revision += 1;
  }

  close(): void {
    this.#journal?.close();
  }

  #apply({ table, key, value }: Change): void {
    const records = this.#state[table] as Map<string, unknown>;
    if (value === null) records.delete(key);
    else records.set(key, value);
  }

  *#snapshot(): Generator<string> {
    for (const table of TABLE_NAMES) {
      for (const [key, value] of this.entries(table)) yield encode([{ table, key, value } as Change]);
    }
  }
}
