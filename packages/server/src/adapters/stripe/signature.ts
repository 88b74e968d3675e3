import { createHmac } from 'node:crypto';
import { sameBytes } from '../../kernel/secrets.ts';
import type { IncomingCallback } from '../../ports/payment-gateway.ts';

const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** Each secret of an endpoint signs while secrets are changed. */
const MOST_SIGNATURES = 5;

/**
 * Returns whether a webhook is signed with the secret, and not long ago. Official documentation: `Stripe-Signature` is
 * `t=timestamp,v1=…`, with the hex HMAC-SHA256 of `timestamp.body`, and more of `v1` while secrets are changed. Other
 * schemes do not count.
 * @param secret as the dashboard shows it, `whsec_…`
 */
export function isSigned(callback: IncomingCallback, secret: string, nowMs = Date.now()): boolean {
  const parts = String(callback.headers['stripe-signature'] ?? '').split(',');
  const valuesOf = (name: string): string[] =>
    parts.flatMap((part) => (part.trim().startsWith(`${name}=`) ? [part.trim().slice(name.length + 1)] : []));
  const [timestamp = '', ...others] = valuesOf('t');
  const signatures = valuesOf('v1');
  if (others.length > 0 || !/^\d{1,12}$/.test(timestamp) || signatures.length > MOST_SIGNATURES) return false;
  if (Math.abs(nowMs - Number(timestamp) * 1_000) > CLOCK_TOLERANCE_MS) return false;
  const right = createHmac('sha256', secret).update(`${timestamp}.${callback.rawBody}`).digest();
  return signatures.some((signature) => sameBytes(Buffer.from(signature, 'hex'), right));
}
