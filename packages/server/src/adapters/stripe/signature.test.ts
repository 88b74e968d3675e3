import { describe, expect, it } from 'vitest';
import { isSigned } from './signature.ts';

const SECRET = 'whsec_a_secret_of_the_endpoint';
const FORMER = 'whsec_the_former_secret';
const BODY =
  '{"id":"evt_1","object":"event","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","object":"payment_intent"}}}';
const THAI =
  '{"id":"evt_2","object":"event","type":"charge.refunded","data":{"object":{"id":"ch_2","object":"charge","description":"ฝากเงิน"}}}';

/** Vectors made with: printf '%s' "$TIMESTAMP.$BODY" | openssl dgst -sha256 -hmac "$SECRET" */
const VECTORS = [
  [SECRET, '1767225600', BODY, '3cdf9cd0fa6b1ba070c3a9813e76fa8a1f1b47bd2a89a68cd591243a99279e8d'],
  [SECRET, '1767225601', THAI, 'ecb232af4647f08556aad7469f4e462103a0e21bcd4370d81fa8cc6dd1d9459c'],
  [SECRET, '1767225602', '', '124408d02b5b4155818a62992463e30170646f64fd063220758dae1b63179535'],
  [FORMER, '1767225600', BODY, '7bc79c96c23dfe06090def7fe2767c1a4c1bc9123460e2a82aa00131e146b4b3'],
] as const;
const [[, AT, , RIGHT], , , [, , , OF_FORMER]] = VECTORS;
const NOW_MS = Number(AT) * 1_000;

describe('a webhook of Stripe', () => {
  const signed = (header: string | undefined, changes: { body?: string; nowMs?: number } = {}): boolean =>
    isSigned(
      { path: '/', headers: { 'stripe-signature': header }, rawBody: changes.body ?? BODY },
      SECRET,
      changes.nowMs ?? NOW_MS,
    );

  it.each(VECTORS)('is signed under the secret: %s at %s', (secret, timestamp, rawBody, signature) => {
    const headers = { 'stripe-signature': `t=${timestamp},v1=${signature}` };
    expect(isSigned({ path: '/', headers, rawBody }, secret, NOW_MS)).toBe(true);
  });

  it('may have several signatures, and others of schemes that do not count', () => {
    expect(signed(`t=${AT},v1=${OF_FORMER},v1=${RIGHT},v0=${OF_FORMER}`)).toBe(true);
    expect(signed(`v1=${RIGHT}, t=${AT}`)).toBe(true);
    expect(signed(`t=${AT},v0=${RIGHT}`)).toBe(false);
    expect(signed(`t=${AT}${`,v1=${OF_FORMER}`.repeat(5)},v1=${RIGHT}`)).toBe(false);
  });

  it.each<[string, string | undefined, Parameters<typeof signed>[1]]>([
    ['no header', undefined, {}],
    ['an empty header', '', {}],
    ['no signature', `t=${AT}`, {}],
    ['no time', `v1=${RIGHT}`, {}],
    ['two times', `t=${AT},t=1,v1=${RIGHT}`, {}],
    ['a time that is none', `t=soon,v1=${RIGHT}`, {}],
    ['a signature that is no hex', `t=${AT},v1=zz`, {}],
    ['a part of the signature', `t=${AT},v1=${RIGHT.slice(2)}`, {}],
    ['a signature of another secret', `t=${AT},v1=${OF_FORMER}`, {}],
    ['another body', `t=${AT},v1=${RIGHT}`, { body: `${BODY} ` }],
    ['another time', `t=1767225601,v1=${RIGHT}`, {}],
    ['an old time', `t=${AT},v1=${RIGHT}`, { nowMs: NOW_MS + 301_000 }],
    ['a time ahead', `t=${AT},v1=${RIGHT}`, { nowMs: NOW_MS - 301_000 }],
  ])('is not authentic with %s', (_name, header, changes) => {
    expect(signed(header, changes)).toBe(false);
  });
});
