import { PASSKEYS_MAX } from '@krapao/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, endOf } from '../../testing/api.ts';
import { PasskeySite } from '../../testing/member-factors.ts';
import { SoftPasskey } from '../../testing/soft-passkey.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { inWhole } from '../../testing/forms.ts';

const MINUTE_MS = 60_000;

const clock = new TestClock();
let server: TestServer;
let site: PasskeySite;

beforeAll(async () => {
  server = await startTestServer({ clock });
  site = new PasskeySite(server);
});
afterAll(() => server.stop());

const join = async () => {
  const member = await server.members.join();
  return { member, ...(await site.add(member)) };
};
const end = async (...asked: Parameters<PasskeySite['logIn']>) => endOf(await site.logIn(...asked));

describe('passkeys of members', () => {
  it('log in without phone and password', inWhole, async () => {
    const { member, passkey } = await join();
    const { body } = await site.logIn(passkey, {}, { 'x-device-id': crypto.randomUUID() });
    const { token, deviceMark } = body as { token: string; deviceMark: string };
    expect(deviceMark).toMatch(/^[\w-]{32}$/);
    const { profile } = await new Api(server.url, token).ok('GET /api/account/profile');
    expect(profile.username).toBe(member.registration.username);
  });

  it('are listed, renamed and removed by their owner alone', inWhole, async () => {
    const { member, passkey, id } = await join();
    const { api: other } = await server.members.join();
    const params = { passkeyId: id };
    const body = { name: 'Old phone' };
    expect(await other.refused('PUT /api/account/passkeys/:passkeyId', { params, body })).toBe('NO_DATA');
    expect(await other.refused('DELETE /api/account/passkeys/:passkeyId', { params })).toBe('NO_DATA');
    await end(passkey);
    await member.api.ok('PUT /api/account/passkeys/:passkeyId', { params, body });
    const { passkeys } = await member.api.ok('GET /api/account/factors');
    const now = clock.now().toISOString();
    expect(passkeys).toEqual([{ _id: id, name: 'Old phone', createdAt: now, lastUsedAt: now }]);
    await member.api.ok('DELETE /api/account/passkeys/:passkeyId', { params });
    expect(await end(passkey)).toBe('PASSKEY_INVALID');
    expect(await member.api.refused('DELETE /api/account/passkeys/:passkeyId', { params })).toBe('NO_DATA');
    expect((await other.ok('GET /api/account/factors')).passkeys).toEqual([]);
  });

  it(
    'refuse an answer that was used before, and take an answer once of many at a time',
    inWhole,
    async () => {
      const { passkey } = await join();
      const answer = await site.answerToLogIn(passkey);
      const logIn = () => server.api.call('POST /api/login/passkey', { body: { answer } });
      // Through the address with a name: the answer is for that one.
      const here = new Api(site.origin);
      const tries = await Promise.all(
        Array.from({ length: 5 }, () => here.call('POST /api/login/passkey', { body: { answer } })),
      );
      expect(tries.map(endOf).toSorted()).toEqual(['OK', ...Array<string>(4).fill('PASSKEY_INVALID')]);
      expect(endOf(await logIn())).toBe('PASSKEY_INVALID');
    },
  );

  it('refuse a copy, whose count goes back', async () => {
    const { passkey } = await join();
    expect(await end(passkey, { count: 50 })).toBe('OK');
    expect(await end(passkey, { count: 50 })).toBe('PASSKEY_INVALID');
    expect(await end(passkey, { count: 49 })).toBe('PASSKEY_INVALID');
    expect(await end(passkey, { count: 51 })).toBe('OK');
  });

  it.each([
    ['another site', { origin: 'https://play.example' }],
    ['another port of this host', { origin: 'http://localhost:1' }],
    ['a device that did not verify the person', { isVerified: false }],
    ['a challenge that there was not', { challenge: 'AAAA' }],
    ['a challenge of the right length that there was not', { challenge: 'A'.repeat(51) }],
  ])('refuse %s', async (_what, more) => {
    const { member, passkey } = await join();
    expect(await end(passkey, more)).toBe('PASSKEY_INVALID');
    expect(endOf(await site.prove(member, passkey, more))).toBe('PASSKEY_INVALID');
    expect(await end(passkey)).toBe('OK');
  });

  it('refuse another person’s signature under a known name', async () => {
    const { passkey } = await join();
    const answer = await site.answerToLogIn(new SoftPasskey());
    const id = passkey.id.toString('base64url');
    const forged = { ...answer, id, rawId: id };
    expect(await new Api(site.origin).refused('POST /api/login/passkey', { body: { answer: forged } })).toBe(
      'PASSKEY_INVALID',
    );
  });

  it('refuse what is too late, and answers that make no sense', async () => {
    const { passkey } = await join();
    const here = new Api(site.origin);
    const answer = await site.answerToLogIn(passkey);
    clock.forward(5 * MINUTE_MS);
    expect(await here.refused('POST /api/login/passkey', { body: { answer } })).toBe('PASSKEY_INVALID');
    const strange = [
      {},
      { response: null },
      { response: { clientDataJSON: '%' } },
      { id: '\u0000', response: {} },
    ];
    for (const one of strange)
      expect(await here.refused('POST /api/login/passkey', { body: { answer: one } })).toBe(
        'PASSKEY_INVALID',
      );
  });

  it('take no challenge that was for something else', async () => {
    const { member, passkey } = await join();
    const here = site.as(member);
    const { options } = await here.ok('POST /api/step-up/challenge');
    const challenge = String(options['challenge']);
    expect(await end(passkey, { challenge })).toBe('PASSKEY_INVALID');
    const made = new SoftPasskey().create({ challenge, origin: site.origin });
    const body = { name: 'x', answer: made };
    expect(await here.refused('POST /api/account/passkeys', { body })).toBe('PASSKEY_INVALID');
    const other = await join();
    expect(endOf(await site.prove(other.member, passkey))).toBe('PASSKEY_INVALID');
    expect(endOf(await site.prove(member, passkey))).toBe('OK');
  });

  it('come without a look at a statement of the authenticator’s make, whose certificates name addresses', async () => {
    const member = await server.members.join();
    const api = site.as(member);
    const { options } = await api.ok('POST /api/account/passkeys/challenge');
    const passkey = new SoftPasskey();
    const answer = passkey.create({
      challenge: (options as { challenge: string }).challenge,
      origin: site.origin,
      statement: new Map<string, unknown>([
        ['alg', -7],
        ['sig', Buffer.alloc(70)],
      ]),
    });
    await api.ok('POST /api/account/passkeys', { body: { name: 'My phone', answer } });
    expect(await end(passkey)).toBe('OK');
  });

  it.each([
    [
      ['internal', 'not one', 7, 'usb'],
      ['internal', 'usb'],
    ],
    ['usb', []],
    [{}, []],
  ])('keep of the ways to reach the device those that there are: %j', async (transports, kept) => {
    const member = await server.members.join();
    const api = site.as(member);
    const { options } = await api.ok('POST /api/account/passkeys/challenge');
    const asked = { challenge: String(options['challenge']), origin: site.origin, transports };
    const answer = new SoftPasskey().create(asked);
    const { passkey } = await api.ok('POST /api/account/passkeys', { body: { name: 'odd', answer } });
    const row = await server.database.queries
      .selectFrom('member_passkey')
      .select('transports')
      .where('id', '=', passkey._id)
      .executeTakeFirstOrThrow();
    expect(row.transports).toEqual(kept);
  });

  it('of a frozen member are refused', async () => {
    const { member, passkey } = await join();
    const { username } = member.registration;
    await server.database.queries
      .updateTable('member')
      .set({ disabled_at: new Date() })
      .where('username', '=', username)
      .execute();
    expect(await end(passkey)).toBe('INACTIVE_USER');
  });

  it('are a bounded number', inWhole, async () => {
    const { member } = await join();
    for (let made = 1; made < PASSKEYS_MAX; made += 1) await site.add(member);
    const here = site.as(member);
    const { options } = await here.ok('POST /api/account/passkeys/challenge');
    const challenge = String(options['challenge']);
    const answer = new SoftPasskey().create({ challenge, origin: site.origin });
    const body = { name: 'one more', answer };
    expect(await here.refused('POST /api/account/passkeys', { body })).toBe('PASSKEY_INVALID');
    expect((await member.api.ok('GET /api/account/factors')).passkeys).toHaveLength(PASSKEYS_MAX);
  });

  it('belong to the public address where there is one', async () => {
    const named = await startTestServer({ settings: { publicUrl: 'https://play.example' } });
    try {
      const { options } = await named.api.ok('POST /api/login/passkey/challenge');
      expect(options).toMatchObject({ rpId: 'play.example', userVerification: 'required' });
    } finally {
      await named.stop();
    }
  });
});
