/**
 * Errors of PayoneX. Only their numbers were observed, by one source: the texts, what each number stands for,
 * the HTTP status (its first three digits) and 42900 and 50000 are the sandbox's own.
 */
import type { ServiceError } from '../services/refusal.ts';

const MESSAGES = {
  '40001': 'The request does not fit.',
  '40002': 'The customer is blocked.',
  '40003': 'The bank is not known.',
  '40004': 'The amount is outside of the limits.',
  '40005': 'The balance is too small.',
  '40006': 'The reference was used before.',
  '40100': 'The keys or the token are wrong.',
  '40101': 'The token has expired.',
  '40400': 'Not found.',
  '40502': 'The service is closed.',
  '42900': 'Too many requests.',
} as const;

export type PayonexCode = keyof typeof MESSAGES;

const HTTP_DIGITS = 3;
const HTTP_OK = 200;

export const errorOf = (code: PayonexCode, message: string = MESSAGES[code]): ServiceError => ({
  status: Number(code.slice(0, HTTP_DIGITS)),
  body: { success: false, code, message },
});

/** The other way to answer an error: with HTTP 200. */
export const withOk = (error: ServiceError): ServiceError => ({ ...error, status: HTTP_OK });

export const ERRORS: Readonly<Record<string, ServiceError>> = Object.fromEntries(
  (Object.keys(MESSAGES) as PayonexCode[]).map((code) => [code, errorOf(code)]),
);

/** Body of an answer with HTTP 500. */
export const FAILURE = { success: false, code: '50000', message: 'a fault of the sandbox' };
