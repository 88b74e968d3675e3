import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTotp, aBrowser, inBrowser, PasskeySite } from '../../testing/member-factors.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const clock = new TestClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());

/** The texts to a member's phone, newest first. */
const told = async ({ registration }: TestMember): Promise<string[]> => {
  const texts = await server.world.smsTo(registration.username);
  return texts.map(({ text }) => text);
};
const isTold = (member: TestMember, ...texts: string[]) =>
  server.whenDone(async () =>
    expect(await told(member)).toEqual(texts.map((text) => expect.stringContaining(text) as string)),
  );

describe('a member is told', () => {
  it('of a log-in on a new device, once, and not of the first one', async () => {
    const member = await server.members.join();
    const headers = aBrowser();
    await inBrowser(server, member, { headers });
    await inBrowser(server, member, { headers });
    await inBrowser(server, member, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await isTold(member, 'เครื่องใหม่', 'เครื่องใหม่');
  });

  it('in the language of the call', async () => {
    const member = await server.members.join();
    await inBrowser(server, member, { headers: { ...aBrowser(), 'accept-language': 'en' } });
    await isTold(member, 'Your account was logged in to on a new device.');
  });

  it('of each change of password, bank account, name and factors', async () => {
    const member = await server.members.join();
    const { api, registration } = member;
    const { bankCode, bankAccountName, bankAccountNo, password } = registration;
    const headers = { 'accept-language': 'en' };
    await api.ok('PUT /api/account/changepwd', {
      body: { oldPassword: password, newPassword: `${password}2` },
      headers,
    });
    await isTold(member, 'Your password was changed.');
    await api.ok('PUT /api/account/bankAccountName', { body: { bankCode, bankAccountName }, headers });
    await isTold(member, 'Your bank account was changed.', 'password');
    const body = { name: 'Somchai', bankCode, bankAccountName, bankAccountNo };
    await api.ok('PUT /api/account/profile', { body, headers });
    await isTold(member, 'Your name was changed.', 'bank account', 'password');
  });

  it('of each factor that comes and goes', async () => {
    const member = await server.members.join();
    const { id } = await new PasskeySite(server).add(member);
    await isTold(member, 'เพิ่มพาสคีย์');
    await addTotp(member, clock.now());
    await isTold(member, 'ตั้งแอปยืนยันตัวตน', 'เพิ่มพาสคีย์');
    await member.api.ok('POST /api/account/recovery-codes');
    await server.workOff();
    expect((await told(member))[0]).toContain('รหัสกู้คืน');
    await member.api.ok('DELETE /api/account/passkeys/:passkeyId', { params: { passkeyId: id } });
    await server.workOff();
    expect((await told(member))[0]).toContain('พาสคีย์ของบัญชีคุณถูกลบ');
    await member.api.ok('DELETE /api/account/totp');
    await server.workOff();
    expect((await told(member))[0]).toContain('แอปยืนยันตัวตนของบัญชีคุณถูกลบ');
  });

  it('of nothing where the message cannot be sent, and the change is made all the same', async () => {
    const member = await server.members.join();
    await server.world.fault('sms', 'http_500');
    await addTotp(member, clock.now());
    expect((await member.api.ok('GET /api/account/factors')).hasTotp).toBe(true);
    await server.world.heal();
  });
});

describe('the other sessions', () => {
  it('are ended by one call, and the own stays', async () => {
    const member = await server.members.join();
    const others = [await inBrowser(server, member), await inBrowser(server, member)];
    await member.api.ok('DELETE /api/account/other-sessions');
    expect(await member.api.ok('GET /api/account/sessions')).toHaveLength(1);
    for (const { api } of others) expect(await api.refused('GET /api/wallet')).toBe('INVALID_USER_1');
    const [own] = await member.api.ok('GET /api/account/sessions');
    expect(own?.isCurrent).toBe(true);
  });
});
