import { workContext } from '@krapao/server/kernel/work-context';
import pg from 'pg';

/** A statement as it was sent to the database. */
export interface SentQuery {
  text: string;
  values: readonly unknown[];
}

/**
 * Statements that any call may happen to trigger: batched messages between processes, and the check every few
 * seconds whether the content in memory is current.
 */
const NOT_OF_A_CALL = ['pg_notify(', 'select "version" from "content"'];

/** Argument of `pg`: a text, or an object of the library with a text. */
type Sent = string | { text?: string; values?: unknown[] };
type Send = (this: pg.Client, sent: Sent, values?: unknown, ...more: unknown[]) => unknown;

/**
 * Records the statements that this process sends to PostgreSQL on behalf of each request: each is a round
 * trip, `begin` and `commit` too.
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

  /** Returns the statements sent on behalf of a request so far. */
  of(requestId: string): readonly SentQuery[] {
    return this.#ofRequest.get(requestId) ?? [];
  }

  /** Stops recording. */
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
