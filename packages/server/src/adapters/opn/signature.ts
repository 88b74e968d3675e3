import { createHmac } from 'node:crypto';
import { sameBytes } from '../../kernel/secrets.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';

const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** While a secret is changed, the former one signs too. */
const MOST_SIGNATURES = 2;

/**
 * Returns whether a webhook is signed with the secret, and not long ago. Grade B: `Omise-Signature` is the hex
 * HMAC-SHA256 of `timestamp.body` under the decoded secret, or two of them with a comma between.
 * @param secret in base64, as the dashboard shows it
 */
export function isSigned(callback: IncomingCallback, secret: string, nowMs = Date.now()): boolean {
  const timestamp = String(callback.headers['omise-signature-timestamp'] ?? '');
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs - Number(timestamp) * 1_000) > CLOCK_TOLERANCE_MS) return false;
  const right = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${timestamp}.${callback.rawBody}`)
    .digest();
  const signatures = String(callback.headers['omise-signature'] ?? '').split(',');
  if (signatures.length > MOST_SIGNATURES) return false;
  return signatures.some((signature) => sameBytes(Buffer.from(signature.trim(), 'hex'), right));
}
