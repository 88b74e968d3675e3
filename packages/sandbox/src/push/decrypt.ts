import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';

/*
 * Message encryption for web push (RFC 8291, on RFC 8188), written from the documents alone: it shares no code with any
 * sender.
 */

const CURVE = 'prime256v1';
const [SALT_BYTES, SIZE_BYTES, KEY_BYTES, TAG_BYTES] = [16, 4, 65, 16];
/** Delimiter after the text of the last record; only zeros follow. */
const LAST_RECORD = 2;

/** The keys of a browser's subscription. */
export interface BrowserKeys {
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
  readonly auth: Buffer;
}

export function newBrowserKeys(): BrowserKeys {
  const ecdh = createECDH(CURVE);
  const publicKey = ecdh.generateKeys();
  return { privateKey: ecdh.getPrivateKey(), publicKey, auth: randomBytes(SALT_BYTES) };
}

const hmac = (key: Buffer, ...data: readonly (Buffer | string)[]): Buffer => {
  const made = createHmac('sha256', key);
  for (const part of data) made.update(part);
  return made.digest();
};

/**
 * Decrypts a body with the content encoding `aes128gcm`.
 * @throws Error when it is not for these keys, or not of this form
 */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: BrowserKeys): string {
  const keyAt = SALT_BYTES + SIZE_BYTES + 1;
  if (body.length < keyAt + KEY_BYTES || body[keyAt - 1] !== KEY_BYTES) throw new Error('no header');
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const senderKey = body.subarray(keyAt, keyAt + KEY_BYTES);
  const record = body.subarray(keyAt + KEY_BYTES);
  // A push is one record.
  if (record.length > recordSize || record.length <= TAG_BYTES) throw new Error('not one record');

  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(privateKey);
  const secret = hmac(auth, ecdh.computeSecret(senderKey));
  const input = hmac(secret, 'WebPush: info\0', publicKey, senderKey, Buffer.of(1));
  const key = hmac(salt, input);
  const contentKey = hmac(key, 'Content-Encoding: aes128gcm\0', Buffer.of(1)).subarray(0, 16);
  const nonce = hmac(key, 'Content-Encoding: nonce\0', Buffer.of(1)).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== LAST_RECORD) throw new Error('no delimiter');
  return padded.subarray(0, end).toString('utf8');
}
