import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decrypt } from './decrypt.ts';
import { checkVapid } from './vapid.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** The example of RFC 8291, appendix A. */
const EXAMPLE = {
  keys: {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    publicKey: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  },
  body: bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ),
};

describe('a push’s text', () => {
  it('is decrypted as the example of RFC 8291', () => {
    expect(decrypt(EXAMPLE.body, EXAMPLE.keys)).toBe('When I grow up, I want to be a watermelon');
  });

  it('is refused when a byte differs, or for other keys', () => {
    const changed = Buffer.from(EXAMPLE.body);
    changed[120] = (changed[120] ?? 0) ^ 1;
    expect(() => decrypt(changed, EXAMPLE.keys)).toThrow();
    const keys = { ...EXAMPLE.keys, auth: Buffer.alloc(16) };
    expect(() => decrypt(EXAMPLE.body, keys)).toThrow();
    expect(() => decrypt(Buffer.from('text'), EXAMPLE.keys)).toThrow('no header');
  });
});

describe('a push’s sender', () => {
  const origin = 'https://push.example.net';
  const nowMs = Date.parse('2026-11-25T12:00:00Z');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]).toString('base64url');
  const claims = { aud: origin, exp: nowMs / 1_000 + 3_600, sub: 'https://wallet.example' };

  function header(changes: object = {}, alg = 'ES256', k = key): string {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ typ: 'JWT', alg })}.${part({ ...claims, ...changes })}`;
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${text}.${signature.toString('base64url')}, k=${k}`;
  }
  const check = (authorization: string) => checkVapid(authorization, { origin, nowMs });

  it('is known by its key', () => {
    expect(check(header())).toBe(key);
  });

  it.each([
    ['nothing', '', 'no public key'],
    ['a token for another service', header({ aud: 'https://other.example' }), 'for another service'],
    ['an expired token', header({ exp: nowMs / 1_000 }), 'expired'],
    ['a token of two days', header({ exp: nowMs / 1_000 + 172_800 }), 'valid for too long'],
    ['a token without a contact', header({ sub: '' }), 'no contact'],
    ['another algorithm', header({}, 'none'), 'not signed by ES256'],
    ['a changed token', header().replace(/\.([\w-]{10})/, '.AAAAAAAAAA'), 'a wrong signature'],
  ])('is refused with %s', (_, authorization, reason) => {
    expect(() => check(authorization)).toThrow(reason);
  });

  it('is refused with another key than its token was signed by', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const k = Buffer.concat([Buffer.of(4), bytes(other.x ?? ''), bytes(other.y ?? '')]).toString('base64url');
    expect(() => check(header({}, 'ES256', k))).toThrow('a wrong signature');
  });
});
