import { createHash } from 'node:crypto';
import type { Database } from '../database/open.ts';
import { isDatabaseAway } from '../kernel/database-away.ts';
import type { Content } from './schema.ts';

const FRESH_MS = 5_000;

/** The operator's content as the database holds it, shared by all processes. */
export class ContentStore {
  readonly #database: Database;
  /** A promise is kept, so that those who ask make none. */
  #current: { content: Promise<Content>; version: string; checkedAt: number } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Puts content in place of what was there. */
  async save(content: Content): Promise<void> {
    const value = JSON.stringify(content);
    const row = { version: createHash('sha256').update(value).digest('hex'), value, loaded_at: new Date() };
    await this.#database.queries
      .insertInto('content')
      .values(row)
      .onConflict((conflict) => conflict.column('singleton').doUpdateSet(row))
      .execute();
    this.#current = undefined;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#version()) === undefined;
  }

  /** The content; at most some seconds older than what another process saved. */
  get(): Promise<Content> {
    const known = this.#current;
    if (known && Date.now() - known.checkedAt < FRESH_MS) return known.content;
    return this.#look();
  }

  async #look(): Promise<Content> {
    const known = this.#current;
    let version: string | undefined;
    try {
      version = await this.#version();
    } catch (error) {
      // What was right some seconds ago serves while the database is away.
      if (!known || !isDatabaseAway(error)) throw error;
      known.checkedAt = Date.now();
      return known.content;
    }
    if (version === undefined)
      throw new Error('there is no operator content; load it with `npm run content`');
    if (known?.version === version) {
      known.checkedAt = Date.now();
      return known.content;
    }
    const row = await this.#database.queries
      .selectFrom('content')
      .select(['value', 'version'])
      .executeTakeFirstOrThrow();
    const content = row.value as unknown as Content;
    this.#current = { content: Promise.resolve(content), version: row.version, checkedAt: Date.now() };
    return content;
  }

  async #version(): Promise<string | undefined> {
    const row = await this.#database.queries.selectFrom('content').select('version').executeTakeFirst();
    return row?.version;
  }
}
