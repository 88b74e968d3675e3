/**
 * The signature of the sandbox's protocols, on requests to it and on callbacks from it:
 * hex HMAC-SHA256 over `timestamp.METHOD.pathWithQuery.rawBody`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const TIMESTAMP_HEADER = 'x-timestamp';
export const SIGNATURE_HEADER = 'x-signature';
const MAX_SKEW_MS = 5 * 60_000;

export interface SignedParts {
  readonly method: string;
  /** Path with its query, as in the request line. */
  readonly path: string;
  /** The body exactly as sent; empty text when there is none. */
  readonly body: string;
}

const digest = (secret: string, timestamp: string, { method, path, body }: SignedParts): string =>
  createHmac('sha256', secret).update(`${timestamp}.${method}.${path}.${body}`).digest('hex');

/** Returns the two headers to send along with a request. */
export function sign(secret: string, nowMs: number, parts: SignedParts): Record<string, string> {
  const timestamp = String(nowMs);
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: digest(secret, timestamp, parts) };
}

/** Checks that the headers sign these parts with this secret, within five minutes of now. */
export function verify(
  secret: string,
  nowMs: number,
  parts: SignedParts,
  timestamp: unknown,
  signature: unknown,
): boolean {
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return false;
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp)) > MAX_SKEW_MS) return false;
  const expected = Buffer.from(digest(secret, timestamp, parts), 'utf8');
  const given = Buffer.from(signature, 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
