import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../kernel/durations.ts';
import { newId } from '../../kernel/ids.ts';
import { DatabaseClock } from '../../testing/database-clock.ts';
import { postgresDatabase, sharedPostgres } from '../../testing/databases.ts';
import { aBrowser, addTotp, inBrowser } from '../../testing/member-factors.ts';
import type { TestMember } from '../../testing/members.ts';
import { transferBy } from '../../testing/slips.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { inWhole } from '../../testing/forms.ts';

const kindsOf = async (member: TestMember) => (await member.notices()).map(({ kind }) => kind);
const unread = async (member: TestMember) => (await member.api.ok('GET /api/wallet')).notices;

describe('two processes on one database', () => {
  const clock = new TestClock();
  let one: TestServer;
  let two: TestServer;

  beforeAll(async () => {
    const { databaseUrl, open } = await sharedPostgres();
    const settings = { databaseUrl, payoutDelayHours: 24 };
    one = await startTestServer({ open, clock, settings });
    two = await startTestServer({ open, clock, settings });
  });
  afterAll(async () => {
    await one.stop();
    await two.stop();
  });

  /** Ends the member's payout at the bank. */
  const endPayout = async (member: TestMember, result: 'done' | 'refused') => {
    await one.workOff();
    const [mine] = await one.world.payoutsTo(member.registration.bankAccountNo);
    assert.ok(mine);
    await one.world.control('POST', `/payouts/${mine.id}`, { result });
  };

  describe('money', () => {
    it('that comes in is told once, with its amount and its movement', inWhole, async () => {
      const member = await one.members.join();
      expect(await unread(member)).toBeUndefined();
      await member.payQr(120.5);
      const [told, ...others] = await member.notices();
      const [movement] = await member.statement(1);
      expect(others).toEqual([]);
      expect(told).toMatchObject({
        kind: 'money_in',
        amount: 120.5,
        movementId: movement?._id,
        isRead: false,
      });
      expect(await unread(member)).toBe(1);
    });

    it('that a limit holds in part is told with what is held', inWhole, async () => {
      const member = await one.members.join();
      await member.api.ok('PUT /api/protection/limits', {
        body: { kind: 'deposit', period: 'day', amount: 100 },
      });
      await transferBy(one.world, member, { amount: 120.5 });
      await one.workOff();
      expect(await member.notices()).toMatchObject([{ kind: 'money_in', amount: 120.5, held: 20.5 }]);
    });

    it('during a break is told as held', async () => {
      const member = await one.members.join();
      await member.api.ok('POST /api/protection/break', { body: { hours: 24 } });
      await transferBy(one.world, member, { amount: 50 });
      await one.workOff();
      expect(await member.notices()).toMatchObject([{ kind: 'money_in', amount: 50, held: 50 }]);
    });

    it.each([
      ['done', 'money_out'],
      ['refused', 'money_back'],
    ] as const)('of a payout that is %s is told as %s', async (result, kind) => {
      const member = await one.members.joinWith(300);
      await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
      await endPayout(member, result);
      await one.workOff();
      expect(await kindsOf(member)).toEqual([kind, 'money_in']);
      expect((await member.notices())[0]?.amount).toBe(200);
    });

    it('of a payout that its member cancelled is not told', async () => {
      const member = await one.members.joinWith(300);
      await member.api.ok('PUT /api/account/changepwd', {
        body: { oldPassword: member.registration.password, newPassword: 'krapao-4321' },
      });
      const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
      await member.api.ok('DELETE /api/wallet/withdraw/:transferId', { params: { transferId: _id } });
      await member.newestBecomes({ status: 'FAILED' });
      expect(await kindsOf(member)).toEqual(['account', 'money_in']);
    });
  });

  describe('the account', () => {
    it('a log-in with a new browser is told, and not the first', async () => {
      const member = await one.members.join();
      expect(await member.notices()).toEqual([]);
      const agent =
        'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
      await inBrowser(one, member, { headers: { ...aBrowser(), 'user-agent': agent } });
      expect(await member.notices()).toMatchObject([{ kind: 'device', device: 'Chrome · Android' }]);
    });

    it('a password that was reset by a code is told', async () => {
      const member = await one.members.join();
      const phone = member.registration.username;
      await one.api.ok('POST /api/password/reset', { body: { phone } });
      await one.workOff();
      const code = await one.world.otpCode(phone);
      await one.api.ok('POST /api/password/reset/confirm', {
        body: { phone, code, password: 'krapao-4321' },
      });
      const registration = { ...member.registration, password: 'krapao-4321' };
      const now = one.members.of(registration, await one.members.logIn(registration));
      expect(await kindsOf(now)).toEqual(['device', 'account']);
    });

    it('each factor that comes and goes is told', async () => {
      const member = await one.members.join();
      await addTotp(member, clock.now());
      await member.api.ok('DELETE /api/account/totp');
      const told = await member.notices();
      expect(told.map(({ change }) => change)).toEqual(['totpRemoved', 'totp']);
    });

    it('a changed password and a corrected bank account are told', async () => {
      const member = await one.members.join();
      const { password, bankCode } = member.registration;
      await member.api.ok('PUT /api/account/bankAccountName', {
        body: { bankCode, bankAccountName: 'SOMYING DEE' },
      });
      await member.api.ok('PUT /api/account/changepwd', {
        body: { oldPassword: password, newPassword: 'krapao-4321' },
      });
      expect(await member.notices()).toMatchObject([
        { kind: 'account', change: 'password' },
        { kind: 'account', change: 'bank' },
      ]);
    });

    it('a password that was not changed is not told', async () => {
      const member = await one.members.join();
      await member.api.call('PUT /api/account/changepwd', {
        body: { oldPassword: 'another one', newPassword: 'krapao-4321' },
      });
      expect(await member.notices()).toEqual([]);
    });
  });

  it('a higher limit is told when it can be confirmed, once', inWhole, async () => {
    const member = await one.members.join();
    const limit = { kind: 'deposit', period: 'day' } as const;
    await member.api.ok('PUT /api/protection/limits', { body: { ...limit, amount: 100 } });
    await member.api.ok('PUT /api/protection/limits', { body: { ...limit, amount: 200 } });
    expect(await member.notices()).toEqual([]);
    clock.forward(DAY_MS + 60_000);
    for (const server of [one, two]) await server.workOff();
    expect(await kindsOf(member)).toEqual(['limit']);
    const other = { kind: 'loss', period: 'week' } as const;
    await member.api.ok('PUT /api/protection/limits', { body: { ...other, amount: 100 } });
    await member.api.ok('PUT /api/protection/limits', { body: { ...other, amount: 200 } });
    clock.forward(DAY_MS + 60_000);
    for (const server of [two, one]) await server.workOff();
    expect(await kindsOf(member)).toEqual(['limit', 'limit']);
  });

  it('replies of support are one line until they are read', async () => {
    const member = await one.members.join();
    const who = { userId: '', guestId: '' };
    const { userId } = await member.api.ok('POST /api/chat/send-message', {
      body: {
        ...who,
        _id: newId(),
        sender: 'customer',
        message: { message_type: 'text', payload: { text: 'hello' } },
        session_id: '',
        username: '',
        name: '',
        deviceToken: '',
      },
    });
    const reply = async (text: string, id = newId()) => {
      const path = '/api/callback/desk';
      const message = { message_type: 'text', payload: { text } };
      const body = JSON.stringify({ id, room: `krapao-${userId}`, message, name: 'Nok' });
      const headers = { 'content-type': 'application/json', ...one.world.signCallback(path, body) };
      const response = await fetch(one.url + path, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
    };
    const id = newId();
    await reply('one', id);
    const [first] = await member.notices();
    expect(first).toMatchObject({ kind: 'chat', isRead: false });
    await reply('one', id);
    expect(await member.notices()).toEqual([first]);
    await reply('two');
    expect((await member.notices())[0]?._id).not.toBe(first?._id);
    expect(await kindsOf(member)).toEqual(['chat']);
    expect(await unread(member)).toBe(1);
    await member.api.ok('PUT /api/chat/read-customer/', { body: who });
    expect(await unread(member)).toBeUndefined();
    await reply('three');
    expect(await kindsOf(member)).toEqual(['chat', 'chat']);
  });

  describe('the list', () => {
    it('is read up to what was shown, by its own member', inWhole, async () => {
      const [member, other] = [await one.members.joinWith(10), await one.members.joinWith(20)];
      await member.deposit(30);
      const [newest, oldest] = await member.notices();
      const upTo = String(oldest?._id);
      expect(await other.api.ok('POST /api/notices/read', { body: { upTo: '0' } })).toEqual({ unread: 1 });
      expect(await member.api.ok('POST /api/notices/read', { body: { upTo } })).toEqual({ unread: 1 });
      expect((await member.notices()).map(({ isRead }) => isRead)).toEqual([false, true]);
      await other.api.ok('POST /api/notices/read', { body: { upTo: String(newest?._id) } });
      expect(await unread(member)).toBe(1);
      expect(await other.notices()).toHaveLength(1);
    });

    it('has pages', async () => {
      const member = await one.members.joinWith(10);
      for (const amount of [20, 30]) await member.deposit(amount);
      const list = (page: number) => member.api.ok('POST /api/notices', { body: { page, limit: 2 } });
      const amounts = async (page: number) => (await list(page)).notices.map(({ amount }) => amount);
      expect(await amounts(1)).toEqual([30, 20]);
      expect(await amounts(2)).toEqual([10]);
      expect(await amounts(3)).toEqual([]);
      expect((await list(2)).total).toBe(3);
    });
  });
});

describe('credit that was long on its way', () => {
  let server: TestServer;

  beforeAll(async () => {
    const database = await postgresDatabase();
    // Movements are made a minute ago: they end late.
    await DatabaseClock.install(database, new Date(Date.now() - 60_000));
    server = await startTestServer({ open: () => Promise.resolve(database) });
  });
  afterAll(() => server.stop());

  it('is told when it arrives, and when it is back', async () => {
    const member = await server.members.joinWith(300, { game: true });
    const move = (from: string, to: string, amount: number) =>
      member.api.call('POST /api/wallet/transfer', { body: { from, to, amount } });
    await move('WALLET', 'PG', 200);
    expect((await member.notices())[0]).toMatchObject({ kind: 'credit', credit: 'in_game', amount: 200 });
    await move('PG', 'WALLET', 50);
    expect((await member.notices())[0]).toMatchObject({ kind: 'credit', credit: 'home', amount: 50 });
    await server.world.fault('provider', 'refused');
    await move('WALLET', 'PG', 20);
    await move('PG', 'WALLET', 10);
    expect((await member.notices()).map(({ credit }) => credit)).toEqual([
      'back',
      'home',
      'in_game',
      undefined,
    ]);
  });

  it('is not told while the player waits for it', inWhole, async () => {
    const quick = await startTestServer();
    const member = await quick.members.joinWith(300, { game: true });
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 200 } });
    expect(await kindsOf(member)).toEqual(['money_in']);
    await quick.stop();
  });
});
