/**
 * Errors of Stripe. Types, codes and statuses are documented (A). That a confirmation without an e-mail is answered
 * as it is here was seen at a test account (C).
 */
import type { z } from 'zod';
import { Refusal, type ServiceError } from '../services/refusal.ts';

interface More {
  readonly code?: string;
  readonly param?: string;
}

const error = (status: number, type: string, message: string, more: More = {}): ServiceError => ({
  status,
  body: { error: { type, message, ...more } },
});

const INVALID = 'invalid_request_error';

export const ERRORS = {
  no_api_key: error(401, INVALID, 'You did not provide an API key.'),
  invalid_api_key: error(401, INVALID, 'Invalid API Key provided'),
  api_key_expired: error(401, INVALID, 'Expired API Key provided', { code: 'api_key_expired' }),
  no_form: error(400, INVALID, 'Invalid request (check that your POST content type is a form)'),
  parameter_missing: error(400, INVALID, 'Missing required param.', { code: 'parameter_missing' }),
  amount_too_small: error(400, INVALID, 'Amount must be at least ฿10.00 thb', {
    code: 'amount_too_small',
    param: 'amount',
  }),
  amount_too_large: error(400, INVALID, 'Amount must be no more than ฿999,999.99', {
    code: 'amount_too_large',
    param: 'amount',
  }),
  no_email: error(400, INVALID, 'Missing required param: billing_details[email].', {
    code: 'parameter_missing',
    param: 'billing_details[email]',
  }),
  resource_missing: error(404, INVALID, 'No such payment_intent', {
    code: 'resource_missing',
    param: 'intent',
  }),
  payment_intent_unexpected_state: error(400, INVALID, 'This PaymentIntent’s status does not allow this.', {
    code: 'payment_intent_unexpected_state',
  }),
  idempotency_error: error(
    400,
    'idempotency_error',
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  ),
  idempotency_key_in_use: error(409, 'idempotency_error', 'Another request with this key is in progress.', {
    code: 'idempotency_key_in_use',
  }),
  lock_timeout: error(429, INVALID, 'This object cannot be accessed right now.', { code: 'lock_timeout' }),
  rate_limit: error(429, INVALID, 'Request rate limit exceeded.', { code: 'rate_limit' }),
  api_error: error(500, 'api_error', 'An unknown error occurred.'),
};

export type StripeError = keyof typeof ERRORS;

/** @throws Refusal */
export function refuse(name: StripeError): never {
  throw new Refusal(ERRORS[name]);
}

export const badRequest = (problem: string): ServiceError => error(400, INVALID, problem);

/** A parameter as forms write it: `payment_method_data[type]`. */
const paramOf = ([first = '', ...rest]: readonly PropertyKey[]): string =>
  String(first) + rest.map((key) => `[${String(key)}]`).join('');

/** Reads a request. @throws Refusal whose code is `parameter_missing`, `parameter_unknown` or another */
export function read<T extends z.ZodType>(schema: T, fields: unknown): z.output<T> {
  const result = schema.safeParse(fields, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const isUnknown = issue?.code === 'unrecognized_keys';
  const param = paramOf([...(issue?.path ?? []), ...(isUnknown ? issue.keys : [])]);
  if (isUnknown) throw parameter('parameter_unknown', `Received unknown parameter: ${param}`, param);
  if (issue?.input === undefined)
    throw parameter('parameter_missing', `Missing required param: ${param}.`, param);
  if (param === 'amount') throw parameter('parameter_invalid_integer', `Invalid integer: ${param}`, param);
  throw new Refusal(error(400, INVALID, `Invalid ${param}`, { param }));
}

const parameter = (code: string, message: string, param: string): Refusal =>
  new Refusal(error(400, INVALID, message, { code, param }));

/** Whether an answer is about the request's parameters or rate: no result of it is kept for its key (A). */
export function isBeforeTheWork({ status, body }: ServiceError): boolean {
  const { code = '' } = (body as { error: More }).error;
  return status === 429 || status === 409 || code.startsWith('parameter_');
}
