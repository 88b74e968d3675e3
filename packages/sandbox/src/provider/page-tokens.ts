/**
 * The tokens of a log-in page, in the form of one well-known web framework: a state valid for one post within
 * five minutes, the page's generator, and the pressed button.
 */
import { createHash, randomBytes } from 'node:crypto';

const PAGE_VALID_MS = 5 * 60_000;
/** Maximum number of open pages; beyond it the oldest are dropped. */
const MAX_OPEN = 10_000;
const PRESSED = 'btnLogin';

const TOKEN_NAMES = ['__VIEWSTATE', '__VIEWSTATEGENERATOR', '__EVENTTARGET', '__EVENTARGUMENT'] as const;
export type FormTokens = Readonly<Record<(typeof TOKEN_NAMES)[number], string>>;

/** Returns eight characters that are the same for every page of a provider. */
const generatorOf = (provider: string): string =>
  createHash('sha256').update(provider).digest('hex').slice(0, 8).toUpperCase();

/** Tokens live in memory: a restart expires every open page. */
export class PageTokens {
  readonly #now: () => number;
  /** Expiry of each state, oldest first; all have the same lifetime. */
  readonly #open = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the tokens of a new page. */
  issue(provider: string): FormTokens {
    this.#forget();
    const state = randomBytes(48).toString('base64');
    this.#open.set(`${provider}/${state}`, this.#now() + PAGE_VALID_MS);
    return {
      __VIEWSTATE: state,
      __VIEWSTATEGENERATOR: generatorOf(provider),
      __EVENTTARGET: PRESSED,
      __EVENTARGUMENT: '',
    };
  }

  /** Consumes a page's state. @returns whether the tokens belong to an open page. */
  redeem(provider: string, given: Readonly<Record<string, unknown>>): boolean {
    const key = `${provider}/${String(given['__VIEWSTATE'])}`;
    const endsAt = this.#open.get(key) ?? 0;
    this.#open.delete(key);
    return (
      endsAt > this.#now() &&
      given['__VIEWSTATEGENERATOR'] === generatorOf(provider) &&
      given['__EVENTTARGET'] === PRESSED &&
      given['__EVENTARGUMENT'] === ''
    );
  }

  #forget(): void {
    const now = this.#now();
    for (const [key, endsAt] of this.#open) {
      if (endsAt > now && this.#open.size < MAX_OPEN) return;
      this.#open.delete(key);
    }
  }
}
