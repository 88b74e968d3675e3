import { done, notFound, refused, unknown, type NotFound, type Outcome } from '../../ports/outcome.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';
import type { ServiceRecord, ServiceRecords } from '../../ports/service-records.ts';
import { parseObject } from '../http/read-answer.ts';
import type { OpnClient } from './client.ts';
import { isSigned } from './signature.ts';
import { errorOf, isNotFound, readEvent, readId, readPage, refusalOf, type OpnRecord } from './transform.ts';

const PAGE = 100;
const MOST_PAGES = 200;
/** Time by which the service's clock may be off. */
const SLACK_MS = 60 * 60_000;

export interface OpnRecordsParts<R extends OpnRecord> {
  client: OpnClient;
  records: ServiceRecords;
  /** Under which our requests are recorded. */
  service: string;
  object: 'charge' | 'transfer';
  read: (value: unknown) => R | null;
  /** Secret of the webhooks, in base64. */
  webhookSecret: string;
}

/**
 * What charges and transfers of Opn share. They are asked about by the service's id, which is kept with our reference.
 * No key makes a repeated request harmless, so that a request is sent once.
 */
export class OpnRecords<R extends OpnRecord> {
  readonly #parts: OpnRecordsParts<R>;
  readonly #path: string;

  constructor(parts: OpnRecordsParts<R>) {
    this.#parts = parts;
    this.#path = `/${parts.object}s`;
  }

  /** Returns the request that was sent under a reference; undefined when none was. */
  sent(reference: string): Promise<ServiceRecord | undefined> {
    return this.#parts.records.find(this.#parts.service, reference);
  }

  /**
   * Sends a request, unless one was sent under its reference before.
   * @param metadata kept by the service beside our reference
   */
  async request(reference: string, content: object, metadata: object = {}): Promise<Outcome<R>> {
    const { client, records, service, read } = this.#parts;
    if (!(await records.begin(service, reference))) return unknown('it was sent before');
    const answer = await client.post(this.#path, { ...content, metadata: { ...metadata, reference } });
    if (answer.outcome === 'unknown') {
      if (!answer.sent) await records.drop(service, reference);
      return answer;
    }
    const refusal = refusalOf(answer);
    if (refusal !== '') {
      await records.drop(service, reference);
      return refused(refusal);
    }
    const record = answer.status === 200 ? read(answer.body) : null;
    if (record?.reference !== reference)
      return unknown(errorOf(answer) || `status ${answer.status} without a record`);
    await records.keep(service, reference, record.id);
    return done(record);
  }

  /** Asks about a request. One whose answer was lost is looked for in the list. */
  async ask(reference: string, { theirs, begunAt }: ServiceRecord): Promise<Outcome<R> | NotFound> {
    if (theirs !== null) {
      const asked = await this.#askById(theirs);
      if (asked.outcome === 'not_found') return unknown('the record is gone');
      if (asked.outcome !== 'done' || asked.value.reference === reference) return asked;
      return unknown('the record has another reference');
    }
    const { records, service, read } = this.#parts;
    const until = new Date(begunAt.getTime() + SLACK_MS);
    const listed = await this.list(begunAt, until);
    if (listed.outcome !== 'done') return listed;
    const own = listed.value.map(read).filter((record) => record?.reference === reference);
    const [record] = own;
    if (!record) return notFound;
    if (own.length > 1) return unknown('several records have the reference');
    await records.keep(service, reference, record.id);
    return done(record);
  }

  /**
   * Reads a webhook and asks about the record that it names.
   * @returns the record; null when it is not signed; `nothing` when it is about nothing of ours; `unconfirmed` when
   *   the service does not tell
   */
  async confirm(callback: IncomingCallback): Promise<R | 'nothing' | 'unconfirmed' | null> {
    const { records, service, object, webhookSecret } = this.#parts;
    if (!isSigned(callback, webhookSecret)) return null;
    const event = readEvent(parseObject(callback.rawBody));
    const id = event?.object === object ? readId(event.id, object) : '';
    if (id === '') return 'nothing';
    const asked = await this.#askById(id);
    if (asked.outcome === 'not_found') return 'nothing';
    if (asked.outcome !== 'done') return 'unconfirmed';
    const { reference } = asked.value;
    const sent = reference === '' ? undefined : await this.sent(reference);
    if (!sent || (sent.theirs !== null && sent.theirs !== id)) return 'nothing';
    await records.keep(service, reference, id);
    return asked.value;
  }

  async #askById(id: string): Promise<Outcome<R> | NotFound> {
    const { client, read } = this.#parts;
    const answer = await client.get(`${this.#path}/${id}`);
    if (answer.outcome === 'unknown') return answer;
    if (isNotFound(answer)) return notFound;
    const record = answer.status === 200 ? read(answer.body) : null;
    return record?.id === id
      ? done(record)
      : unknown(errorOf(answer) || `status ${answer.status}, no record`);
  }

  /** Reads the list of a period, oldest first. @returns the entries as they were sent; unknown when it breaks off */
  async list(since: Date, until: Date): Promise<Outcome<unknown[]>> {
    const entries: unknown[] = [];
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const query = new URLSearchParams({
        from: new Date(Math.max(0, since.getTime() - SLACK_MS)).toISOString(),
        to: until.toISOString(),
        order: 'chronological',
        limit: String(PAGE),
        offset: String(entries.length),
      });
      const answer = await this.#parts.client.get(`${this.#path}?${query.toString()}`);
      if (answer.outcome === 'unknown') return answer;
      const read = readPage(answer);
      if (!read) return unknown(errorOf(answer) || `status ${answer.status}, no list`);
      entries.push(...read.entries);
      if (entries.length >= read.total) return done(entries);
      if (read.entries.length === 0) return unknown('the list breaks off');
    }
    return unknown('the list is too long');
  }
}
