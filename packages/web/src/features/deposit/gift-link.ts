import { call } from '../../lib/http.ts';
import { depositSettings } from './build-settings.ts';

/** Failure to encrypt a gift link: `insecure` page, or a `key` that is not the pinned one. */
export class GiftLockError extends Error {
  override readonly name = 'GiftLockError';
  readonly problem: 'insecure' | 'key';

  constructor(problem: 'insecure' | 'key') {
    super(`gift link cannot be encrypted: ${problem}`);
    this.problem = problem;
  }
}

/**
 * Returns the link in a pasted text: wallets share it with words around it. Returns the whole text when there
 * is none.
 */
export function linkIn(text: string): string {
  return /https?:\/\/\S+/.exec(text)?.[0] ?? text.trim();
}

/**
 * Encrypts `link::walletAccountName` so that only the server can read it: the link alone gives access to the
 * money, and must not be readable by proxies and logs.
 * @param pinnedThumbprint RFC 7638 thumbprint the server's key must have; empty accepts any key
 * @returns a compact JWE, RSA-OAEP-256 and A256GCM
 * @throws GiftLockError, ApiError
 */
export async function lockGiftLink(
  link: string,
  walletAccountName: string,
  pinnedThumbprint = depositSettings.truelinkKey,
): Promise<string> {
  // Browsers encrypt only on secure origins.
  if (!globalThis.crypto.subtle) throw new GiftLockError('insecure');
  const [jose, jwk] = await Promise.all([import('jose'), call('GET /api/lookup/truelinkKey')]);
  if (pinnedThumbprint) {
    const thumbprint = await jose.calculateJwkThumbprint(jwk);
    if (thumbprint !== pinnedThumbprint) {
      console.error(`VITE_TRUELINK_KEY is ${pinnedThumbprint}, the server's key is ${thumbprint}`);
      throw new GiftLockError('key');
    }
  }
  const clearText = new TextEncoder().encode(`${link}::${walletAccountName}`);
  return new jose.CompactEncrypt(clearText)
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: jwk.kid })
    .encrypt(await jose.importJWK(jwk, 'RSA-OAEP-256'));
}
