/**
 * Errors of Opn. The shape, the codes and most of the texts are documented (A). Which error refuses an amount, an
 * inactive recipient or a transfer above the balance is assumed: `bad_request`, with another message each.
 */
import type { z } from 'zod';
import { readOr, Refusal, type ServiceError } from '../services/refusal.ts';

const error = (status: number, code: string, message: string): ServiceError => ({
  status,
  body: {
    object: 'error',
    location: `https://www.omise.co/api-errors#${code.replaceAll('_', '-')}`,
    code,
    message,
  },
});

export const badRequest = (problem: string): ServiceError => error(400, 'bad_request', problem);

export const ERRORS = {
  bad_request: badRequest('bad request'),
  backend_error: error(400, 'backend_error', 'backend error'),
  expired_charge: error(400, 'expired_charge', 'charge expired'),
  failed_expire: error(400, 'failed_expire', 'expire failed'),
  authentication_failure: error(401, 'authentication_failure', 'authentication failed'),
  not_found: error(404, 'not_found', 'the requested object was not found'),
  /** The status is documented, the code is assumed. */
  too_many_requests: error(429, 'too_many_requests', 'too many requests'),
  internal_error: error(500, 'internal_error', 'request could not be completed due to an internal error'),
  service_not_available: error(503, 'service_not_available', 'service is not available'),
};

export type OpnError = keyof typeof ERRORS;

/** @throws Refusal */
export function refuse(name: OpnError): never {
  throw new Refusal(ERRORS[name]);
}

/** @throws Refusal `bad_request` */
export function refuseRequest(problem: string): never {
  throw new Refusal(badRequest(problem));
}

/** @throws Refusal `bad_request` */
export const read = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> =>
  readOr(schema, value, badRequest);
