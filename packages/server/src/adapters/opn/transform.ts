import type { Minor } from '@krapao/contract/money';
import type { PayoutStatus } from '../../ports/bank.ts';
import {
  isObject,
  readCode,
  readObject,
  readSatang,
  readText,
  readTime,
  type JsonObject,
} from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';

type Answer = Pick<ServiceAnswer, 'status' | 'body'>;

/** Most characters that are kept of a record. */
const LONGEST_KEPT = 20_000;
const REFUSING: readonly number[] = [400, 404, 422];
/** Codes that refuse a new charge, recipient or transfer for its content. */
const REFUSALS: readonly string[] = [
  'bad_request',
  'invalid_amount',
  'invalid_bank_account',
  'invalid_recipient',
  'insufficient_balance',
  'transfers_suspended',
  'not_found',
];

/** Returns the code of an error; empty for any other answer. */
export const errorOf = ({ body }: Answer): string =>
  body['object'] === 'error' ? readCode(body['code']) : '';

/** Returns the code by which a request was refused; empty when the answer does not say that nothing happened. */
export function refusalOf(answer: Answer): string {
  const code = errorOf(answer);
  return REFUSING.includes(answer.status) && REFUSALS.includes(code) ? code : '';
}

/** Returns whether the service says that it has no such record. */
export const isNotFound = (answer: Answer): boolean =>
  answer.status === 404 && errorOf(answer) === 'not_found';

export type OpnObject = 'charge' | 'transfer' | 'recipient';
const PREFIX: Readonly<Record<OpnObject, string>> = { charge: 'chrg', transfer: 'trsf', recipient: 'recp' };

/** Reads the service's id of an object. It becomes a part of a path. */
export function readId(value: unknown, object: OpnObject): string {
  const id = readText(value);
  return new RegExp(`^${PREFIX[object]}(_test)?_[0-9a-z]{1,60}$`).test(id) ? id : '';
}

/** What charges and transfers have in common. */
export interface OpnRecord {
  id: string;
  /** Our reference; empty where the record has none. */
  reference: string;
  /** The record as it was sent, as JSON. */
  text: string;
}

/** A charge, as the service has it on record. */
export interface Charge extends OpnRecord {
  status: string;
  isPaid: boolean;
  isRefunded: boolean;
  isBaht: boolean;
  amount: Minor | null;
  paidAt: Date | null;
  /** Code of the gateway whose order it is; empty where it tells none. */
  gateway: string;
  /** Address of the picture of its QR code; empty where there is none. */
  picture: string;
}

/** A transfer, as the service has it on record. */
export interface Transfer extends OpnRecord {
  isSent: boolean;
  isPaid: boolean;
  isDeleted: boolean;
  isTriedOnce: boolean;
  failure: string;
  amount: Minor | null;
  /** What reaches the receiver, without the fee; null where the record tells no fee. */
  net: Minor | null;
}

function readRecord(value: unknown, object: OpnObject): (OpnRecord & { data: JsonObject }) | null {
  const data = readObject(value);
  const id = readId(data['id'], object);
  if (data['object'] !== object || id === '') return null;
  const reference = readText(readObject(data['metadata'])['reference']);
  return { id, reference, data, text: JSON.stringify(data).slice(0, LONGEST_KEPT) };
}

/** Reads a charge; null when it is none. */
export function readCharge(value: unknown): Charge | null {
  const record = readRecord(value, 'charge');
  const status = readText(record?.data['status']);
  if (!record || status === '') return null;
  const { data, ...rest } = record;
  const image = readObject(readObject(readObject(data['source'])['scannable_code'])['image']);
  const refunded = data['refunded_amount'];
  return {
    ...rest,
    status,
    isPaid: data['paid'] === true,
    isRefunded: refunded !== undefined && refunded !== null && refunded !== 0,
    isBaht: readText(data['currency']).toUpperCase() === 'THB',
    amount: readSatang(data['amount']),
    paidAt: readTime(data['paid_at']),
    gateway: readText(readObject(data['metadata'])['gateway']),
    picture: readText(image['download_uri']),
  };
}

/** Reads a transfer; null when it is none. */
export function readTransfer(value: unknown): Transfer | null {
  const record = readRecord(value, 'transfer');
  if (!record) return null;
  const { data, ...rest } = record;
  const { sent, paid } = data;
  if (typeof sent !== 'boolean' || typeof paid !== 'boolean') return null;
  const code = data['failure_code'];
  const amount = readSatang(data['amount']);
  const isBaht = readText(data['currency']).toUpperCase() === 'THB';
  return {
    ...rest,
    isSent: sent,
    isPaid: paid,
    isDeleted: data['deleted'] === true,
    isTriedOnce: data['fail_fast'] === true,
    failure: code === undefined || code === null ? '' : readCode(code) || 'unreadable',
    amount: isBaht ? amount : null,
    net: isBaht ? readNet(data, amount) : null,
  };
}

/** The fee is taken from the amount. Older versions of the API tell the fee and not what is left. */
function readNet(data: JsonObject, amount: Minor | null): Minor | null {
  const net = readSatang(data['net']);
  const [fee, vat] = [data['fee'], data['fee_vat'] ?? 0];
  if (net !== null || amount === null) return net;
  if (!Number.isSafeInteger(fee) || !Number.isSafeInteger(vat)) return null;
  return readSatang(Number(amount) - Number(fee) - Number(vat));
}

/** Failures of a transfer that was not sent to the bank. */
const BEFORE_SENDING: readonly string[] = [
  'insufficient_balance',
  'invalid_recipient',
  'transfers_suspended',
  'transfer_deleted',
];

/**
 * Returns what became of a transfer; null when its record does not tell: a failure that no document names, one of a
 * transfer that was sent all the same, or one that the service tries again.
 */
export function statusOf({ isPaid, isSent, isDeleted, isTriedOnce, failure }: Transfer): PayoutStatus | null {
  if (isPaid) return failure === '' ? 'done' : null;
  if (failure === '' && !isDeleted) return 'accepted';
  if (failure === '' || BEFORE_SENDING.includes(failure)) return isSent ? null : 'refused';
  return failure === 'transfer_failed' && isTriedOnce ? 'refused' : null;
}

/** Reads a page of a list, with the number of entries in all. Null for anything else. */
export function readPage(answer: Answer): { entries: readonly unknown[]; total: number } | null {
  const { object, data, total } = answer.body;
  if (answer.status !== 200 || object !== 'list' || !Array.isArray(data)) return null;
  const isCount = typeof total === 'number' && Number.isSafeInteger(total) && total >= 0;
  return isCount ? { entries: data as unknown[], total } : null;
}

/** Returns the object in a webhook's event, with its name; null when there is none. */
export function readEvent(body: JsonObject | null): { object: string; id: unknown } | null {
  const data = body?.['data'];
  return body?.['object'] === 'event' && isObject(data)
    ? { object: readText(data['object']), id: data['id'] }
    : null;
}
