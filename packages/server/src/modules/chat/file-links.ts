import type { Clock } from '../../kernel/clock.ts';
import { sameText, type Secrets } from '../../kernel/secrets.ts';
import { CHAT_FILE } from './files.ts';

const HOUR_S = 3_600;
/** How long a browser may open a file by its link; the history renews it. */
const BROWSER_LIFE_S = 12 * HOUR_S;
/** How long the support desk may. */
const DESK_LIFE_S = 14 * 24 * HOUR_S;
/** Links of the same hour are the same, so that a browser loads a file once. */
const STEP_S = HOUR_S;

/** Who gets a link. */
export type LinkFor = 'browser' | 'desk';

/** The query of a link: when it ends, in seconds since 1970, and the signature over that and the file's name. */
export interface LinkQuery {
  until?: string | undefined;
  signature?: string | undefined;
}

/**
 * Links to files of the chat. A link ends after some hours: logs of proxies, histories and referrers keep addresses, and
 * what they keep opens nothing any more.
 */
export class FileLinks {
  readonly #secrets: Secrets;
  readonly #clock: Clock;

  constructor(secrets: Secrets, clock: Clock) {
    this.#secrets = secrets;
    this.#clock = clock;
  }

  /** The address of a file for some hours. An address that is not a file's of ours stays what it is. */
  sign(url: string, whose: LinkFor = 'browser'): string {
    if (!url.startsWith(CHAT_FILE)) return url;
    const path = url.split('?')[0] ?? url;
    const life = whose === 'browser' ? BROWSER_LIFE_S : DESK_LIFE_S;
    const until = String(Math.floor(this.#nowS() / STEP_S) * STEP_S + life);
    return `${path}?until=${until}&signature=${this.#signatureOf(path.slice(CHAT_FILE.length), until)}`;
  }

  /** Whether a link opens the file of that name now. */
  opens(name: string, { until = '', signature = '' }: LinkQuery): boolean {
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
