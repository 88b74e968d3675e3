/**
 * Errors of SCB's Open API. Numbers, statuses and texts are those of its list of generic response codes (A). Which
 * of them answers a wrong secret, another's biller or too many calls is not documented: those are the sandbox's own.
 */
import type { z } from 'zod';
import { Refusal, type ServiceError } from '../services/refusal.ts';

const error = (status: number, code: number, description: string): ServiceError => ({
  status,
  body: { status: { code, description } },
});

export const ERRORS = {
  '1101': error(400, 1101, 'Missing required parameters'),
  '1102': error(400, 1102, 'Invalid parameters entered'),
  '1103': error(400, 1103, 'Empty string input not supported'),
  '1104': error(404, 1104, 'Requested entity record does not exist'),
  '1105': error(400, 1105, 'Unrecognized field name was entered'),
  '1111': error(400, 1111, 'Data entry duplicated with existing'),
  '8101': error(500, 8101, 'Invalid response from downstream service'),
  '8102': error(400, 8102, 'Payment API error code'),
  '9100': error(401, 9100, 'Missing required authorization credentials'),
  '9100_header': error(400, 9100, 'Required standard headers not found'),
  '9300': error(401, 9300, 'Invalid/expired temporary token'),
  '9500': error(401, 9500, 'Invalid apikey provided'),
  '9503': error(403, 9503, 'Invalid access rights'),
  '9700': error(500, 9700, 'Generic server side error'),
  '9900': error(503, 9900, 'Service unavailable'),
  /** The sandbox's own: a limit is documented, its answer is not. */
  '429': error(429, 9900, 'Too many requests'),
};

export type ScbError = keyof typeof ERRORS;

/** @throws Refusal */
export function refuse(name: ScbError): never {
  throw new Refusal(ERRORS[name]);
}

export const badRequest = (problem: string): ServiceError =>
  error(400, 1102, `Invalid parameters entered: ${problem}`);

/** Reads a body or a query. @throws Refusal 1101 missing, 1102 invalid, 1103 empty, 1105 a field too many */
export function read<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const result = schema.safeParse(given ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') refuse('1105');
  const value = (given as Record<PropertyKey, unknown> | undefined)?.[issue?.path[0] ?? ''];
  if (value === undefined) refuse('1101');
  refuse(value === '' ? '1103' : '1102');
}
