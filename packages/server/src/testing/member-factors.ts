import { Secret, TOTP } from 'otpauth';
import { Api, type Answer } from './api.ts';
import type { TestMember } from './members.ts';
import { SoftPasskey, type SoftAnswer } from './soft-passkey.ts';
import type { TestServer } from './test-server.ts';

/** Challenges of the options that a call returns. */
const challengeOf = ({ options }: { options: Record<string, unknown> }): string =>
  String(options['challenge']);

/** A site as a browser names it: passkeys need a host with a name. */
export class PasskeySite {
  readonly origin: string;
  readonly #guest: Api;

  constructor({ url }: Pick<TestServer, 'url'>) {
    this.origin = url.replace('127.0.0.1', 'localhost');
    this.#guest = new Api(this.origin);
  }

  /** Returns the calls of a member, made at this site. */
  as({ token }: Pick<TestMember, 'token'>): Api {
    return new Api(this.origin, token);
  }

  /** Makes a passkey for a member. @returns it, and the recovery codes that came with it */
  async add(member: Pick<TestMember, 'token'>, name = 'My phone') {
    const api = this.as(member);
    const passkey = new SoftPasskey();
    const challenge = challengeOf(await api.ok('POST /api/account/passkeys/challenge'));
    const answer = passkey.create({ challenge, origin: this.origin });
    const made = await api.ok('POST /api/account/passkeys', { body: { name, answer } });
    return { passkey, id: made.passkey._id, recoveryCodes: made.recoveryCodes };
  }

  /** Returns a passkey's answer to a new challenge of a log-in. */
  async answerToLogIn(passkey: SoftPasskey, more: Partial<SoftAnswer> = {}) {
    const challenge = challengeOf(await this.#guest.ok('POST /api/login/passkey/challenge'));
    return passkey.get({ challenge, origin: this.origin, ...more });
  }

  /** Logs in by a passkey. */
  async logIn(
    passkey: SoftPasskey,
    more: Partial<SoftAnswer> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await this.answerToLogIn(passkey, more);
    return this.#guest.call('POST /api/login/passkey', { body: { answer }, headers });
  }

  /** Gives proof by a passkey. */
  async prove(member: Pick<TestMember, 'token'>, passkey: SoftPasskey, more: Partial<SoftAnswer> = {}) {
    const api = this.as(member);
    const challenge = challengeOf(await api.ok('POST /api/step-up/challenge'));
    const answer = passkey.get({ challenge, origin: this.origin, ...more });
    return api.call('POST /api/step-up', { body: { answer } });
  }
}

/** Returns the code that an authenticator app shows. */
export const totpCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: at.getTime(),
  });

/** Sets up an authenticator app. @returns its key and the recovery codes that came with it */
export async function addTotp({ api }: Pick<TestMember, 'api'>, at: Date) {
  const { secret, uri } = await api.ok('POST /api/account/totp');
  const { recoveryCodes } = await api.ok('PUT /api/account/totp', { body: { code: totpCode(secret, at) } });
  return { secret, uri, recoveryCodes };
}

/** Gives the proof of a member without factors. */
export const prove = ({ api, registration }: TestMember) =>
  api.ok('POST /api/step-up', { body: { password: registration.password } });

/** A browser of its own. */
export const aBrowser = (): Record<string, string> => ({ 'x-device-id': crypto.randomUUID() });

/** Logs a member in with another browser. @returns the member there */
export async function inBrowser(
  server: TestServer,
  { registration }: TestMember,
  { headers = aBrowser(), code }: { headers?: Record<string, string>; code?: string } = {},
): Promise<TestMember> {
  const { username, password } = registration;
  const { token } = await server.api.ok('POST /api/login', {
    body: { username, password, ...(code !== undefined && { code }) },
    headers,
  });
  return server.members.of(registration, token);
}
