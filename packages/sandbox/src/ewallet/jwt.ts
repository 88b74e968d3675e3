import { createHmac } from 'node:crypto';

const part = (value: object): string => Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');

/** Returns a JSON Web Token, signed with HMAC-SHA256. */
export function signJwt(claims: object, secret: string): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
