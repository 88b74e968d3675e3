import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
/** Steps before and after the current one whose codes are accepted: clocks of phones are not exact. */
const WINDOW = 1;

/** Returns a new secret, in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, { issuer, label }: { issuer: string; label: string }): TOTP =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_S, secret });

/**
 * Returns the address that authenticator apps read, usually from a QR code.
 * @param named how the app lists it: the site, and the account there
 */
export const totpUri = (secret: string, named: { issuer: string; label: string }): string =>
  totpOf(secret, named).toString();

/**
 * Returns the time step of a valid code; undefined for a wrong one.
 * @param afterStep the last used step: a code is valid once
 */
export function stepOfCode(
  secret: string,
  code: string,
  { now, afterStep }: { now: Date; afterStep: bigint },
): bigint | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret, { issuer: '', label: '' }).validate({
    token: code,
    window: WINDOW,
    timestamp,
  });
  if (delta === null) return undefined;
  const step = BigInt(Math.floor(timestamp / 1_000 / PERIOD_S) + delta);
  return step > afterStep ? step : undefined;
}
