import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SoftPasskey, type SoftAnswer } from '../../testing/soft-passkey.ts';
import { StaffBrowser, STAFF_PASSWORD, staffOf } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let now = new Date('2026-03-01T03:00:00Z');
/** The console as a browser names it: passkeys need a host with a name. */
let origin: string;

beforeAll(async () => {
  server = await startTestServer({
    settings: { consolePort: 0, staffSecondFactor: true },
    clock: { now: () => now },
  });
  origin = server.staff!.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => server.stop());

const browser = () => new StaffBrowser(origin);
const challengeFor = async (by: StaffBrowser, password = STAFF_PASSWORD) =>
  by.call('POST /staff/api/passkeys/challenge', { password });
/** The password, and an answer of the passkey to a new challenge. */
const proofBy = async (passkey: SoftPasskey, count: number) => {
  const { body } = await browser().call('POST /staff/api/passkey/challenge', {});
  const answer = passkey.get({ challenge: body.options.challenge, origin, count });
  return { password: STAFF_PASSWORD, passkey: answer };
};
const signIn = async (passkey: SoftPasskey, more: Partial<SoftAnswer> = {}, by = browser()) => {
  const { body } = await by.call('POST /staff/api/passkey/challenge', {});
  const answer = passkey.get({ challenge: body.options.challenge, origin, ...more });
  return { by, answer, reply: await by.call('POST /staff/api/passkey/session', { answer }) };
};
/** A person of a role, and their new passkey. */
const withPasskey = async (): Promise<{ passkey: SoftPasskey; person: StaffBrowser; email: string }> => {
  const [first] = (await staffOf(server, 'finance')) as [StaffBrowser];
  const person = browser();
  person.cookie = first.cookie;
  const { body } = await challengeFor(person);
  const passkey = new SoftPasskey();
  const answer = passkey.create({ challenge: body.options.challenge, origin });
  const { status } = await person.call('POST /staff/api/passkeys', { name: 'phone', answer });
  expect(status).toBe(200);
  return { passkey, person, email: 'finance0@staff.example' };
};

describe('passkeys of staff', () => {
  let made: Awaited<ReturnType<typeof withPasskey>>;
  beforeAll(async () => {
    made = await withPasskey();
  });

  it('are a second factor: the person needs no other', async () => {
    const { body } = await made.person.call('GET /staff/api/session');
    expect(body.mustSetUpFactor).toBe(false);
    expect((await made.person.call('GET /staff/api/passkeys')).body.items).toMatchObject([{ name: 'phone' }]);
    // The password alone opens nothing any more.
    expect((await browser().signIn(made.email)).code).toBe('PASSKEY_REQUIRED');
  });

  it('sign in without a password', async () => {
    const { reply, by } = await signIn(made.passkey);
    expect(reply.body.staff).toMatchObject({ email: made.email, roles: ['finance'] });
    expect((await by.call('GET /staff/api/payouts')).status).toBe(200);
  });

  it('refuse an answer that was used before', async () => {
    const { answer } = await signIn(made.passkey);
    expect((await browser().call('POST /staff/api/passkey/session', { answer })).code).toBe(
      'PASSKEY_INVALID',
    );
  });

  it('refuse a copy, whose count goes back', async () => {
    await signIn(made.passkey, { count: 50 });
    expect((await signIn(made.passkey, { count: 50 })).reply.code).toBe('PASSKEY_INVALID');
    expect((await signIn(made.passkey, { count: 49 })).reply.code).toBe('PASSKEY_INVALID');
    expect((await signIn(made.passkey, { count: 51 })).reply.status).toBe(200);
  });

  it.each([
    ['another site', { origin: 'https://console.example' }],
    ['another port of this host', { origin: 'http://localhost:1' }],
    ['a device that did not verify the person', { isVerified: false }],
    ['a challenge that there was not', { challenge: 'AAAA' }],
  ])('refuse %s', async (_what, more) => {
    expect((await signIn(made.passkey, more)).reply.code).toBe('PASSKEY_INVALID');
  });

  it('refuse what is too late, and answers that make no sense', async () => {
    const { body } = await browser().call('POST /staff/api/passkey/challenge', {});
    const answer = made.passkey.get({ challenge: body.options.challenge, origin, count: 100 });
    const before = now;
    now = new Date(now.getTime() + 5 * 60_000);
    expect((await browser().call('POST /staff/api/passkey/session', { answer })).code).toBe(
      'PASSKEY_INVALID',
    );
    now = before;
    for (const strange of [
      {},
      { response: null },
      { response: { clientDataJSON: '%' } },
      { id: 1, response: {} },
    ]) {
      const { code } = await browser().call('POST /staff/api/passkey/session', { answer: strange });
      expect(code).toBe('PASSKEY_INVALID');
    }
  });

  it('refuse an unknown passkey, and a challenge of a sign-in for a new one', async () => {
    expect((await signIn(new SoftPasskey())).reply.code).toBe('PASSKEY_INVALID');
    const { body } = await browser().call('POST /staff/api/passkey/challenge', {});
    const answer = new SoftPasskey().create({ challenge: body.options.challenge, origin });
    const { code } = await made.person.call('POST /staff/api/passkeys', { name: 'x', answer });
    expect(code).toBe('PASSKEY_INVALID');
  });

  it('ask the password before a new one is made', async () => {
    expect((await challengeFor(made.person, 'wrong password')).code).toBe('WRONG_CREDENTIAL');
    expect((await browser().call('POST /staff/api/passkeys/challenge', { password: 'x' })).code).toBe(
      'UNAUTHORIZED',
    );
  });

  it('are proved before another factor is set up', async () => {
    const password = STAFF_PASSWORD;
    const calls = [
      ['POST /staff/api/totp', 110],
      ['POST /staff/api/passkeys/challenge', 120],
    ] as const;
    for (const [key, count] of calls) {
      const tried = async (proof: object) => (await made.person.call(key, proof)).code;
      expect(await tried({ password }), key).toBe('PASSKEY_REQUIRED');
      expect(await tried({ password, passkey: {} }), key).toBe('PASSKEY_INVALID');
      expect(await tried({ ...(await proofBy(made.passkey, count)), password: 'wrong' })).toBe(
        'WRONG_CREDENTIAL',
      );
      const proof = await proofBy(made.passkey, count + 1);
      expect(await tried(proof), key).toBeUndefined();
      expect(await tried(proof), key).toBe('PASSKEY_INVALID');
    }
  });

  it('of another person prove nothing', async () => {
    const [first] = (await staffOf(server, 'risk')) as [StaffBrowser];
    const other = browser();
    other.cookie = first.cookie;
    const passkey = new SoftPasskey();
    const { body } = await challengeFor(other);
    const answer = passkey.create({ challenge: body.options.challenge, origin });
    expect((await other.call('POST /staff/api/passkeys', { name: 'mine', answer })).status).toBe(200);
    const reply = await other.call('POST /staff/api/totp', await proofBy(made.passkey, 130));
    expect(reply.code).toBe('PASSKEY_INVALID');
  });

  it('are forgotten by their owner alone, who proves one', async () => {
    const [other] = (await staffOf(server, 'owner')) as [StaffBrowser];
    const id = made.passkey.id.toString('base64url');
    const forget = (by: StaffBrowser, proof: object, which = id) =>
      by.call(`DELETE /staff/api/passkeys/${which}`, proof);
    const password = STAFF_PASSWORD;
    expect((await forget(other, { password })).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await forget(made.person, { password })).code).toBe('PASSKEY_REQUIRED');
    expect((await forget(made.person, { password, passkey: {} })).code).toBe('PASSKEY_INVALID');
    const wrong = { ...(await proofBy(made.passkey, 139)), password: 'wrong' };
    expect((await forget(made.person, wrong)).code).toBe('WRONG_CREDENTIAL');
    expect((await forget(made.person, await proofBy(made.passkey, 140), 'none')).code).toBe('NO_DATA');
    expect((await forget(made.person, await proofBy(made.passkey, 141))).status).toBe(200);
    expect((await signIn(made.passkey, { count: 200 })).reply.code).toBe('PASSKEY_INVALID');
  });
});
