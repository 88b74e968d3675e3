import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { hashToken, newToken, type Secrets } from '../../kernel/secrets.ts';

/** URL prefix of the pages; the token follows. */
export const LAUNCH_PAGE = '/api/launch/';

/** Lifetime of a page. The browser opens the link at once. */
const VALID_S = 60;
/** Maximum size of a page. A page that posts a form is small. */
const MAX_BYTES = 256 * 1024;

/** Context that binds a sealed page to its provider and token. */
export const sealContext = (provider: string, hash: Buffer): string =>
  `launch:${provider}:${hash.toString('hex')}`;

/**
 * Stores the pages with which providers answer a launch until the browser fetches them, perhaps from another
 * process. A page grants access to the member's account. So it is stored encrypted, under the hash of an
 * unguessable token, and deleted on the first fetch.
 */
export class LaunchPages {
  readonly #database: Database;
  readonly #secrets: Secrets;

  constructor(parts: { database: Database; secrets: Secrets }) {
    this.#database = parts.database;
    this.#secrets = parts.secrets;
  }

  /** @returns the path that serves the page once; undefined for a page that is too long */
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

  /** Returns the page and deletes it; undefined when it is used, expired or unknown. */
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
      html: this.#secrets.unseal(row.sealed_html, sealContext(row.provider, hash)),
    };
  }
}
