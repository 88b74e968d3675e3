import { idOfIntent, type IntentCall } from '@krapao/contract/intent-id';
import { IDEMPOTENCY_HEADER } from '@krapao/contract/limits';
import { AppError } from '../kernel/app-error.ts';
import { newId } from '../kernel/ids.ts';

const KEY = /^[\x21-\x7e]{1,100}$/;

/**
 * Returns the transfer id of a request. With an Idempotency-Key, the same member, call and key give the same
 * id, so that a retry moves nothing twice; without one every request is a separate intent.
 * @throws AppError KEY_INVALID for a key that is not 1 to 100 printable characters
 */
export function intentId(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  call: IntentCall,
  memberId: string,
): string {
  const key = headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return newId();
  if (typeof key !== 'string' || !KEY.test(key)) throw new AppError('KEY_INVALID');
  return idOfIntent(memberId, call, key);
}
