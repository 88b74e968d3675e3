import { unknown, type Unknown } from '../../ports/outcome.ts';
import type { ServiceAnswer } from './service-call.ts';

export interface FetchedToken {
  token: string;
  /** Time from which a new one is fetched, epoch milliseconds; undefined where the service tells none. */
  until?: number;
}

type Call = ServiceAnswer | Unknown;

/** A token of a service. It is fetched once for all calls that wait for it. */
export class SharedToken {
  readonly #fetch: () => Promise<FetchedToken | Unknown>;
  #asked: Promise<FetchedToken | Unknown> | undefined;
  /** Time until which the fetched token is used. */
  #until = Number.POSITIVE_INFINITY;

  /** @param fetch returns a token, or unknown and not sent: the call behind it was not made */
  constructor(fetch: () => Promise<FetchedToken | Unknown>) {
    this.#fetch = fetch;
  }

  /** Returns the token, or why there is none. */
  get(): Promise<FetchedToken | Unknown> {
    if (Date.now() >= this.#until) this.#forget();
    const asked = (this.#asked ??= this.#fetch());
    void asked.then((fetched) => {
      if (this.#asked !== asked) return;
      if ('token' in fetched) this.#until = fetched.until ?? Number.POSITIVE_INFINITY;
      else this.#forget();
    });
    return asked;
  }

  /**
   * Makes a call with the token. A call that is refused for its token had no effect and is made once more with a new
   * one.
   */
  async call(
    send: (token: string) => Promise<Call>,
    isRefused: (answer: ServiceAnswer) => boolean,
  ): Promise<Call> {
    const refuses = (call: Call): boolean => call.outcome === 'answer' && isRefused(call);
    const asked = this.get();
    const first = await asked;
    if (!('token' in first)) return first;
    const answer = await send(first.token);
    if (!refuses(answer)) return answer;
    if (this.#asked === asked) this.#forget();
    const renewed = await this.get();
    if (!('token' in renewed)) return renewed;
    const again = await send(renewed.token);
    return refuses(again) ? unknown('a new token is not taken', false) : again;
  }

  #forget(): void {
    this.#asked = undefined;
    this.#until = Number.POSITIVE_INFINITY;
  }
}
