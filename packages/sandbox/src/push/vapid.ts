import { createPublicKey, verify } from 'node:crypto';

/** Identification of the sender (RFC 8292), written from the document alone. */

const LONGEST_MS = 24 * 60 * 60 * 1_000;
const HEADER = /^vapid (?=.*\bt=([\w-]+)\.([\w-]+)\.([\w-]+))(?=.*\bk=([\w-]+))/;
const POINT_BYTES = 65;

interface Claims {
  readonly aud?: unknown;
  readonly exp?: unknown;
  readonly sub?: unknown;
}

const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/**
 * Checks the header `Authorization` of a push.
 * @param origin of the push service
 * @returns the sender's public key, in base64url
 * @throws Error saying what is wrong with it
 */
export function checkVapid(
  authorization: string,
  { origin, nowMs }: { origin: string; nowMs: number },
): string {
  const [, header = '', claims = '', signature = '', key = ''] = HEADER.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  if (point.length !== POINT_BYTES || point[0] !== 4) throw new Error('no public key');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  if ((read(header) as { alg?: unknown }).alg !== 'ES256') throw new Error('not signed by ES256');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('a wrong signature');
  const { aud, exp, sub } = read(claims) as Claims;
  if (aud !== origin) throw new Error('for another service');
  const untilMs = Number(exp) * 1_000;
  if (!(untilMs > nowMs) || untilMs > nowMs + LONGEST_MS) throw new Error('expired, or valid for too long');
  if (!/^(?:mailto:.+@|https:\/\/)/.test(String(sub))) throw new Error('no contact');
  return key;
}
