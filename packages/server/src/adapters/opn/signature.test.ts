import { describe, expect, it } from 'vitest';
import { isSigned } from './signature.ts';

const SECRET = 'YSB3ZWJob29rIHNlY3JldCBvZiB0aGlydHktdHdvIGI=';
const FORMER = 'dGhlIGZvcm1lciBzZWNyZXQsIGFsc28gMzIgYnl0ZXM=';
const BODY = '{"object":"event","key":"charge.complete","data":{"object":"charge","id":"chrg_test_1"}}';
const THAI =
  '{"object":"event","key":"transfer.pay","data":{"object":"transfer","id":"trsf_test_2","name":"สมหญิง"}}';

/**
 * Vectors made with:
 * printf '%s' "$TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC \
 *   -macopt hexkey:$(printf '%s' "$SECRET" | base64 -d | od -An -tx1 | tr -d ' \n')
 */
const VECTORS = [
  [SECRET, '1767225600', BODY, '19616d180b47d44205c3c3b5b7ba97d67a2a67da3071aad10eb8ea0c556700bf'],
  [SECRET, '1767225601', THAI, '667243c1bb195fa551f43bd679e8589fd9d6355094b52fd6bdd8b143e9bf51d4'],
  [SECRET, '1767225602', '', 'ca45def97bb2c75f1ef843684284093464d8ca258c619e03af8898577adbac13'],
  [FORMER, '1767225600', BODY, 'a290f06567f2fd358f9dcac826f1c81ec5d4537f520dbe29e8b92d28aaa1165e'],
] as const;
const [[, AT, , RIGHT], , , [, , , OF_FORMER]] = VECTORS;
const NOW_MS = Number(AT) * 1_000;

describe('a webhook of Opn', () => {
  const signed = (
    signature: string | undefined,
    changes: { timestamp?: string; body?: string; nowMs?: number } = {},
  ) =>
    isSigned(
      {
        path: '/api/callback/gateway/KBANK',
        headers: { 'omise-signature': signature, 'omise-signature-timestamp': changes.timestamp ?? AT },
        rawBody: changes.body ?? BODY,
      },
      SECRET,
      changes.nowMs ?? NOW_MS,
    );

  it.each(VECTORS)(
    'is signed under the decoded secret: %s at %s',
    (secret, timestamp, rawBody, signature) => {
      const headers = { 'omise-signature': signature, 'omise-signature-timestamp': timestamp };
      expect(isSigned({ path: '/', headers, rawBody }, secret, NOW_MS)).toBe(true);
    },
  );

  it('may have two signatures while its secret is changed', () => {
    expect(signed(`${OF_FORMER},${RIGHT}`)).toBe(true);
    expect(signed(`${RIGHT}, ${OF_FORMER}`)).toBe(true);
    expect(signed(`${OF_FORMER},${OF_FORMER},${RIGHT}`)).toBe(false);
  });

  it.each<[string, string | undefined, Parameters<typeof signed>[1]]>([
    ['no signature', undefined, {}],
    ['an empty one', '', {}],
    ['one that is no hex', 'sha256=zz', {}],
    ['a part of it', RIGHT.slice(0, 62), {}],
    ['one of another secret', OF_FORMER, {}],
    ['another body', RIGHT, { body: `${BODY} ` }],
    ['another time', RIGHT, { timestamp: '1767225601' }],
    ['no time', RIGHT, { timestamp: '' }],
    ['a time that is none', RIGHT, { timestamp: '1e9' }],
    ['an old time', RIGHT, { nowMs: NOW_MS + 301_000 }],
    ['a time ahead', RIGHT, { nowMs: NOW_MS - 301_000 }],
  ])('is not authentic with %s', (_name, signature, changes) => {
    expect(signed(signature, changes)).toBe(false);
  });
});
