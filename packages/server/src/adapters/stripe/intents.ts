import { done, notFound, unknown, type NotFound, type Outcome } from '../../ports/outcome.ts';
import type { ServiceRecord, ServiceRecords } from '../../ports/service-records.ts';
import { isObject } from '../http/read-answer.ts';
import type { StripeClient } from './client.ts';
import { errorOf, isNotFound, readId, readIntent, readPage, type Intent } from './transform.ts';

export const INTENTS = '/v1/payment_intents';
/** Time for which a repeated request certainly is the first one. The service forgets keys after a day. */
export const REPEATABLE_MS = 20 * 60 * 60_000;

const PAGE = 100;
const MOST_PAGES = 200;
/** Time by which the service's clock may be off. */
const SLACK_MS = 60 * 60_000;

/** Asks Stripe about payment intents. */
export class StripeIntents {
  readonly #client: StripeClient;
  readonly #records: ServiceRecords;
  /** Under which our requests are recorded. */
  readonly #service: string;

  constructor(parts: { client: StripeClient; records: ServiceRecords; service: string }) {
    this.#client = parts.client;
    this.#records = parts.records;
    this.#service = parts.service;
  }

  async askById(id: string): Promise<Outcome<Intent> | NotFound> {
    const answer = await this.#client.get(`${INTENTS}/${id}?expand[]=latest_charge`);
    if (answer.outcome === 'unknown') return answer;
    if (isNotFound(answer)) return notFound;
    const intent = answer.status === 200 ? readIntent(answer.body) : null;
    if (intent?.id === id) return done(intent);
    return unknown(errorOf(answer).code || `status ${answer.status}, no record`);
  }

  /** Asks about an order. One whose answer was lost is looked for in the list. */
  async ask(reference: string, { theirs, begunAt }: ServiceRecord): Promise<Outcome<Intent> | NotFound> {
    if (theirs !== null) {
      const asked = await this.askById(theirs);
      if (asked.outcome === 'not_found') return unknown('the record is gone');
      if (asked.outcome !== 'done' || asked.value.reference === reference) return asked;
      return unknown('the record has another reference');
    }
    const listed = await this.list(begunAt, new Date(begunAt.getTime() + REPEATABLE_MS));
    if (listed.outcome !== 'done') return listed;
    const own = listed.value.map(readIntent).filter((intent) => intent?.reference === reference);
    const [intent] = own;
    if (!intent) return notFound;
    if (own.length > 1) return unknown('several records have the reference');
    await this.#records.keep(this.#service, reference, intent.id);
    return done(intent);
  }

  /** Reads the list of a period, newest first. @returns the entries as they were sent */
  async list(since: Date, until: Date): Promise<Outcome<unknown[]>> {
    const entries: unknown[] = [];
    let after = '';
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({
        'created[gte]': secondsOf(since.getTime() - SLACK_MS),
        'created[lte]': secondsOf(until.getTime() + SLACK_MS),
        'expand[]': 'data.latest_charge',
        limit: String(PAGE),
        ...(after !== '' && { starting_after: after }),
      });
      const answer = await this.#client.get(`${INTENTS}?${query.toString()}`);
      if (answer.outcome === 'unknown') return answer;
      const read = readPage(answer);
      if (!read) return unknown(errorOf(answer).code || `status ${answer.status}, no list`);
      entries.push(...read.entries);
      if (!read.hasMore) return done(entries);
      const last = read.entries.at(-1);
      after = isObject(last) ? readId(last['id']) : '';
      if (after === '') return unknown('the list breaks off');
    }
    return unknown('the list is too long');
  }
}

const secondsOf = (ms: number): string => String(Math.max(0, Math.floor(ms / 1_000)));
