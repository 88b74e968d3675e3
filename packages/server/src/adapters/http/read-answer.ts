import { parseDecimal, type Minor } from '@krapao/contract/money';
import { refused, unknown, type Refused, type Unknown } from '../../ports/outcome.ts';

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

/** The moment in an ISO text; null when it is not one. */
export function readTime(value: unknown): Date | null {
  const at = new Date(readText(value));
  return Number.isNaN(at.getTime()) ? null : at;
}
