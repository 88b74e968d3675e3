import type { Configuration } from 'openid-client';
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import type { OidcSettings } from '../../kernel/settings.ts';
import { StaffError } from '../../kernel/staff-error.ts';

/** Address that begins the operator's own sign-in, and the one that its provider sends the browser back to. */
export const OWN_SIGN_IN = { begin: '/staff/api/oidc/begin', end: '/staff/api/oidc/end' } as const;

/** Longest stay at the provider. */
export const OWN_SIGN_IN_MS = 10 * MINUTE_MS;

const CONTEXT = 'staff oidc';

/** Values of `amr` (RFC 8176) that mean more than a password. */
const SECOND_FACTORS: ReadonlySet<unknown> = new Set([
  'mfa',
  'otp',
  'hwk',
  'swk',
  'fpt',
  'face',
  'iris',
  'sc',
  'sms',
]);

// Few installations need the library: it is loaded by the first sign-in.
const openid = () => import('openid-client');

/** Sealed state that the browser keeps while it is at the provider. */
interface Stay {
  state: string;
  nonce: string;
  verifier: string;
  until: number;
}

/** Signs staff in by the operator's own OpenID Connect provider: code flow with PKCE. */
export class OwnSignIn {
  readonly #settings: OidcSettings;
  readonly #secrets: Secrets;
  readonly #clock: Clock;
  readonly #factorIsRequired: boolean;
  #provider: Promise<Configuration> | undefined;

  constructor(parts: { settings: OidcSettings; secrets: Secrets; clock: Clock; factorIsRequired: boolean }) {
    this.#settings = parts.settings;
    this.#secrets = parts.secrets;
    this.#clock = parts.clock;
    this.#factorIsRequired = parts.factorIsRequired;
  }

  /**
   * Begins a sign-in.
   * @param origin of the console
   * @returns the provider's address, and what the browser keeps meanwhile
   */
  async begin(origin: string): Promise<{ address: string; stay: string }> {
    const client = await openid();
    const provider = await this.#discover();
    const stay: Stay = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      until: this.#clock.now().getTime() + OWN_SIGN_IN_MS,
    };
    const { acr } = this.#settings;
    const address = client.buildAuthorizationUrl(provider, {
      redirect_uri: origin + OWN_SIGN_IN.end,
      scope: 'openid email profile',
      state: stay.state,
      nonce: stay.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(stay.verifier),
      code_challenge_method: 'S256',
      ...(acr.length > 0 && { acr_values: acr.join(' ') }),
    });
    return {
      address: address.href,
      stay: this.#secrets.seal(JSON.stringify(stay), CONTEXT).toString('base64url'),
    };
  }

  /**
   * Ends a sign-in: exchanges the provider's code, and checks the answer.
   * @param address to which the browser was sent back
   * @returns the verified e-mail address, in lower case
   * @throws StaffError WRONG_CREDENTIAL; CODE_REQUIRED without a second factor
   */
  async end(address: URL, sealed: string): Promise<string> {
    const client = await openid();
    const provider = await this.#discover();
    const stay = this.#unseal(sealed);
    const tokens = await client
      .authorizationCodeGrant(provider, address, {
        pkceCodeVerifier: stay.verifier,
        expectedState: stay.state,
        expectedNonce: stay.nonce,
        idTokenExpected: true,
      })
      .catch((cause: unknown) => {
        throw new StaffError('WRONG_CREDENTIAL', { cause });
      });
    const claims: Record<string, unknown> = { ...tokens.claims() };
    const { email, email_verified: isVerified } = claims;
    if (typeof email !== 'string' || isVerified !== true) throw new StaffError('WRONG_CREDENTIAL');
    if (this.#factorIsRequired && !this.#hasSecondFactor(claims)) throw new StaffError('CODE_REQUIRED');
    return email.toLowerCase();
  }

  #hasSecondFactor({ amr, acr }: Record<string, unknown>): boolean {
    const isTold = Array.isArray(amr) && amr.some((one) => SECOND_FACTORS.has(one));
    return isTold || (typeof acr === 'string' && this.#settings.acr.includes(acr));
  }

  /** @throws StaffError WRONG_CREDENTIAL: too late, or not ours */
  #unseal(sealed: string): Stay {
    try {
      const stay = JSON.parse(this.#secrets.unseal(Buffer.from(sealed, 'base64url'), CONTEXT)) as Stay;
      if (stay.until > this.#clock.now().getTime()) return stay;
    } catch (cause) {
      throw new StaffError('WRONG_CREDENTIAL', { cause });
    }
    throw new StaffError('WRONG_CREDENTIAL');
  }

  /** Reads the provider's description, once. A failure is not kept: the next sign-in tries again. */
  #discover(): Promise<Configuration> {
    this.#provider ??= this.#read().catch((cause: unknown) => {
      this.#provider = undefined;
      throw new StaffError('SERVICE_UNAVAILABLE', { cause });
    });
    return this.#provider;
  }

  async #read(): Promise<Configuration> {
    const client = await openid();
    const { issuer, clientId, clientSecret } = this.#settings;
    const url = new URL(issuer);
    // The settings allow http to this machine alone.
    // oxlint-disable-next-line typescript/no-deprecated -- marked so only to stand out
    const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : [];
    return client.discovery(url, clientId, clientSecret, undefined, { execute });
  }
}
