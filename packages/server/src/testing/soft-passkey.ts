import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/*
 * An authenticator in software, after WebAuthn Level 3 (sections 5.8.1, 6.1, 6.5): ES256 keys, attestation `none`.
 */

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** Writes CBOR (RFC 8949): whole numbers, byte strings, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as number)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}

/** The inputs of an answer. */
export interface SoftAnswer {
  /** A statement of the authenticator's make, for which the options did not ask. */
  statement?: ReadonlyMap<string, unknown>;
  /** How the device says that it can be reached. */
  transports?: unknown;
  challenge: string;
  origin: string;
  /** False for a device that did not verify the person. */
  isVerified?: boolean;
  /** Count of uses to tell; one more than before by default. */
  count?: number;
}

/** One passkey on a device. */
export class SoftPasskey {
  readonly id = randomBytes(16);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  #count = 0;

  constructor() {
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** Answers the options of a new passkey. */
  create(asked: SoftAnswer) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      cbor(key),
    ]);
    const authData = Buffer.concat([this.#data(asked, HAS_CREDENTIAL), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', asked.statement === undefined ? 'none' : 'android-key'],
      ['attStmt', asked.statement ?? new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: asked.transports ?? ['internal'],
    });
  }

  /** Answers the options of a sign-in. */
  get(asked: SoftAnswer) {
    this.#count = asked.count ?? this.#count + 1;
    const client = clientData('webauthn.get', asked);
    const data = this.#data(asked, 0);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  #answer(response: Record<string, unknown>) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #data({ origin, isVerified = true }: SoftAnswer, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#count);
    const flag = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | flags;
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flag]), count]);
  }
}

const clientData = (type: string, { challenge, origin }: SoftAnswer): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
