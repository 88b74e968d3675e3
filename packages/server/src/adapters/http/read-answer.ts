import { MAX_MINOR, minor, parseDecimal, toMinor, type Minor } from '@krapao/contract/money';
import { BOUNDS, isPlausible } from '@krapao/contract/plausible-time';
import type { Listing, RejectedEntry } from '../../ports/listing.ts';
import { refused, unknown, type Refused, type Unknown } from '../../ports/outcome.ts';

/** Maximum number of characters stored of a rejected entry. */
const LONGEST_KEPT = 20_000;
/** Reason why a stored entry cannot be read again: it was longer, or was not an object. */
export const NOT_WHOLE = 'what was kept of it is not a whole object';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a JSON object; null when the text is not one. */
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

/**
 * Returns the meaning of an answer other than the expected success: a refusal when it says so, otherwise
 * unknown.
 */
export function notDone(answer: { status: number; body: JsonObject }): Refused | Unknown {
  const reason =
    readText(answer.body['reason']) || readText(answer.body['error']) || `status ${answer.status}`;
  const isRefusal =
    answer.body['status'] === 'refused' ||
    (answer.status >= 400 && answer.status !== 408 && answer.status !== 429);
  return isRefusal ? refused(reason) : unknown(reason);
}

/** Reads an amount in these services' format, decimal text; null when it is not one. */
export function readAmount(value: unknown): Minor | null {
  return typeof value === 'string' ? parseDecimal(value) : null;
}

/** Reads a text. NUL and lone surrogates, which no database accepts as text, are replaced. */
export const readText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd') : '';

/** Returns any sent value with every text in it read by {@link readText}. */
export function readTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readTexts);
  if (!isObject(value)) return typeof value === 'string' ? readText(value) : value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, readTexts(inner)]));
}

/** Returns the time of a payment or bet that is known by its reference; null when it is none, or cannot be. */
export const plausible = (at: Date): Date | null =>
  isPlausible(at, new Date(), BOUNDS.referenced) ? at : null;

/** Reads the time of an ISO text; null when it is not one, or cannot be. */
export const readTime = (value: unknown): Date | null => plausible(new Date(readText(value)));

/** Reads the time of an ISO text of any year of four digits; null when it is not one. */
export function readAnyTime(value: unknown): Date | null {
  const at = new Date(readText(value));
  return at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= 9_999 ? at : null;
}

/** Reads a list as it was sent. @param read reads one entry, or returns why it cannot be taken in */
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

/** Builds the rejected entry of an authentic callback that cannot be taken in. */
export const rejectedCallback = (reason: string, rawBody: string): RejectedEntry => ({
  reason,
  text: readText(rawBody).slice(0, LONGEST_KEPT),
});

/** Reads the amount of a received payment, or returns why it is invalid. */
export function readArrived(value: unknown): Minor | string {
  const amount = readAmount(value);
  if (amount === null) return 'amount is not readable';
  if (amount <= 0n) return 'amount is not above zero';
  return amount > MAX_MINOR ? 'amount is too large' : amount;
}

/** Returns the object in a field; an empty one when there is none. */
export const readObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Reads a short code, which comes as text or as a number: `1011`. Anything else is empty. */
export function readCode(value: unknown): string {
  const code = typeof value === 'number' ? String(value) : readText(value);
  return /^[\w.+-]{1,60}$/.test(code) ? code : '';
}

/** Reads an amount above zero in baht: a JSON number or decimal text, with at most two decimals. */
export function readBaht(value: unknown): Minor | null {
  const amount =
    typeof value === 'number' ? toMinor(value) : typeof value === 'string' ? parseDecimal(value) : null;
  return amount !== null && amount > 0n && amount <= MAX_MINOR ? amount : null;
}

/** Reads an amount above zero in satang, the minor unit: a JSON number without a fraction. */
export function readSatang(value: unknown): Minor | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) return null;
  const amount = minor(BigInt(value));
  return amount <= MAX_MINOR ? amount : null;
}
