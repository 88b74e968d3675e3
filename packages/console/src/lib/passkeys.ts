import { ApiError } from './api-error.ts';

type Json = Readonly<Record<string, unknown>>;

/** Whether the browser knows passkeys and their JSON. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Has the browser answer a challenge with a passkey. @throws ApiError when the person gave up or it failed */
export function askPasskey(options: Json): Promise<Record<string, unknown>> {
  return answerOf(() => {
    const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) });
  });
}

/** Has the browser make a passkey. @throws ApiError when the person gave up or it failed */
export function makePasskey(options: Json): Promise<Record<string, unknown>> {
  return answerOf(() => {
    const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json),
    });
  });
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<Record<string, unknown>> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return { ...credential.toJSON() };
  } catch {
    // Given up, out of time, or not possible at this address.
  }
  throw new ApiError('PASSKEY_INVALID');
}
