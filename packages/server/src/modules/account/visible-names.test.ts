import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('keeps nothing of a name that cannot be seen, and no name of nothing else', async () => {
  const member = await server.members.register({
    name: '\u202eสม\u200bหญิง  ใจดี\u202c',
    bankAccountName: 'SOMYING\u200b\u00a0 JAIDEE',
  });
  const { profile } = await member.api.ok('GET /api/account/profile');
  expect(profile).toMatchObject({ name: 'สมหญิง ใจดี', bankAccountName: 'SOMYING JAIDEE' });
  const kept = await server.database.queries
    .selectFrom('member')
    .select(['name', 'bank_account_name'])
    .where('id', '=', profile._id)
    .execute();
  expect(kept).toEqual([{ name: 'สมหญิง ใจดี', bank_account_name: 'SOMYING JAIDEE' }]);

  const { bankCode, bankAccountName, bankAccountNo } = profile;
  const edit = (name: string) => ({ body: { name, bankCode, bankAccountName, bankAccountNo } });
  for (const nothing of ['\u200b\u200b', '\u3164', ' \u2060 ']) {
    expect(await member.api.refused('PUT /api/account/profile', edit(nothing))).toBe('KEY_INVALID');
  }
  await member.api.ok('PUT /api/account/profile', edit(`ก${'\u0e49'.repeat(60)}`));
  expect((await member.api.ok('GET /api/account/profile')).profile.name).toBe(`ก${'\u0e49'.repeat(4)}`);
});

it('shows names from before like the others, and they can be changed', async () => {
  const member = await server.members.join();
  const { username } = member.registration;
  await server.database.queries
    .updateTable('member')
    .set({ name: '\u200b\u200b', bank_account_name: '\u202eSOMYING JAIDEE' })
    .where('username', '=', username)
    .execute();
  const { profile } = await member.api.ok('GET /api/account/profile');
  expect(profile).toMatchObject({ name: username, bankAccountName: 'SOMYING JAIDEE' });
  const { bankCode, bankAccountName, bankAccountNo } = profile;
  const body = { name: 'สมหญิง', bankCode, bankAccountName, bankAccountNo };
  await member.api.ok('PUT /api/account/profile', { body });
});

it('takes an invite code in any case', async () => {
  const inviter = await server.members.join();
  const { profile } = await inviter.api.ok('GET /api/account/profile');
  const friend = await server.members.register({ inviteCode: ` pr${profile._id.toUpperCase()}` });
  const joined = await friend.api.ok('GET /api/account/profile');
  expect(joined.profile.inviteCode).toBe(`PR${profile._id}`);
});
