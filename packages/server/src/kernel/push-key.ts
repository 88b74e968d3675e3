import { createECDH } from 'node:crypto';

const CURVE = 'prime256v1';
const PRIVATE_BYTES = 32;

/** A key pair of P-256 in base64url, as web push uses it (VAPID). */
export interface PushKeyPair {
  publicKey: string;
  privateKey: string;
}

/** Makes a key pair. */
export function newPushKey(): PushKeyPair {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  // A key that begins with zeros is shorter, and push services want all bytes.
  const bytes = ecdh.getPrivateKey();
  const whole = Buffer.concat([Buffer.alloc(PRIVATE_BYTES - bytes.length), bytes]);
  return { publicKey: ecdh.getPublicKey().toString('base64url'), privateKey: whole.toString('base64url') };
}

/** Returns the pair of a private key; undefined for a text that is none. */
export function pushKeyOf(privateKey: string): PushKeyPair | undefined {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== PRIVATE_BYTES) return undefined;
  const ecdh = createECDH(CURVE);
  try {
    ecdh.setPrivateKey(bytes);
  } catch {
    return undefined;
  }
  return { publicKey: ecdh.getPublicKey().toString('base64url'), privateKey };
}
