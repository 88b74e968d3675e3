import { done, refused, unknown, type Outcome } from '../../ports/outcome.ts';
import { readCode } from '../http/read-answer.ts';
import { isRefusalStatus, type ServiceAnswer } from '../http/service-call.ts';

const SUCCESS = '000';

/** Reads whether a message was taken. An unknown code of an accepted call decides nothing. */
export function readSent({ status, body }: ServiceAnswer): Outcome {
  const code = readCode(body['code']);
  if (status >= 200 && status <= 299 && code === SUCCESS) return done(undefined);
  if (code !== '' && code !== SUCCESS && isRefusalStatus(status)) return refused(`code ${code}`);
  return unknown(code === '' ? `status ${status}` : `code ${code}`);
}
