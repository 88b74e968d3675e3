import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import { readCode, readText } from '../http/read-answer.ts';
import { isRefusalStatus, type ServiceAnswer } from '../http/service-call.ts';

/** Statuses of a message that the service has taken. */
const TAKEN: readonly string[] = ['accepted', 'scheduled', 'queued', 'sending', 'sent', 'delivered', 'read'];
/** Statuses of a message that did not go out. */
const FAILED: readonly string[] = ['failed', 'undelivered', 'canceled'];

/** Reads whether a message was taken. */
export function readSent({ status, body }: ServiceAnswer): Outcome {
  const code = readCode(body['code']);
  if (isRefusalStatus(status) && code !== '') return refused(`code ${code}`);
  if (status < 200 || status > 299) return unknown(`status ${status}`);
  const state = readText(body['status']);
  if (readText(body['sid']) !== '' && TAKEN.includes(state)) return done(undefined);
  if (FAILED.includes(state)) return refused(`${state} ${readCode(body['error_code'])}`.trim());
  return unknown('the answer has no message');
}

/** Reads the balance of the account. */
export function readBalance({ status, body }: ServiceAnswer): Outcome<string | null> {
  if (isRefusalStatus(status)) return refused(`code ${readCode(body['code']) || status}`);
  if (status !== 200) return unknown(`status ${status}`);
  const told = [readText(body['balance']), readText(body['currency'])].filter(Boolean).join(' ');
  return done(told || null);
}
