import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** A site as the browser names it. Passkeys belong to its host. */
export interface Site {
  /** Such as `https://play.example`. */
  origin: string;
  hostname: string;
}

/** JSON of a browser; the library checks it. */
export type BrowserJson = Record<string, unknown>;

/** A passkey as it is stored. */
export interface StoredPasskey {
  id: string;
  public_key: Buffer;
  /** Count of its uses. A copy shows by a count that goes back. */
  sign_count: bigint;
  transports: string[];
}

/** Loads the library. It is large and few requests need it, so the first of them does. */
export const webauthn = () => import('@simplewebauthn/server');

/** Returns the challenge that the browser says it signed; undefined where the answer names none. */
export function challengeOf({ response }: BrowserJson): string | undefined {
  try {
    const { clientDataJSON } = response as { clientDataJSON: string };
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge: unknown;
    };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks the answer of a browser that made a passkey, with the person verified by the device.
 * @throws Error for an answer that is not right
 */
export async function verifyNewPasskey(
  answer: BrowserJson,
  { challenge, site }: { challenge: string; site: Site },
): Promise<StoredPasskey> {
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: await withoutAttestation(answer as unknown as RegistrationResponseJSON),
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.hostname,
    requireUserVerification: true,
  });
  if (!verified.verified) throw new Error('the new passkey is not verified');
  const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
  return {
    id,
    public_key: Buffer.from(publicKey),
    sign_count: BigInt(counter),
    transports: transportsOf(transports),
  };
}

/** Reads how a device can be reached. The library passes on what the browser sent, of any type. */
const transportsOf = (given: unknown): StoredPasskey['transports'] =>
  Array.isArray(given) ? given.filter((name) => TRANSPORTS.has(name)) : [];

/** Ways to reach an authenticator, by the WebAuthn standard. */
const TRANSPORTS: ReadonlySet<unknown> = new Set([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]);

/**
 * Takes out the authenticator's statement of its make, for which the options did not ask. The library would check it,
 * and fetch the addresses that its certificates name.
 */
async function withoutAttestation(answer: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const given = isoBase64URL.toBuffer(answer.response.attestationObject);
  const authData = decodeAttestationObject(given).get('authData');
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(bare));
  return { ...answer, response: { ...answer.response, attestationObject } };
}

/**
 * Checks the answer of a browser that used a passkey, with the person verified by the device, and that it is no copy.
 * @returns the new count of its uses
 * @throws Error for an answer that is not right
 */
export async function verifyPasskeyUse(
  answer: BrowserJson,
  { challenge, site, passkey }: { challenge: string; site: Site; passkey: StoredPasskey },
): Promise<bigint> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.sign_count),
      transports: passkey.transports,
    },
  });
  if (!verified) throw new Error('the use of the passkey is not verified');
  return BigInt(authenticationInfo.newCounter);
}
