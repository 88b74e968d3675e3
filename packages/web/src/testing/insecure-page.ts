import { vi } from 'vitest';

/** Takes WebCrypto away, which browsers offer only on pages sent over a secure connection. */
export function beOnInsecurePage(): void {
  vi.spyOn(globalThis.crypto, 'subtle', 'get').mockReturnValue(undefined as never);
}
