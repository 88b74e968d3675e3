import type { Minor } from '@krapao/contract/money';
import {
  isObject,
  plausible,
  readBaht,
  readCode,
  readObject,
  readText,
  type JsonObject,
} from '../http/read-answer.ts';
import type { ServiceAnswer } from '../http/service-call.ts';

type Answer = Pick<ServiceAnswer, 'status' | 'body'>;

/** A deposit or a payout, as the service has it on record. */
export interface PayonexRecord {
  uuid: string;
  /** Our reference; empty where the record has none. */
  reference: string;
  type: string;
  status: string;
  amount: Minor | null;
  createdAt: Date | null;
  updatedAt: Date | null;
  /** The record as it was sent, as JSON. */
  text: string;
}

/** Statuses with which codes count. A 404 may be that of a wrong address. */
const REFUSING: readonly number[] = [200, 400, 409, 422];
/** Codes that refuse a new deposit or payout for its content: fields, customer, limits, balance. */
const REFUSALS: readonly string[] = ['40001', '40003', '40004', '40005', '40006', '40400'];
const NOT_FOUND = '40400';
/** Most characters that are kept of a record. */
const LONGEST_KEPT = 20_000;

export const codeOf = ({ body }: Answer): string => readCode(body['code']);

/** Returns whether an answer says that the call was carried out. */
export const isSuccess = (answer: Answer): boolean =>
  answer.status === 200 && answer.body['success'] === true && codeOf(answer) === '20000';

/** Returns the code by which a request was refused; empty when the answer does not say that nothing happened. */
export function refusalOf(answer: Answer): string {
  const code = codeOf(answer);
  const saysNo = answer.body['success'] === false && REFUSING.includes(answer.status);
  return saysNo && REFUSALS.includes(code) ? code : '';
}

/** Returns whether the service says that it has no such record. */
export const isNotFound = (answer: Answer): boolean => refusalOf(answer) === NOT_FOUND;

/** Reads the token, which is seen under two names. */
export function readToken(data: JsonObject): string {
  const token = readText(data['token']) || readText(data['TOKEN']);
  return /^[\x21-\x7e]{1,4000}$/.test(token) ? token : '';
}

/** Reads a record; null when it is none. */
export function readRecord(value: unknown): PayonexRecord | null {
  const data = readObject(value);
  const uuid = readUuid(data['uuid']);
  const status = readText(data['status']).toUpperCase();
  if (uuid === '' || status === '') return null;
  return {
    uuid,
    reference: readText(data['referenceId']),
    type: readText(data['type']).toLowerCase(),
    status,
    amount: readBaht(data['amount']),
    createdAt: readMoment(data['createdAt']),
    updatedAt: readMoment(data['updatedAt']),
    text: JSON.stringify(data).slice(0, LONGEST_KEPT),
  };
}

/** Reads the service's id of a record or customer. It becomes a part of a path. */
export function readUuid(value: unknown): string {
  const uuid = readText(value);
  return /^[\w-]{1,64}$/.test(uuid) ? uuid : '';
}

/** A page of the list, with the number of pages where it is told. */
export interface PayonexPage {
  entries: readonly unknown[];
  pages: number | null;
}

/** Reads a page of the list, which is seen as a list alone and with counts around it. Null for anything else. */
export function readPage(answer: Answer): PayonexPage | null {
  if (!isSuccess(answer)) return null;
  const { data } = answer.body;
  if (Array.isArray(data)) return { entries: data as unknown[], pages: null };
  const inner = isObject(data) ? data['data'] : undefined;
  if (!isObject(data) || !Array.isArray(inner)) return null;
  const pages = data['totalPages'];
  const isCount = typeof pages === 'number' && Number.isSafeInteger(pages) && pages >= 0;
  return { entries: inner as unknown[], pages: isCount ? pages : null };
}

/** Reads a time: milliseconds since 1970, or an ISO text. */
function readMoment(value: unknown): Date | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  return plausible(new Date(value));
}
