import { createHash } from 'node:crypto';
import type { Database } from '../database/open.ts';
import { isDatabaseAway } from '../kernel/database-away.ts';
import type { Content } from './schema.ts';
import { ContentVersions, type LoadedBy } from './versions.ts';

const FRESH_MS = 5_000;
const UNKNOWN: LoadedBy = { by: '', note: '' };

/** Gets a process ready to serve content, and never fails. */
export type Prepare = (content: Content) => Promise<void>;

/** The operator's content as the database holds it, shared by all processes. */
export class ContentStore {
  readonly #database: Database;
  readonly #versions: ContentVersions;
  /** A promise is kept, so that those who ask make none. */
  #current: { content: Promise<Content>; version: string; checkedAt: number } | undefined;
  #looking: Promise<Content> | undefined;
  #saves = 0;
  #prepare: Prepare = async () => {};

  constructor(database: Database) {
    this.#database = database;
    this.#versions = new ContentVersions(database);
  }

  /**
   * Puts content in place of what was there, as a new version.
   * @returns the number of the version; undefined when the same content was in force already
   */
  async save(content: Content, loadedBy = UNKNOWN): Promise<number | undefined> {
    const number = await this.#versions.put(stored(content), loadedBy);
    this.#forget();
    return number;
  }

  /** Fills a store that is empty; what somebody else has loaded meanwhile stays. */
  async saveFirst(content: Content): Promise<void> {
    await this.#versions.putFirst(stored(content), { by: '', note: 'first start' });
    this.#forget();
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#version()) === undefined;
  }

  /** Has other content prepared for before this process serves it. The content of now is prepared for already. */
  beforeServing(prepare: Prepare): void {
    this.#prepare = prepare;
  }

  /** The content; at most some seconds older than what another process saved. */
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
    await this.#prepare(content);
    if (saves === this.#saves) {
      this.#current = { content: Promise.resolve(content), version: row.version, checkedAt: Date.now() };
    }
    return content;
  }

  /** What was saved here is looked up anew, also by those who ask while a look is under way. */
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
