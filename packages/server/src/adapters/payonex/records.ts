import { createHash } from 'node:crypto';
import {
  done,
  notFound,
  refused,
  unknown,
  type NotFound,
  type Outcome,
  type Refused,
  type Unknown,
} from '../../ports/outcome.ts';
import type { ServiceRecord, ServiceRecords } from '../../ports/service-records.ts';
import { isObject, readObject } from '../http/read-answer.ts';
import type { PayonexClient } from './client.ts';
import {
  isNotFound,
  isSuccess,
  readPage,
  readRecord,
  readUuid,
  refusalOf,
  type PayonexRecord,
} from './transform.ts';

/** The person on the other side of a deposit or payout. */
export interface Party {
  name: string;
  bankCode: string;
  accountNo: string;
}

export type PayonexType = 'deposit' | 'withdraw';

export interface PayonexParts {
  client: PayonexClient;
  records: ServiceRecords;
  /** The service's codes of banks, by ours, where they differ: `TTB` is `TMB`. */
  bankCodes: ReadonlyMap<string, string>;
  /** Code of the gateway whose deposits these are; empty for payouts. */
  gateway: string;
}

const PAGE = 100;
const MOST_PAGES = 100;
/** Time by which the service's clock and the order of its list may be off. */
const SLACK_MS = 60 * 60_000;
const CUSTOMERS = 'payonex:customer';
const OTHER = { deposit: 'withdraw', withdraw: 'deposit' } as const;
/** Returns under which name requests are recorded. Two gateways may use the service, each with its own account. */
const serviceOf = (type: PayonexType, gateway: string): string =>
  type === 'withdraw' || gateway === '' || gateway === 'PAYONEX'
    ? `payonex:${type}`
    : `payonex:${type}:${gateway}`;

/**
 * What deposits and payouts of PayoneX share. The service is asked by its own uuid, which is kept with our reference. A
 * request is sent once: the service does not say that a repeated reference has no second effect.
 */
export class PayonexRecords {
  readonly #client: PayonexClient;
  readonly #records: ServiceRecords;
  readonly #bankCodes: ReadonlyMap<string, string>;
  readonly #type: PayonexType;
  readonly #gateway: string;
  /** Under which our requests are recorded. */
  readonly #service: string;

  constructor({ client, records, bankCodes, gateway }: PayonexParts, type: PayonexType) {
    this.#client = client;
    this.#records = records;
    this.#bankCodes = bankCodes;
    this.#type = type;
    this.#gateway = gateway;
    this.#service = serviceOf(type, gateway);
  }

  /** Returns the request that was sent under a reference; undefined when none was. */
  sent(reference: string): Promise<ServiceRecord | undefined> {
    return this.#records.find(this.#service, reference);
  }

  /**
   * Sends a request, unless one was sent under its reference before.
   * @returns the fields of the answer
   */
  async request(
    reference: string,
    party: Party,
    amount: number,
  ): Promise<Outcome<Readonly<Record<string, unknown>>>> {
    const customerUuid = await this.#customer(party);
    if (typeof customerUuid !== 'string') return customerUuid;
    if (!(await this.#records.begin(this.#service, reference))) return unknown('it was sent before');
    const content = { customerUuid, amount, referenceId: reference, note: '', remark: '' };
    const answer = await this.#client.post(`/transactions/${this.#type}/request`, content);
    if (answer.outcome === 'unknown') {
      if (!answer.sent) await this.#records.drop(this.#service, reference);
      return answer;
    }
    const refusal = refusalOf(answer);
    if (refusal !== '') {
      await this.#records.drop(this.#service, reference);
      return refused(`code ${refusal}`);
    }
    const data = readObject(answer.body['data']);
    const uuid = isSuccess(answer) ? readUuid(data['uuid']) : '';
    if (uuid === '') return unknown(`status ${answer.status} without a record`);
    await this.#records.keep(this.#service, reference, uuid);
    return done(data);
  }

  /** Asks about a request. One whose answer was lost is looked for in the list. */
  async ask(
    reference: string,
    { theirs, begunAt }: ServiceRecord,
  ): Promise<Outcome<PayonexRecord> | NotFound> {
    if (theirs !== null) {
      const asked = await this.#askByUuid(theirs, reference);
      return asked.outcome === 'not_found' ? unknown('the record is gone, or is another one') : asked;
    }
    const listed = await this.list(begunAt, (entry) => readRecord(entry)?.reference === reference);
    if (listed.outcome !== 'done') return listed;
    const record = readRecord(listed.value[0]);
    if (!record) return notFound;
    if (listed.value.length > 1) return unknown('several records have the reference');
    const fault = this.#faultOf(record, reference);
    if (fault !== '') return unknown(fault);
    await this.#records.keep(this.#service, reference, record.uuid);
    return done(record);
  }

  /**
   * Asks about the record that an unsigned callback names.
   * @returns the record; null when the callback is about no request of ours; `nothing` when it is about a request of
   *   the other type, whose status is asked for anyway; `unconfirmed` when the service does not tell
   */
  async confirm(uuid: string, reference: string): Promise<PayonexRecord | 'nothing' | 'unconfirmed' | null> {
    if (uuid === '' || reference === '') return null;
    const sent = await this.sent(reference);
    const other = serviceOf(OTHER[this.#type], this.#gateway);
    if (!sent) return (await this.#records.find(other, reference)) ? 'nothing' : null;
    if (sent.theirs !== null && sent.theirs !== uuid) return null;
    const asked = await this.#askByUuid(uuid, reference);
    // A record that is not there or not ours says that the callback is not the service's.
    if (asked.outcome === 'not_found' && sent.theirs === null) return null;
    if (asked.outcome !== 'done') return 'unconfirmed';
    await this.#records.keep(this.#service, reference, uuid);
    return asked.value;
  }

  /** Asks about a record by its uuid. @returns `not_found` also for a record of another reference or type */
  async #askByUuid(uuid: string, reference: string): Promise<Outcome<PayonexRecord> | NotFound> {
    const answer = await this.#client.get(`/transactions/${uuid}`);
    if (answer.outcome === 'unknown') return answer;
    if (isNotFound(answer)) return notFound;
    const record = isSuccess(answer) ? readRecord(answer.body['data']) : null;
    if (!record) return unknown(`status ${answer.status}, no record`);
    return record.uuid === uuid && this.#faultOf(record, reference) === '' ? done(record) : notFound;
  }

  /**
   * Reads the list back to a time. The list's order is not documented: it is read to its end unless it has come newest
   * first.
   * @returns the wanted entries as they were sent; unknown when the list breaks off
   */
  async list(since: Date, isWanted: (entry: unknown) => boolean): Promise<Outcome<unknown[]>> {
    const wanted: unknown[] = [];
    const earliest = since.getTime() - SLACK_MS;
    let [newest, isDescending] = [Number.POSITIVE_INFINITY, true];
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const answer = await this.#client.get(`/transactions?page=${page}&size=${PAGE}`);
      if (answer.outcome === 'unknown') return answer;
      const read = readPage(answer);
      if (!read) return unknown(`status ${answer.status}, no list`);
      for (const entry of read.entries) {
        const at = readRecord(entry)?.createdAt?.getTime();
        if (at === undefined || at > newest) isDescending = false;
        newest = at ?? newest;
        if (isWanted(entry)) wanted.push(entry);
      }
      const isBehind = isDescending && newest < earliest;
      const isLast = read.pages === null ? read.entries.length < PAGE : page >= read.pages;
      if (isBehind || isLast || read.entries.length === 0) return done(wanted);
    }
    return unknown('the list is too long');
  }

  /** Returns why a record is not the one that was asked about; empty when it is. */
  #faultOf(record: PayonexRecord, reference: string): string {
    if (record.reference !== reference) return 'the record has another reference';
    return record.type === this.#type ? '' : 'the record is of another type';
  }

  /** Returns the service's id of a customer, who is entered once. */
  async #customer({ name, bankCode, accountNo }: Party): Promise<string | Refused | Unknown> {
    const content = { name, bankCode: this.#bankCodes.get(bankCode) ?? bankCode, accountNo };
    const of = this.#gateway === '' || this.#gateway === 'PAYONEX' ? content : [this.#gateway, content];
    const ours = createHash('sha256').update(JSON.stringify(of)).digest('hex');
    const known = await this.#records.find(CUSTOMERS, ours);
    if (known?.theirs) return known.theirs;
    const answer = await this.#client.post('/v2/customers', content);
    // Entering a customer moves nothing, so the request behind it was certainly not sent.
    if (answer.outcome === 'unknown') return unknown(`no customer: ${answer.reason}`, false);
    const refusal = refusalOf(answer);
    if (refusal !== '') return refused(`customer: code ${refusal}`);
    const { data } = answer.body;
    const uuid = isSuccess(answer) && isObject(data) ? readUuid(data['customerUuid']) : '';
    if (uuid === '') return unknown(`no customer: status ${answer.status}`, false);
    await this.#records.keep(CUSTOMERS, ours, uuid);
    return uuid;
  }
}
