import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import { ContentError } from './read.ts';

/** Who loaded a version, and why; empty where nobody said. */
export interface LoadedBy {
  by: string;
  note: string;
}

/** A content that was in force at some time, without its value. */
export interface ContentVersion extends LoadedBy {
  number: number;
  digest: string;
  loadedAt: Date;
}

/** Content as text of JSON, and the hash that names it. */
interface Stored {
  digest: string;
  value: string;
}

/**
 * The versions of the content. The database makes one of whatever is put in force (migration 0042), numbered in the
 * order in which they came into force, and keeps the newest hundred. The newest is in force.
 */
export class ContentVersions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Puts content in force.
   * @returns the number of the new version; undefined when the same content was in force already
   */
  put({ digest, value }: Stored, loadedBy: LoadedBy): Promise<number | undefined> {
    return this.#change(
      loadedBy,
      // Whoever comes second waits here for the row of the first.
      sql`insert into content (version, value, loaded_at) values (${digest}, ${value}::jsonb, now())
        on conflict (singleton) do update
          set version = excluded.version, value = excluded.value, loaded_at = excluded.loaded_at
          where content.version <> excluded.version
        returning version`,
    );
  }

  /** Puts content in force where there is none yet; what somebody else has loaded meanwhile stays. */
  putFirst({ digest, value }: Stored, loadedBy: LoadedBy): Promise<number | undefined> {
    return this.#change(
      loadedBy,
      sql`insert into content (version, value, loaded_at) values (${digest}, ${value}::jsonb, now())
        on conflict (singleton) do nothing returning version`,
    );
  }

  /**
   * Puts a version in force again, which makes a new one of it.
   * @returns the number of the new version; undefined when the same content was in force already
   */
  goBack(number: number, loadedBy: LoadedBy): Promise<number | undefined> {
    return this.#change(
      loadedBy,
      sql`update content set version = v.digest, value = v.value, loaded_at = now()
        from content_version v where v.number = ${number} and content.version <> v.digest
        returning content.version`,
    );
  }

  /** All that are kept, newest first. */
  async list(): Promise<ContentVersion[]> {
    const rows = await this.#database.queries
      .selectFrom('content_version')
      .select(['number', 'digest', 'loaded_at', 'loaded_by', 'note'])
      .orderBy('number', 'desc')
      .execute();
    return rows.map(({ number, digest, loaded_at, loaded_by, note }) => ({
      number: Number(number),
      digest,
      loadedAt: loaded_at,
      by: loaded_by,
      note,
    }));
  }

  /** @throws ContentError when there is no such version (any more) */
  async find(number: number): Promise<{ digest: string; value: unknown }> {
    const row = await this.#database.queries
      .selectFrom('content_version')
      .select(['digest', 'value'])
      .where('number', '=', BigInt(number))
      .executeTakeFirst();
    if (!row) throw new ContentError([`there is no version ${number}: see npm run content -- list`]);
    return row;
  }

  /** @param change returns a row when it has put other content in force */
  #change(loadedBy: LoadedBy, change: RawBuilder<unknown>): Promise<number | undefined> {
    return this.#database.transaction(async (tx) => {
      const { rows } = await change.execute(tx);
      if (rows.length === 0) return undefined;
      // The row of `content` is locked: the newest version is the one that was made of this change.
      const newest = await sql<{ number: bigint }>`
        update content_version set loaded_by = ${loadedBy.by}, note = ${loadedBy.note}
          where number = (select max(number) from content_version) returning number`.execute(tx);
      return Number(newest.rows[0]?.number);
    });
  }
}
