/**
 * Access to a provider's site: one-time links handed to the operator, and the sessions opened by them. Both
 * are stored by the hash of the browser's secret.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Lang, LaunchRecord, SiteSessionRecord } from '../store/records.ts';
import type { Change, Store } from '../store/store.ts';

const LAUNCH_VALID_MS = 60_000;
export const SESSION_VALID_MS = 8 * 3600_000;

const freshToken = (): string => randomBytes(24).toString('base64url');
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export class SiteAccess {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** @returns the token of a link that works once, within a minute. */
  launch(provider: string, username: string, lang: Lang): string {
    const token = freshToken();
    const value: LaunchRecord = { provider, username, lang, expiresAt: this.#now() + LAUNCH_VALID_MS };
    this.#store.commit([...this.#expired(), { table: 'launches', key: hashOf(token), value }]);
    return token;
  }

  /**
   * Consumes a link. @returns the cookie of a new session, or null when the link is used, expired or unknown.
   */
  redeem(provider: string, token: string): string | null {
    const key = hashOf(token);
    const launch = this.#store.get('launches', key);
    if (!launch || launch.provider !== provider || launch.expiresAt <= this.#now()) return null;
    const cookie = freshToken();
    this.#store.commit([
      { table: 'launches', key, value: null },
      this.#sessionChange(cookie, provider, launch.username, launch.lang),
    ]);
    return cookie;
  }

  /** Signs in a player after the password check. @returns the cookie. */
  signIn(provider: string, username: string, lang: Lang): string {
    const cookie = freshToken();
    this.#store.commit([...this.#expired(), this.#sessionChange(cookie, provider, username, lang)]);
    return cookie;
  }

  session(provider: string, cookie: string): SiteSessionRecord | null {
    const session = this.#store.get('siteSessions', hashOf(cookie));
    return session && session.provider === provider && session.expiresAt > this.#now() ? session : null;
  }

  signOut(cookie: string): void {
    this.#store.commit([{ table: 'siteSessions', key: hashOf(cookie), value: null }]);
  }

  /** Ends every session and unused link of a player. */
  signOutPlayer(provider: string, username: string): void {
    this.#store.commit(
      this.#removals((record) => record.provider === provider && record.username === username),
    );
  }

  #sessionChange(cookie: string, provider: string, username: string, lang: Lang): Change {
    const value: SiteSessionRecord = { provider, username, lang, expiresAt: this.#now() + SESSION_VALID_MS };
    return { table: 'siteSessions', key: hashOf(cookie), value };
  }

  #expired(): Change[] {
    const now = this.#now();
    return this.#removals((record) => record.expiresAt <= now);
  }

  #removals(matches: (record: LaunchRecord | SiteSessionRecord) => boolean): Change[] {
    const tables = ['launches', 'siteSessions'] as const;
    return tables.flatMap((table) =>
      this.#store
        .entries(table)
        .filter(([, record]) => matches(record))
        .map(([key]): Change => ({ table, key, value: null })),
    );
  }
}
