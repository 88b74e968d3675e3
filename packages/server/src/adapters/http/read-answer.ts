import { MAX_MINOR, parseDecimal, type Minor } from '@krapao/contract/money';
import type { Listing, RejectedEntry } from '../../ports/listing.ts';
import { refused, unknown, type Refused, type Unknown } from '../../ports/outcome.ts';

/** So many characters of an entry that cannot be taken in are kept. */
const LONGEST_KEPT = 20_000;
/** Why an entry that was kept cannot be read again: it was longer, or never was an object. */
export const NOT_WHOLE = 'what was kept of it is not a whole object';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON object in a text; null when there is none. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an answer that is not the expected success means: a refusal when it says so, else unknown. */
export function notDone(answer: { status: number; body: JsonObject }): Refused | Unknown {
  const reason =
    readText(answer.body['reason']) || readText(answer.body['error']) || `status ${answer.status}`;
  const isRefusal =
    answer.body['status'] === 'refused' ||
    (answer.status >= 400 && answer.status !== 408 && answer.status !== 429);
  return isRefusal ? refused(reason) : unknown(reason);
}

/** An amount as these services write it: decimal text. Null when it is not one. */
export function readAmount(value: unknown): Minor | null {
  return typeof value === 'string' ? parseDecimal(value) : null;
}

/** Text as they send it; what no database takes for text, NUL and halves of characters, is replaced. */
export const readText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd') : '';

/** Whatever they send, with every text in it read by {@link readText}. */
export function readTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readTexts);
  if (!isObject(value)) return typeof value === 'string' ? readText(value) : value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, readTexts(inner)]));
}

/** No money of ours moved before; later than a year from now is no moment of a transfer either. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const YEAR_MS = 366 * 24 * 60 * 60_000;

/** The moment in an ISO text; null when it is not one, or absurdly early or late. */
export function readTime(value: unknown): Date | null {
  const at = new Date(readText(value));
  const isPlausible = at.getTime() >= EARLIEST_MS && at.getTime() <= Date.now() + YEAR_MS;
  return isPlausible ? at : null;
}

/** A list as it was sent. @param read one entry, or why it cannot be taken in */
export function readEach<T extends object>(
  listed: readonly unknown[],
  read: (entry: JsonObject) => T | string,
): Listing<T> {
  const entries: T[] = [];
  const rejected: RejectedEntry[] = [];
  for (const entry of listed) {
    const result = isObject(entry) ? read(entry) : 'not an object';
    if (typeof result === 'object') entries.push(result);
    else rejected.push({ reason: result, text: JSON.stringify(entry).slice(0, LONGEST_KEPT) });
  }
  return { entries, rejected };
}

/** A callback that is authentic and says nothing that can be taken in. */
export const rejectedCallback = (reason: string, rawBody: string): RejectedEntry => ({
  reason,
  text: readText(rawBody).slice(0, LONGEST_KEPT),
});

/** Money that arrived: its amount, or why it is none. */
export function readArrived(value: unknown): Minor | string {
  const amount = readAmount(value);
  if (amount === null) return 'amount is not readable';
  if (amount <= 0n) return 'amount is not above zero';
  return amount > MAX_MINOR ? 'amount is too large' : amount;
}
