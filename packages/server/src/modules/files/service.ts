import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { BytesInHand } from '../../kernel/bytes-in-hand.ts';
import type { ByteRange, FileStore, StoreName } from '../../ports/file-store.ts';
import { inTurn } from './in-turn.ts';

/** Place of a file's bytes. `row` is the row that describes the file, used by earlier versions. */
export type KeptIn = StoreName | 'row';

/** Limits on the bytes of files in this process's memory, for uploads and for readers. */
export interface FileHands {
  uploads: BytesInHand;
  readers: BytesInHand;
}

/** Tables with one file per row. */
export const FILE_TABLES = {
  chat: { table: 'chat_file', name: 'name', content: 'content', prefix: 'chat/' },
  slip: { table: 'slip_image', name: 'slip_id', content: 'jpeg', prefix: 'slips/' },
} as const;

export type FileKind = keyof typeof FILE_TABLES;

export interface KeptFile {
  kind: FileKind;
  name: string;
  store: KeptIn;
  size: number;
}

const PART_BYTES = 128 * 1024;

export const keyOf = ({ kind, name }: Pick<KeptFile, 'kind' | 'name'>): string =>
  FILE_TABLES[kind].prefix + name;

/** Reads files from any store, and writes them to the configured one. */
export class StoredFiles {
  readonly current: StoreName;
  readonly #database: Database;
  readonly #stores: ReadonlyMap<StoreName, FileStore>;

  /** @param stores reachable stores, including the current one */
  constructor(parts: { database: Database; stores: ReadonlyMap<StoreName, FileStore>; current: StoreName }) {
    this.current = parts.current;
    this.#database = parts.database;
    this.#stores = parts.stores;
  }

  /** Maximum bytes of a file in memory while it is written. */
  get bytesInHand(): number {
    return this.#store(this.current).bytesInHand;
  }

  hasStore(name: string): name is StoreName {
    return this.#stores.has(name as StoreName);
  }

  /** Writes a file to the current store. */
  write(file: Pick<KeptFile, 'kind' | 'name'>, content: AsyncIterable<Uint8Array>): Promise<void> {
    return this.#store(this.current).write(keyOf(file), content);
  }

  /** Streams part of a file on demand, so a slow reader holds little memory. @throws Error when it is gone */
  read(file: KeptFile, range: ByteRange): AsyncIterable<Uint8Array> {
    return file.store === 'row'
      ? this.#readRow(file, range)
      : this.#store(file.store).read(keyOf(file), range);
  }

  /** Reads a small file whole. @throws Error when it is gone */
  async readWhole(file: KeptFile): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for await (const part of this.read(file, { start: 0, end: file.size - 1 })) parts.push(part);
    return Buffer.concat(parts);
  }

  remove(store: StoreName, key: string): Promise<void> {
    return this.#store(store).remove(key);
  }

  async *#readRow(file: KeptFile, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    const { kind, name } = file;
    const { table, name: column, content } = FILE_TABLES[kind];
    for (let at = start; at <= end; at += PART_BYTES) {
      const length = Math.min(PART_BYTES, end - at + 1);
      const { rows } = await inTurn(() =>
        sql<{ bytes: Buffer | null; store: KeptIn }>`
          select store, substring(${sql.ref(content)} from ${at + 1}::int for ${length}::int) as bytes
            from ${sql.table(table)} where ${sql.ref(column)}::text = ${name}`.execute(
          this.#database.queries,
        ),
      );
      const { bytes, store = 'row' } = rows[0] ?? {};
      if (!bytes && store !== 'row') {
        // The file was moved after its lookup.
        yield* this.read({ ...file, store }, { start: at, end });
        return;
      }
      if (!bytes) throw new Error(`the file ${name} is gone`);
      yield Buffer.from(bytes);
    }
  }

  #store(name: StoreName): FileStore {
    const store = this.#stores.get(name);
    if (!store) throw new Error(`the settings name no file store ${name}`);
    return store;
  }
}
