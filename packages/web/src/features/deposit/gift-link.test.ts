import { calculateJwkThumbprint, compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { stubApi } from '../../testing/stub-api.ts';
import { linkIn, lockGiftLink } from './gift-link.ts';

const LINK = 'https://gift.truemoney.com/campaign/?v=0123456789abcdefgh';
let pair: Awaited<ReturnType<typeof generateKeyPair>>;
let publicJwk: { kty: 'RSA'; n: string; e: string; kid: string; alg: 'RSA-OAEP-256' };

beforeAll(async () => {
  pair = await generateKeyPair('RSA-OAEP-256', { extractable: true });
  const { n = '', e = '' } = await exportJWK(pair.publicKey);
  publicJwk = { kty: 'RSA', n, e, kid: 'key-1', alg: 'RSA-OAEP-256' };
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('lockGiftLink', () => {
  it('encrypts link and wallet name so that the holder of the key reads them', async () => {
    stubApi({ 'GET /api/lookup/truelinkKey': publicJwk });
    const locked = await lockGiftLink(LINK, 'กระเป๋า ซองของขวัญ', '');
    expect(locked).not.toContain('gift.truemoney');
    const { plaintext, protectedHeader } = await compactDecrypt(locked, pair.privateKey);
    expect(new TextDecoder().decode(plaintext)).toBe(`${LINK}::กระเป๋า ซองของขวัญ`);
    expect(protectedHeader).toEqual({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'key-1' });
  });

  it('takes the pinned key and no other', async () => {
    stubApi({ 'GET /api/lookup/truelinkKey': publicJwk });
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    await expect(lockGiftLink(LINK, 'W', await calculateJwkThumbprint(publicJwk))).resolves.toMatch(/^eyJ/);
    await expect(lockGiftLink(LINK, 'W', 'another-thumbprint')).rejects.toMatchObject({ problem: 'key' });
    expect(logged).toHaveBeenCalledOnce();
  });

  it('says that it cannot where the browser has no encryption', async () => {
    const api = stubApi({ 'GET /api/lookup/truelinkKey': publicJwk });
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    await expect(lockGiftLink(LINK, 'W', '')).rejects.toMatchObject({ problem: 'insecure' });
    expect(api.calls).toEqual([]);
  });
});

it('finds the link among the words it was shared with', () => {
  expect(linkIn(`มารับซองของขวัญ ${LINK} ภายในวันนี้`)).toBe(LINK);
  expect(linkIn(`  ${LINK}\n`)).toBe(LINK);
  expect(linkIn(' no link ')).toBe('no link');
});
