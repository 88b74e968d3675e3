/**
 * The tokens of a log-in page, as one well-known family of web sites has them: a state that works for one
 * post and five minutes, what made the page, and what was pressed on it.
 */
import { createHash, randomBytes } from 'node:crypto';

export const PAGE_VALID_MS = 5 * 60_000;
/** Of more open pages than these the oldest are forgotten. */
const MAX_OPEN = 10_000;
const PRESSED = 'btnLogin';

export const TOKEN_NAMES = [
  '__VIEWSTATE',
  '__VIEWSTATEGENERATOR',
  '__EVENTTARGET',
  '__EVENTARGUMENT',
] as const;
export type FormTokens = Readonly<Record<(typeof TOKEN_NAMES)[number], string>>;

/** Eight signs that are the same for every page of a provider. */
const generatorOf = (provider: string): string =>
  createHash('sha256').update(provider).digest('hex').slice(0, 8).toUpperCase();

/** Tokens live in memory: after a restart an open page is simply too old. */
export class PageTokens {
  readonly #now: () => number;
  /** When each state ends, oldest first; they all live equally long. */
  readonly #open = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The tokens of a fresh page. */
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

  /** Uses a page's state up. @returns whether the tokens are those of a page that was open. */
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
