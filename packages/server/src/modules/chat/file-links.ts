import type { Clock } from '../../kernel/clock.ts';
import { sameText, type Secrets } from '../../kernel/secrets.ts';
import { CHAT_FILE } from './files.ts';

const HOUR_S = 3_600;
/** Lifetime of a browser's link; reading the history renews it. */
const BROWSER_LIFE_S = 12 * HOUR_S;
/** Lifetime of the support desk's link. */
const DESK_LIFE_S = 14 * 24 * HOUR_S;
/** Links signed in the same hour are identical, so a browser can cache the file. */
const STEP_S = HOUR_S;

/** Recipient of a link. */
export type LinkFor = 'browser' | 'desk';

/**
 * Query of a link: its expiry in seconds since 1970, and the signature over the expiry and the file's name.
 */
export interface LinkQuery {
  until?: string | undefined;
  signature?: string | undefined;
}

/**
 * Signs links to files of the chat. Links expire after some hours, so URLs in proxy logs, histories and
 * referrers become useless.
 */
export class FileLinks {
  readonly #secrets: Secrets;
  readonly #clock: Clock;

  constructor(parts: { secrets: Secrets; clock: Clock }) {
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
  }

  /** Returns a signed link for the URL of a chat file. Other URLs are returned unchanged. */
  sign(url: string, whose: LinkFor = 'browser'): string {
    if (!url.startsWith(CHAT_FILE)) return url;
    const path = url.split('?')[0] ?? url;
    const life = whose === 'browser' ? BROWSER_LIFE_S : DESK_LIFE_S;
    const until = String(Math.floor(this.#nowS() / STEP_S) * STEP_S + life);
    return `${path}?until=${until}&signature=${this.#signatureOf(path.slice(CHAT_FILE.length), until)}`;
  }

  /** Returns whether a link is valid for the file now. */
  accepts(name: string, { until = '', signature = '' }: LinkQuery): boolean {
    if (!/^\d{1,12}$/.test(until) || Number(until) <= this.#nowS()) return false;
    return sameText(signature, this.#signatureOf(name, until));
  }

  #nowS(): number {
    return this.#clock.now().getTime() / 1_000;
  }

  #signatureOf(name: string, until: string): string {
    return this.#secrets.digest('chat file', name, until).toString('base64url');
  }
}
