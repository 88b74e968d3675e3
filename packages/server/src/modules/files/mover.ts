import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/open.ts';
import {
  FILE_TABLES,
  keyOf,
  type FileKind,
  type KeptFile,
  type KeptIn,
  type StoredFiles,
} from './service.ts';

const AT_ONCE = 10;

interface FileRow {
  name: string;
  store: KeptIn;
  size: string;
}

/**
 * Brings files to the store that the settings name, and removes from their stores the files whose rows are gone. Each
 * step may be done again, and by two processes at once.
 */
export class FileMover {
  readonly #database: Database;
  readonly #files: StoredFiles;
  readonly #logger: Logger;
  /** Of each table, the last name that a round came to: a file that cannot be moved stops no other. */
  readonly #cursors = new Map<FileKind, string>();

  constructor(parts: { database: Database; files: StoredFiles; logger: Logger }) {
    this.#database = parts.database;
    this.#files = parts.files;
    this.#logger = parts.logger;
  }

  /** Moves a few files of each kind. @returns how many */
  async moveSome(): Promise<number> {
    let moved = 0;
    for (const kind of Object.keys(FILE_TABLES) as FileKind[]) {
      const files = await this.#toMove(kind);
      const last = files.length < AT_ONCE ? '' : (files.at(-1)?.name ?? '');
      this.#cursors.set(kind, last);
      for (const file of files) {
        try {
          await this.#move(file);
          moved += 1;
        } catch (error) {
          this.#logger.error(
            { err: error, file: keyOf(file), store: file.store },
            'a file could not be moved',
          );
        }
      }
    }
    return moved;
  }

  /** Removes a few files whose rows are gone. @returns whether there may be more */
  async removeSome(): Promise<boolean> {
    const { rows } = await sql<{ store: string; key: string }>`
      update file_removal r set due_at = now() + interval '10 minutes' where (store, key) in (
          select store, key from file_removal where due_at <= now() order by due_at limit ${AT_ONCE}
            for update skip locked)
        returning store, key`.execute(this.#database.queries);
    for (const { store, key } of rows) {
      if (!this.#files.hasStore(store)) {
        this.#logger.warn(
          { store, file: key },
          'a file cannot be removed: the settings no longer name its store',
        );
        continue;
      }
      await this.#files.remove(store, key);
      await this.#database.queries
        .deleteFrom('file_removal')
        .where('store', '=', store)
        .where('key', '=', key)
        .execute();
    }
    return rows.length === AT_ONCE;
  }

  async #toMove(kind: FileKind): Promise<KeptFile[]> {
    const { table, name, content, prefix } = FILE_TABLES[kind];
    const { current } = this.#files;
    // In the database, a row is as good a place as any.
    const settled = current === 'database' ? ['row', 'database'] : [current];
    const whole = kind === 'chat' ? sql`and f.is_whole` : sql``;
    const { rows } = await sql<FileRow>`
      select f.${sql.ref(name)}::text as name, f.store, coalesce(f.size, length(f.${sql.ref(content)})) as size
        from ${sql.table(table)} f
        where f.store <> all (${sql.val(settled)}::text[]) and f.${sql.ref(name)}::text > ${this.#cursors.get(kind) ?? ''}
          ${whole}
          and not exists (select from file_removal r
            where r.store = ${current} and r.key = ${prefix} || f.${sql.ref(name)}::text)
        order by f.${sql.ref(name)}::text limit ${AT_ONCE}`.execute(this.#database.queries);
    return rows
      .filter(({ store }) => store === 'row' || this.#files.hasStore(store))
      .map((row) => ({ ...row, kind, size: Number(row.size) }));
  }

  /** The bytes first, then the row: until then the file is read where it was. */
  async #move(file: KeptFile): Promise<void> {
    const { table, name, content } = FILE_TABLES[file.kind];
    const { current } = this.#files;
    const key = keyOf(file);
    await this.#files.write(file, this.#files.read(file, { start: 0, end: file.size - 1 }));
    await this.#database.transaction(async (tx) => {
      const moved = await sql`
        update ${sql.table(table)} set store = ${current}, size = ${file.size}, ${sql.ref(content)} = null
          where ${sql.ref(name)}::text = ${file.name} and store = ${file.store}`.execute(tx);
      const isMoved = (moved.numAffectedRows ?? 0n) > 0n;
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(name)}::text = ${file.name}`.execute(tx);
      const left = isMoved ? file.store : rows.length === 0 ? current : 'row';
      // What is of no use any more: the old bytes, or the new ones where the row went meanwhile.
      if (left !== 'row') {
        // Not at once: somebody may be reading it there.
        await sql`
          insert into file_removal (store, key, due_at) values (${left}, ${key}, now() + interval '1 hour')
            on conflict do nothing`.execute(tx);
      }
    });
  }
}
