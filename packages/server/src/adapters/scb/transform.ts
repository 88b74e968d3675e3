import type { Minor } from '@krapao/contract/money';
import { isUuid } from '../../kernel/ids.ts';
import { isObject, readBaht, readCode, readObject, readText, readTime } from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';

type Answer = Pick<ServiceAnswer, 'status' | 'body'>;

/** A reference of ours, as the bank carries it: two texts of at most 20 capital letters and digits. */
export interface BillReference {
  ref1: string;
  ref2: string;
}

const REF1_LENGTH = 20;
const BANGKOK_MS = 7 * 60 * 60_000;
/** Codes that refuse a new QR code for its content: fields, duplicate, channel, payment. */
const REFUSALS: readonly string[] = ['1101', '1102', '1103', '1105', '1111', '4101', '8102'];
const TOKEN_REFUSED: readonly string[] = ['9100', '9300', '9500'];
const BAHT = '764';

export const codeOf = ({ body }: Answer): string => readCode(readObject(body['status'])['code']);

/** Returns whether an answer says that the call was carried out. */
export const isSuccess = (answer: Answer): boolean => answer.status === 200 && codeOf(answer) === '1000';

/** Returns whether the bank says that it has no such record. A 404 of a machine in between has no code. */
export const isNotFound = (answer: Answer): boolean =>
  (answer.status === 404 || answer.status === 400) && codeOf(answer) === '1104';

/** Returns whether a call was refused for its token or our keys. */
export const isTokenRefused = (answer: Answer): boolean =>
  answer.status === 401 || (answer.status === 400 && TOKEN_REFUSED.includes(codeOf(answer)));

/** Returns the code by which a request was refused; empty when the answer does not say that nothing happened. */
export function refusalOf(answer: Answer): string {
  const code = codeOf(answer);
  return answer.status === 400 && REFUSALS.includes(code) ? code : '';
}

/** Returns how the bank carries a reference of ours; null for one that is no UUID. */
export function writeReference(reference: string): BillReference | null {
  if (!isUuid(reference)) return null;
  const digits = reference.replaceAll('-', '').toUpperCase();
  return { ref1: digits.slice(0, REF1_LENGTH), ref2: digits.slice(REF1_LENGTH) };
}

/** Returns our reference of what the bank carries; empty when it carries none of ours. */
export function readReference(ref1: unknown, ref2: unknown): string {
  const digits = `${readText(ref1)}${readText(ref2)}`.toLowerCase();
  if (readText(ref1).length !== REF1_LENGTH) return '';
  const parts = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/.exec(digits);
  return parts?.slice(1).join('-') ?? '';
}

/** Reads the token and its lifetime in seconds. */
export function readToken(data: unknown): { token: string; seconds: number | undefined } | null {
  const { accessToken, expiresIn } = readObject(data);
  const token = readText(accessToken);
  const seconds =
    typeof expiresIn === 'string' && /^\d{1,9}$/.test(expiresIn) ? Number(expiresIn) : expiresIn;
  const isSeconds = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0;
  if (!/^[\x21-\x7e]{1,4000}$/.test(token)) return null;
  return { token, seconds: isSeconds ? seconds : undefined };
}

/** A payment, as the bank has it on record. */
export interface BillPayment {
  paymentId: string;
  reference: string;
  amount: Minor;
  paidAt: Date;
}

/** Reads the list of an inquiry. It is seen as a list, and a single record is read as a list of one. */
export function readPayments({ body }: Answer): readonly unknown[] | null {
  const { data } = body;
  if (Array.isArray(data)) return data as unknown[];
  return isObject(data) ? [data] : null;
}

/** @returns the payment, or why the entry cannot be taken in */
export function readPayment(entry: Readonly<Record<string, unknown>>): BillPayment | string {
  const paymentId = readText(entry['transactionId']);
  const reference = readReference(entry['billPaymentRef1'], entry['billPaymentRef2']);
  const amount = readBaht(entry['amount']);
  const paidAt = readTime(entry['transactionDateandTime']);
  const [reversed, currency] = [readText(entry['reverseFlag']), readText(entry['currencyCode'])];
  if (amount === null) return 'amount is not readable';
  if (!paidAt) return 'time is not one';
  if (currency !== '' && currency !== BAHT) return 'currency is not baht';
  if (reversed !== '' && reversed !== 'N') return 'it was reversed';
  return paymentId && reference ? { paymentId, reference, amount, paidAt } : 'id or reference is missing';
}

/** Returns the day of a time in Bangkok, such as `2026-01-31`. */
export const bangkokDay = (at: Date): string =>
  new Date(at.getTime() + BANGKOK_MS).toISOString().slice(0, 10);
