import { parseDecimal, type Minor } from '@krapao/contract/money';
import { refused, unknown, type Refused, type Unknown } from '../../ports/outcome.ts';
import type { Answer } from './signed-client.ts';

/** What an answer that is not the expected success means: a refusal when it says so, else unknown. */
export function notDone(answer: Answer): Refused | Unknown {
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
