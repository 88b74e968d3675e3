import { workContext } from '@krapao/server/kernel/work-context';
import pg from 'pg';

/** A statement as it was sent to the database. */
export interface SentQuery {
  text: string;
  values: readonly unknown[];
}

/**
 * What falls to whichever call is there when it is time: what processes tell each other is gathered and sent, and
 * every few seconds somebody looks whether the content, which is kept in memory, is still the newest.
 */
const NOT_OF_A_CALL = ['pg_notify(', 'select "version" from "content"'];

/** What `pg` is called with: a text, or an object of the library's own that has one. */
type Sent = string | { text?: string; values?: unknown[] };
type Send = (this: pg.Client, sent: Sent, values?: unknown, ...more: unknown[]) => unknown;

/**
 * Hears every statement that this process sends to PostgreSQL, and on behalf of which request: each is a round trip,
 * `begin` and `commit` too.
 */
export class QueryCounter {
  readonly #ofRequest = new Map<string, SentQuery[]>();
  readonly #original = Reflect.get(pg.Client.prototype, 'query') as Send;

  constructor() {
    const hear = (sent: Sent, values: unknown): void => this.#hear(sent, values);
    const original = this.#original;
    function query(this: pg.Client, ...args: Parameters<Send>): unknown {
      hear(args[0], args[1]);
      return original.apply(this, args);
    }
    Reflect.set(pg.Client.prototype, 'query', query);
  }

  /** What has been sent on behalf of a request so far. */
  of(requestId: string): readonly SentQuery[] {
    return this.#ofRequest.get(requestId) ?? [];
  }

  /** Hears no more. */
  stop(): void {
    Reflect.set(pg.Client.prototype, 'query', this.#original);
  }

  #hear(sent: Sent, values: unknown): void {
    const { requestId } = workContext() ?? {};
    if (requestId === undefined) return;
    const query =
      typeof sent === 'string'
        ? { text: sent, values: Array.isArray(values) ? values : [] }
        : { text: sent.text ?? '', values: sent.values ?? (Array.isArray(values) ? values : []) };
    if (NOT_OF_A_CALL.some((text) => query.text.includes(text))) return;
    const known = this.#ofRequest.get(requestId);
    if (known) known.push(query);
    else this.#ofRequest.set(requestId, [query]);
  }
}
