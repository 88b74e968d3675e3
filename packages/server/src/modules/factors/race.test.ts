import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { Api, endOf } from '../../testing/api.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { inBrowser, PasskeySite, totpCode } from '../../testing/member-factors.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import type { TestMember } from '../../testing/members.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { inWhole } from '../../testing/forms.ts';

let one: TestServer;
let two: TestServer;
/** A connection of the test's own, which holds rows. */
let third: Database;
let site: PasskeySite;
let support: StaffBrowser;

beforeAll(async () => {
  const { open } = await sharedPostgres();
  third = await open();
  // The servers' connections look for a deadlock after this time, and the test's own much later: theirs is undone.
  await sql`
    do $$ begin execute format('alter database %I set deadlock_timeout = %L', current_database(), '2s'); end $$`.execute(
    third.queries,
  );
  one = await startTestServer({ open, settings: { consolePort: 0 } });
  two = await startTestServer({ open, settings: { sandboxUrl: one.world.url } });
  site = new PasskeySite(one);
  [support] = (await staffOf(one, 'support')) as [StaffBrowser];
});
afterAll(async () => {
  await Promise.all([two.stop(), third.close()]);
  await one.stop();
});

const idOf = async ({ api }: TestMember) => (await api.ok('GET /api/account/profile')).profile._id;
/** Makes two calls that both come to wait, the first for a row that is let go once both do. */
async function inTurn<A, B>(
  held: RawBuilder<unknown>,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const calls = await third.transaction(async (tx) => {
    await held.execute(tx);
    const a = first();
    await untilLockWaits(one.database.queries);
    const b = second();
    await untilLockWaits(one.database.queries, 2);
    return { both: Promise.all([a, b]) };
  });
  return calls.both;
}

describe('two processes, at the same moment', () => {
  it('use and remove a passkey one after the other', async () => {
    const member = await one.members.join();
    const { passkey, id } = await site.add(member);
    const answer = await site.answerToLogIn(passkey);
    const [used, removed] = await inTurn(
      sql`select from member_passkey where id = ${id} for update`,
      () => new Api(site.origin).call('POST /api/login/passkey', { body: { answer } }),
      () =>
        new Api(two.url, member.token).call('DELETE /api/account/passkeys/:passkeyId', {
          params: { passkeyId: id },
        }),
    );
    expect([endOf(used), endOf(removed)]).toEqual(['OK', 'OK']);
    expect(endOf(await site.logIn(passkey))).toBe('PASSKEY_INVALID');
  });

  it('take a member’s proof and end the member’s sessions one after the other', async () => {
    const member = await one.members.join();
    const there = await inBrowser(one, member);
    const memberId = await idOf(member);
    const [proven, ended] = await inTurn(
      sql`select from session where member_id = ${memberId} for update`,
      () =>
        new Api(two.url, there.token).call('POST /api/step-up', {
          body: { password: member.registration.password },
        }),
      () => support.call(`DELETE /staff/api/members/${memberId}/sessions`, { reason: 'lost phone' }),
    );
    expect([endOf(proven), ended.status]).toEqual(['OK', 200]);
    const known = await third.queries
      .selectFrom('member_device')
      .select('device_hash')
      .where('member_id', '=', memberId)
      .execute();
    expect(known).toEqual([]);
  });
});

describe('an authenticator app that is confirmed at the same moment', () => {
  /** Confirms the app of a member, and makes another call that comes to wait behind it. */
  async function confirmBefore<T>(member: TestMember, second: () => Promise<T>): Promise<T> {
    const { secret } = await member.api.ok('POST /api/account/totp');
    const body = { code: totpCode(secret, new Date()) };
    const memberId = await idOf(member);
    const [confirmed, other] = await inTurn(
      sql`select from member where id = ${memberId} for update`,
      () => new Api(two.url, member.token).call('PUT /api/account/totp', { body }),
      second,
    );
    expect(endOf(confirmed)).toBe('OK');
    return other;
  }

  it('lets no log-in pass that has shown the password alone', async () => {
    const member = await one.members.join();
    const { username, password } = member.registration;
    const logIn = () => one.api.call('POST /api/login', { body: { username, password } });
    expect(endOf(await confirmBefore(member, logIn))).toBe('WRONG_CREDENTIAL');
    expect(endOf(await logIn())).toBe('CODE_REQUIRED');
  });

  it('takes no password as proof', async () => {
    const member = await one.members.join();
    const there = await inBrowser(one, member);
    const body = { password: member.registration.password };
    const prove = () => there.api.call('POST /api/step-up', { body });
    expect(endOf(await confirmBefore(member, prove))).toBe('CODE_REQUIRED');
    expect(await there.api.refused('POST /api/account/totp')).toBe('STEP_UP_REQUIRED');
  });
});

describe('a deadlock', () => {
  it('is answered as something that can be tried again', inWhole, async () => {
    const member = await one.members.join();
    const { id } = await site.add(member);
    const memberId = await idOf(member);
    await third
      .transaction(async (tx) => {
        await sql`set local deadlock_timeout = '60s'`.execute(tx);
        await sql`select from member_passkey where id = ${id} for update`.execute(tx);
        const removal = new Api(two.url, member.token).call('DELETE /api/account/passkeys/:passkeyId', {
          params: { passkeyId: id },
        });
        await untilLockWaits(one.database.queries);
        await sql`select from member where id = ${memberId} for update`.execute(tx);
        return { removal };
      })
      .then(async ({ removal }) => {
        const { status, headers } = await removal;
        expect([status, headers.get('retry-after')]).toEqual([503, '2']);
        expect(endOf(await removal)).toBe('SERVICE_UNAVAILABLE');
      });
    expect((await member.api.ok('GET /api/account/factors')).passkeys).toHaveLength(1);
  });
});
