import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import { ContentError } from './read.ts';

/** Author and reason of a version; empty if not given. */
export interface LoadedBy {
  by: string;
  note: string;
}

/** A version of the content, without its value. */
export interface ContentVersion extends LoadedBy {
  number: number;
  digest: string;
  loadedAt: Date;
}

/** Content as JSON text, and its hash. */
interface Stored {
  digest: string;
  value: string;
}

/**
 * The versions of the content. The database creates one for each content that becomes active (migration
 * 0042), numbered in order, and keeps the newest hundred. The newest is active.
 */
export class ContentVersions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Activates content.
   * @returns the number of the new version; undefined if the same content was already active
   */
  put({ digest, value }: Stored, loadedBy: LoadedBy): Promise<number | undefined> {
    return this.#change(
      loadedBy,
      // A concurrent save waits here for the first one's row lock.
      sql`insert into content (version, value, loaded_at) values (${digest}, ${value}::jsonb, now())
        on conflict (singleton) do update
          set version = excluded.version, value = excluded.value, loaded_at = excluded.loaded_at
          where content.version <> excluded.version
        returning version`,
    );
  }

  /** Activates content if there is none yet. Content that another process has stored meanwhile stays. */
  putFirst({ digest, value }: Stored, loadedBy: LoadedBy): Promise<number | undefined> {
    return this.#change(
      loadedBy,
      sql`insert into content (version, value, loaded_at) values (${digest}, ${value}::jsonb, now())
        on conflict (singleton) do nothing returning version`,
    );
  }

  /**
   * Activates an earlier version again, as a new version.
   * @returns the number of the new version; undefined if the same content was already active
   */
  goBack(number: number, loadedBy: LoadedBy): Promise<number | undefined> {
    return this.#change(
      loadedBy,
      sql`update content set version = v.digest, value = v.value, loaded_at = now()
        from content_version v where v.number = ${number} and content.version <> v.digest
        returning content.version`,
    );
  }

  /** Returns all kept versions, newest first. */
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

  /** @throws ContentError if the version does not exist (any more) */
  async find(number: number): Promise<{ digest: string; value: unknown }> {
    const row = await this.#database.queries
      .selectFrom('content_version')
      .select(['digest', 'value'])
      .where('number', '=', BigInt(number))
      .executeTakeFirst();
    if (!row) throw new ContentError([`there is no version ${number}: see npm run tool -- content list`]);
    return row;
  }

  /** @param change returns a row if it has activated other content */
  #change(loadedBy: LoadedBy, change: RawBuilder<unknown>): Promise<number | undefined> {
    return this.#database.transaction(async (tx) => {
      const { rows } = await change.execute(tx);
      if (rows.length === 0) return undefined;
      // The row of `content` is locked, so the newest version is the one created by this change.
      const newest = await sql<{ number: bigint }>`
        update content_version set loaded_by = ${loadedBy.by}, note = ${loadedBy.note}
          where number = (select max(number) from content_version) returning number`.execute(tx);
      return Number(newest.rows[0]?.number);
    });
  }
}
