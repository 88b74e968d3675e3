import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import { isObject, readCode, readObject, readText, type JsonObject } from '../http/read-answer.ts';
import { isRefusalStatus, type ServiceAnswer } from '../http/service-call.ts';
import { isSamePhone } from '../phone-abroad.ts';

/** Reads whether a message was taken for a number. An answer about other numbers tells nothing. */
export function readSent({ status, body }: ServiceAnswer, to: string): Outcome {
  if (status < 200 || status > 299) return readRefusal(status, body);
  if (numbersIn(body['phone_number_list'] ?? body['data'], to)) return done(undefined);
  if (numbersIn(body['bad_phone_number_list'] ?? body['error'], to)) return refused('bad phone number');
  return unknown('the answer does not name the number');
}

function readRefusal(status: number, body: JsonObject): Outcome {
  const { code, name } = readObject(body['error']);
  const reason = [readCode(code), readCode(name)].filter(Boolean).join(' ');
  return reason !== '' && isRefusalStatus(status) ? refused(reason) : unknown(`status ${status}`);
}

/** Returns whether a list has the number. */
const numbersIn = (list: unknown, to: string): boolean =>
  Array.isArray(list) &&
  list.filter(isObject).some((entry) => {
    const number = entry['number'] ?? entry['msisdn'];
    return isSamePhone(typeof number === 'number' ? String(number) : readText(number), to);
  });

/** Reads the credit that is left, in all or by route. */
export function readCredit({ status, body }: ServiceAnswer, route: string): Outcome<string | null> {
  if (isRefusalStatus(status))
    return refused(readText(readObject(body['error'])['name']) || `status ${status}`);
  const left = body['remaining_credit'];
  const credit = isObject(left) ? left[route] : left;
  if (status !== 200) return unknown(`status ${status}`);
  return done(typeof credit === 'number' || typeof credit === 'string' ? `${credit} credits` : null);
}
