import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { hashToken, newToken, type Secrets } from '../../kernel/secrets.ts';

/** Beneath it the pages are had, each by its token. */
export const LAUNCH_PAGE = '/api/launch/';

/** The browser goes there as soon as it has the link. */
const VALID_S = 60;
/** A page that posts a form is small; more than this is none. */
const MAX_BYTES = 256 * 1024;

/** What a page is bound to, so that it opens nowhere else. */
export const sealContext = (provider: string, hash: Buffer): string =>
  `launch:${provider}:${hash.toString('hex')}`;

/**
 * Pages that providers answer a launch with, kept between the call that made them and the browser that
 * fetches them, which may reach another process. A page is as good as a key: it is stored encrypted, under
 * the hash of an address that nobody can guess, and is gone with the first look at it.
 */
export class LaunchPages {
  readonly #database: Database;
  readonly #secrets: Secrets;

  constructor({ database, secrets }: { database: Database; secrets: Secrets }) {
    this.#database = database;
    this.#secrets = secrets;
  }

  /** @returns the path at which the page can be had once; undefined for one that is too long */
  async keep(provider: string, html: string): Promise<string | undefined> {
    if (Buffer.byteLength(html) > MAX_BYTES) return undefined;
    const token = newToken();
    const hash = hashToken(token);
    await this.#database.queries
      .deleteFrom('launch_page')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute();
    await this.#database.queries
      .insertInto('launch_page')
      .values({
        token_hash: hash,
        provider,
        sealed_html: this.#secrets.seal(html, sealContext(provider, hash)),
        expires_at: sql<Date>`now() + ${`${VALID_S} seconds`}::interval`,
      })
      .execute();
    return LAUNCH_PAGE + token;
  }

  /** The page, this one time; undefined when it is used, old or was never there. */
  async take(token: string): Promise<{ provider: string; html: string } | undefined> {
    const hash = hashToken(token);
    const row = await this.#database.queries
      .deleteFrom('launch_page')
      .where('token_hash', '=', hash)
      .returning(['provider', 'sealed_html', sql<boolean>`expires_at > now()`.as('isFresh')])
      .executeTakeFirst();
    if (!row?.isFresh) return undefined;
    return {
      provider: row.provider,
      html: this.#secrets.open(row.sealed_html, sealContext(row.provider, hash)),
    };
  }
}
