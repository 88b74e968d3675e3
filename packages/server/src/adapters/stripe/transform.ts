import { toDecimal, type Minor } from '@krapao/contract/money';
import {
  isObject,
  plausible,
  readCode,
  readObject,
  readSatang,
  readText,
  type JsonObject,
} from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';

type Answer = Pick<ServiceAnswer, 'status' | 'body'>;

/** Most characters that are kept of a record. */
const LONGEST_KEPT = 20_000;
/** Statuses and types of errors that say that the request itself was refused. */
const REFUSING: readonly number[] = [400, 402, 404];
const REFUSALS: readonly string[] = ['invalid_request_error', 'card_error'];

/** Returns type and code of an error; empty for any other answer. Some errors have no code of their own. */
export function errorOf({ body }: Answer): { type: string; code: string } {
  const error = readObject(body['error']);
  const type = readCode(error['type']);
  return { type, code: readCode(error['code']) || type };
}

/** Returns the code by which a request was refused; empty when the answer does not say that nothing happened. */
export function refusalOf(answer: Answer): string {
  const { type, code } = errorOf(answer);
  return REFUSING.includes(answer.status) && REFUSALS.includes(type) ? code : '';
}

/** Returns whether the service says that it has no such record. */
export const isNotFound = (answer: Answer): boolean =>
  answer.status === 404 && errorOf(answer).code === 'resource_missing';

/** Reads the id of a payment intent. It becomes a part of a path. */
export function readId(value: unknown): string {
  const id = readText(value);
  return /^pi_\w{1,100}$/.test(id) ? id : '';
}

/** A payment intent, as the service has it on record. */
export interface Intent {
  id: string;
  /** Our reference; empty where the record has none. */
  reference: string;
  /** Code of the gateway whose order it is. */
  gateway: string;
  status: string;
  isBaht: boolean;
  isRefunded: boolean;
  amountReceived: Minor | null;
  /** When it was paid, or made where the record does not tell its charge. */
  paidAt: Date | null;
  /** Text of its QR code; empty where there is none. */
  payload: string;
  /** The record as it was sent, as JSON. */
  text: string;
}

/** Reads a payment intent; null when it is none. */
export function readIntent(value: unknown): Intent | null {
  const data = readObject(value);
  const [id, status] = [readId(data['id']), readText(data['status'])];
  if (data['object'] !== 'payment_intent' || id === '' || status === '') return null;
  const metadata = readObject(data['metadata']);
  const charge = readObject(data['latest_charge']);
  const refunded = charge['amount_refunded'];
  const action = readObject(readObject(data['next_action'])['promptpay_display_qr_code']);
  return {
    id,
    status,
    reference: readText(metadata['reference']),
    gateway: readText(metadata['gateway']),
    isBaht: readText(data['currency']).toLowerCase() === 'thb',
    isRefunded: refunded !== undefined && refunded !== null && refunded !== 0,
    amountReceived: readSatang(data['amount_received']),
    paidAt: readSeconds(charge['created']) ?? readSeconds(data['created']),
    payload: readText(action['data']),
    text: JSON.stringify(data).slice(0, LONGEST_KEPT),
  };
}

/** Reads a page of a list. Null for anything else. */
export function readPage(answer: Answer): { entries: readonly unknown[]; hasMore: boolean } | null {
  const { object, data, has_more: hasMore } = answer.body;
  if (answer.status !== 200 || object !== 'list' || !Array.isArray(data)) return null;
  return typeof hasMore === 'boolean' ? { entries: data as unknown[], hasMore } : null;
}

/** Returns the id of the payment intent that an event is about; empty for any other event. */
export function readEvent(body: JsonObject | null): string {
  const object = readObject(readObject(body?.['data'])['object']);
  return body?.['object'] === 'event' && object['object'] === 'payment_intent' ? readId(object['id']) : '';
}

/** Reads what is available in baht, in words; null where it is not told. */
export function readBalance({ body }: Answer): string | null {
  const available: readonly unknown[] = Array.isArray(body['available'])
    ? (body['available'] as unknown[])
    : [];
  const baht = available.find((one) => isObject(one) && one['currency'] === 'thb');
  const amount = isObject(baht) ? baht['amount'] : undefined;
  if (amount === 0) return '0.00 baht';
  const told = readSatang(amount);
  return told === null ? null : `${toDecimal(told)} baht`;
}

/** Reads a time in seconds since 1970. */
function readSeconds(value: unknown): Date | null {
  return typeof value === 'number' ? plausible(new Date(value * 1_000)) : null;
}
