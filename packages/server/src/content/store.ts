import { createHash } from 'node:crypto';
import type { Database } from '../database/open.ts';
import { isDatabaseAway } from '../kernel/database-away.ts';
import type { Content } from './schema.ts';
import { withDefaults } from './stored-content.ts';
import { ContentVersions, type LoadedBy } from './versions.ts';

const FRESH_MS = 5_000;
const UNKNOWN: LoadedBy = { by: '', note: '' };

/** Prepares a process for serving content. It must not fail. */
export type Prepare = (content: Content) => Promise<void>;

/** The operator's content in the database, shared by all processes. */
export class ContentStore {
  readonly #database: Database;
  readonly #versions: ContentVersions;
  /** The promise is cached, so that callers do not create one each. */
  #current: { content: Promise<Content>; version: string; checkedAt: number } | undefined;
  #looking: Promise<Content> | undefined;
  #saves = 0;
  #prepare: Prepare = async () => {};

  constructor(database: Database) {
    this.#database = database;
    this.#versions = new ContentVersions(database);
  }

  /**
   * Replaces the content with a new version.
   * @returns the number of the version; undefined if the same content was already active
   */
  async save(content: Content, loadedBy = UNKNOWN): Promise<number | undefined> {
    const number = await this.#versions.put(stored(content), loadedBy);
    this.#forget();
    return number;
  }

  /** Fills an empty store. Content that another process has stored meanwhile stays. */
  async saveFirst(content: Content): Promise<void> {
    await this.#versions.putFirst(stored(content), { by: '', note: 'first start' });
    this.#forget();
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#version()) === undefined;
  }

  /**
   * Sets a step that prepares new content before this process serves it. The current content is prepared
   * already.
   */
  beforeServing(prepare: Prepare): void {
    this.#prepare = prepare;
  }

  /** Returns the content, at most some seconds behind a save of another process. */
  get(): Promise<Content> {
    const known = this.#current;
    if (known && Date.now() - known.checkedAt < FRESH_MS) return known.content;
    if (this.#looking) return this.#looking;
    const looking = this.#look().finally(() => {
      if (this.#looking === looking) this.#looking = undefined;
    });
    this.#looking = looking;
    return looking;
  }

  async #look(): Promise<Content> {
    const known = this.#current;
    const saves = this.#saves;
    let version: string | undefined;
    try {
      version = await this.#version();
    } catch (error) {
      // The cached content is used while the database is unavailable.
      if (!known || !isDatabaseAway(error)) throw error;
      known.checkedAt = Date.now();
      return known.content;
    }
    if (version === undefined)
      throw new Error('there is no operator content; load it with `npm run tool -- content`');
    if (known?.version === version) {
      known.checkedAt = Date.now();
      return known.content;
    }
    const row = await this.#database.queries
      .selectFrom('content')
      .select(['value', 'version'])
      .executeTakeFirstOrThrow();
    const content = withDefaults(row.value as object);
    await this.#prepare(content);
    if (saves === this.#saves) {
      this.#current = { content: Promise.resolve(content), version: row.version, checkedAt: Date.now() };
    }
    return content;
  }

  /** Drops the cache after a save. Callers that arrive during a running look-up also look it up again. */
  #forget(): void {
    this.#saves += 1;
    this.#current = undefined;
    this.#looking = undefined;
  }

  async #version(): Promise<string | undefined> {
    const row = await this.#database.queries.selectFrom('content').select('version').executeTakeFirst();
    return row?.version;
  }
}

function stored(content: Content): { digest: string; value: string } {
  const value = JSON.stringify(content);
  return { digest: createHash('sha256').update(value).digest('hex'), value };
}
