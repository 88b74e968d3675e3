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
 * Moves files to the configured store, and removes files from the stores once their rows are deleted. Each
 * step is safe to repeat and safe in two processes at once.
 */
export class FileMover {
  readonly #database: Database;
  readonly #files: StoredFiles;
  readonly #logger: Logger;
  /** Last name that a round reached in each table, so a file that cannot be moved never blocks others. */
  readonly #cursors = new Map<FileKind, string>();

  constructor(parts: { database: Database; files: StoredFiles; logger: Logger }) {
    this.#database = parts.database;
    this.#files = parts.files;
    this.#logger = parts.logger;
  }

  /** Moves a few files of each kind. @returns the number of files moved */
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

  /** Removes a few files whose rows are deleted. @returns whether there may be more */
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
    // With the database store, files in rows need no move.
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

  /** Copies the bytes first and updates the row last. Until then reads use the old store. */
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
      // The bytes to remove: the old ones, or the new ones if the row was deleted meanwhile.
      if (left !== 'row') {
        // Removal is delayed, since a reader may still use these bytes.
        await tx
          .insertInto('file_removal')
          .values({ store: left, key, due_at: sql<Date>`now() + interval '1 hour'` })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    });
  }
}
