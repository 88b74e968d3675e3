/**
 * Signatures of the services' webhooks, against vectors that openssl computed:
 *
 *     sign() { printf '%s' "$2" | openssl dgst -sha256 -hmac "$1" -binary; }
 *     url64() { base64 -w0 | tr '+/' '-_' | tr -d '='; }
 *     sign demo-line-channel-secret "$body" | base64
 *     key="$(printf %s ZGVtby1vcG4td2ViaG9vay1zZWNyZXQ= | base64 -d)"; sign "$key" "$timestamp.$body" | xxd -p -c 99
 *     sign whsec_demo_stripe "$timestamp.$body" | xxd -p -c 99
 *     sign demo-chatwoot-webhook-secret "$timestamp.$body" | xxd -p -c 99
 *     text="$(printf '{"alg":"HS256","typ":"JWT"}' | url64).$(printf '%s' "$claims" | url64)"
 *     echo "$text.$(sign demo-truemoney-webhook-secret "$text" | url64)"
 */
import { describe, expect, it } from 'vitest';
import { signJwt } from '../ewallet/jwt.ts';
import { SIGNERS } from './webhooks.ts';

describe('the signature of LINE', () => {
  it.each([
    ['{"destination":"U1","events":[]}', 'T3GJghLLvDcVtbGYhkVIid+ibXuE5DvX9qbh6PhK3p0='],
    [
      '{"events":[{"type":"message","message":{"type":"text","text":"สวัสดี"}}]}',
      'H/BTr/ZqumBeLMpp2FMxJ72n1zxgo7+ASntTixoAe9s=',
    ],
    ['', '6GTSnOKcPJ1De9+WkmpcGY/W7auSoila4MYkiKFjUfE='],
  ])('of %j', (body, signature) => {
    expect(SIGNERS.line({ id: '1', body, nowMs: 0 })).toMatchObject({ 'x-line-signature': signature });
  });
});

describe('the signature of Chatwoot', () => {
  it.each([
    [
      1_767_323_045_999,
      '{"event":"message_created","id":7}',
      '5f726979d270a338b369e53b7658ba7538be8bd13dc36185c8a89c3d452dadf5',
    ],
    [
      1_767_323_046_000,
      '{"content":"ສະບາຍດີ"}',
      '51fec54d77ffe2a180bf8f71358bbc7a73564cb25192387959e0f576081cf63c',
    ],
    [0, '', '926e511652a2b8a0cb95373a016bb20d7a2e843fd1c8818b5bdaf50420ab13bb'],
  ])('at %i of %j', (nowMs, body, hash) => {
    expect(SIGNERS.chatwoot({ id: 'delivery', body, nowMs })).toEqual({
      'x-chatwoot-signature': `sha256=${hash}`,
      'x-chatwoot-timestamp': String(Math.floor(nowMs / 1000)),
      'x-chatwoot-delivery': 'delivery',
    });
  });
});

describe('the signature of Opn', () => {
  it.each([
    [
      1_767_323_045_999,
      '{"object":"event","key":"charge.complete"}',
      'd7b618d19a3706c0cb73feec47c8f95f4691415b2e971fdb0e91ad1f33780189',
    ],
    [
      1_767_323_046_000,
      '{"data":{"description":"ฝากเงิน"}}',
      '5f77f1db76e13a2daf6efdd58db65de0ecf745289dac3dbd134a31b9aaae6bee',
    ],
    [0, '', 'c2e48808a84095b9d4c2145d1f26186d8387973b4b2626060a7f59bdd9c07f98'],
  ])('at %i of %j', (nowMs, body, hash) => {
    expect(SIGNERS.opn({ id: '1', body, nowMs })).toEqual({
      'omise-signature': hash,
      'omise-signature-timestamp': String(Math.floor(nowMs / 1000)),
    });
  });

  it('is two while the secret is being changed', () => {
    const body = '{"object":"event","key":"charge.complete"}';
    expect(SIGNERS['opn-rotated']({ id: '1', body, nowMs: 1_767_323_045_000 })).toMatchObject({
      'omise-signature':
        'd7b618d19a3706c0cb73feec47c8f95f4691415b2e971fdb0e91ad1f33780189,' +
        '4c495577d64e1a906b7bec4140a297f5bc1003732f8213d09645e2a302e09d71',
    });
  });
});

describe('the signature of Stripe', () => {
  it.each([
    [
      1_767_323_045_999,
      '{"type":"payment_intent.succeeded"}',
      'dac2dde0f72672a2abd65d0741ffbf2498edc53ab4421ac75f2cd2524a96bf41',
    ],
    [
      1_767_323_046_000,
      '{"data":{"object":{"description":"ຝາກເງິນ"}}}',
      '09f37d4ccc8ff26dd8190d1d8a06df5d24337f1a107defddfa88655729d60fc8',
    ],
    [0, '', 'a46a097f7833e08ae6c85763c6b984f5b7f4a823352ca252064f409146bf5278'],
  ])('at %i of %j', (nowMs, body, hash) => {
    expect(SIGNERS.stripe({ id: '1', body, nowMs })).toEqual({
      'stripe-signature': `t=${Math.floor(nowMs / 1000)},v1=${hash}`,
    });
  });

  it('is two while the secret is being changed', () => {
    const body = '{"type":"payment_intent.succeeded"}';
    expect(SIGNERS['stripe-rotated']({ id: '1', body, nowMs: 1_767_323_045_000 })).toEqual({
      'stripe-signature':
        't=1767323045,v1=dac2dde0f72672a2abd65d0741ffbf2498edc53ab4421ac75f2cd2524a96bf41,' +
        'v1=9e065d81272a66f35b1431a93f05eced80456a647b4544d22418b0db5c46353d',
    });
  });
});

describe('the token of TrueMoney', () => {
  const HEAD = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';

  it.each([
    [
      { event_type: 'P2P', amount: 10_000 },
      'eyJldmVudF90eXBlIjoiUDJQIiwiYW1vdW50IjoxMDAwMH0.sZ0bUYeGxyb8zP4zUPJTKhzqp6qtahTcsLF0zTusdJ0',
    ],
    [
      { amount: 1, message: 'ขอบคุณ' },
      'eyJhbW91bnQiOjEsIm1lc3NhZ2UiOiLguILguK3guJrguITguLjguJMifQ.hvs0KbiGrd2UfzZ7H31vdRBxMJ84ILLh_K5N513xNqM',
    ],
    [{}, 'e30.8SFiMxw0cYyL8hmH-Lmceg1sQgNxaYV-OfdSfsZRRGo'],
  ])('of %j', (claims, rest) => {
    expect(signJwt(claims, 'demo-truemoney-webhook-secret')).toBe(`${HEAD}.${rest}`);
  });
});
