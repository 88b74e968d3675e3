import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, addMonths } from '../../kernel/bangkok-time.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { DatabaseClock } from '../../testing/database-clock.ts';
import { postgresDatabase } from '../../testing/databases.ts';
import type { Registration, TestMember } from '../../testing/members.ts';
import { runAllChecks } from '../../testing/protection.ts';
import { askedAbout } from '../../testing/status-checks.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { findWallet } from '../account/queries.ts';
import { replaceOrder } from '../deposits/repo.ts';
import { claimGift } from '../gifts/repo.ts';

let server: TestServer;
let clock: DatabaseClock;
let names = 0;
/** Status checks come ever more rarely. */
const LONG_MS = 60_000;

beforeAll(async () => {
  const database = await postgresDatabase();
  clock = await DatabaseClock.install(database);
  const settings = { payoutDelayHours: 24 };
  const content = ({ operator }: { operator: { registerOtp: boolean } }) => {
    operator.registerOtp = false;
  };
  server = await startTestServer({ open: async () => database, clock, settings, content });
});
afterAll(async () => {
  expect(await runAllChecks(server.database)).toEqual([]);
  await server.stop();
});

/** Returns a registration of a person whose name nobody else has. */
const person = (changes: Partial<Registration> = {}): Registration => {
  names += 1;
  const name = `Somsak Number${'i'.repeat(names)}`;
  return server.members.registration({ name, bankAccountName: name.toUpperCase(), ...changes });
};
const join = async (registration = person()): Promise<TestMember> => {
  await server.api.ok('POST /api/account', { body: registration });
  return server.members.of(registration, await server.members.logIn(registration));
};
/** Logs a member in anew: the sessions from before a long time are over. */
const again = async ({ registration }: Pick<TestMember, 'registration'>): Promise<TestMember> =>
  server.members.of(registration, await server.members.logIn(registration));
const show = (member: TestMember) => member.api.ok('GET /api/protection');
const takeBreak = (member: TestMember, hours: number) =>
  member.api.ok('POST /api/protection/break', { body: { hours } });
const exclude = (member: TestMember, months: number | 'forever') =>
  member.api.ok('POST /api/protection/exclusion', { body: { months } });
const askEnd = (member: TestMember) => member.api.call('POST /api/protection/exclusion/end');
const orderEnds = async (member: TestMember): Promise<string> => {
  const order = { params: { provider: 'KBANK' }, body: { amount: 20 } } as const;
  const { status, body } = await member.api.call('POST /api/qrcode/:provider', order);
  return status === 200 ? 'OK' : (body as { message: string }).message;
};
const after = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

describe('a break', () => {
  it('begins at once, ends by itself, and is shortened by nothing', async () => {
    const member = await join();
    const until = after(72 * HOUR_MS);
    expect(await takeBreak(member, 72)).toMatchObject({ break: { until } });
    expect(await takeBreak(member, 24)).toMatchObject({ break: { until } });
    await clock.forward(72 * HOUR_MS - 1);
    expect(await orderEnds(member)).toBe('ON_BREAK');
    await clock.forward(1);
    expect(await show(member)).toMatchObject({ break: null });
    expect(await orderEnds(member)).toBe('OK');
  });

  it.each([0, 23, 1_009, 24.5])('of %s hours there is none', async (hours) => {
    const member = await join();
    expect(await member.api.refused('POST /api/protection/break', { body: { hours } })).toBe('KEY_INVALID');
  });

  it('cancels the open QR, whose late payment is held', async () => {
    const member = await join();
    const params = { provider: 'KBANK' } as const;
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 40 } });
    const openOrders = async () =>
      (await server.world.control<{ qrcodeId: string }[]>('GET', '/qr')).map((order) => order.qrcodeId);
    expect(await openOrders()).toContain(qrcodeId);
    await takeBreak(member, 24);
    expect(await member.api.ok('GET /api/qrcode/:provider', { params })).toMatchObject({ hasQrcode: false });
    expect(await openOrders()).not.toContain(qrcodeId);
  });

  it('holds the late payment of a QR that the gateway did not cancel', async () => {
    const member = await join();
    const params = { provider: 'KBANK' } as const;
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 40 } });
    await server.world.fault('gateway', 'timeout_before_commit');
    await takeBreak(member, 24);
    await server.world.heal();
    await server.world.control('POST', `/qr/${qrcodeId}/pay`);
    await server.workOff();
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0, held: 40 });
  });

  it(
    'keeps credit back of which the game does not know, until staff look',
    async () => {
      const member = await join();
      await member.deposit(500);
      const username = await member.activate();
      await server.world.fault('provider', 'timeout_before_commit');
      const body = { from: 'WALLET', to: 'PG', amount: 100 };
      const { _id: id } = await member.api.ok('POST /api/wallet/transfer', { body });
      await takeBreak(member, 24);
      await server.world.heal();
      const before = await askedAbout(server, id);
      await server.pass(LEFT_MS);
      await server.pass(LEFT_MS);
      expect(await askedAbout(server, id)).toBe(before + 2);
      expect((await server.world.player(username)).transfers).toEqual([]);
      expect(await member.wallet()).toEqual({ amount: 400, transit: 100 });
    },
    LONG_MS,
  );

  it('is in the database: nothing passes it around the calls', async () => {
    const member = await join();
    await member.deposit(100);
    await takeBreak(member, 24);
    const { database } = server;
    const { profile } = await member.api.ok('GET /api/account/profile');
    const { walletAccount: wallet } = await findWallet(database.queries, profile._id);
    const ledger = new Ledger(database);
    const submit = async (request: object) =>
      ledger.submit({ id: newId(), amount: 100n, pending: false, ...request } as never);
    const detail = { provider: 'PG', username: 'x', memberId: profile._id };
    const house = await ledger.house('provider:PG', 'BAHT');
    await expect(
      submit({ kind: 'game_in', debit: wallet, credit: house, pending: true, detail }),
    ).rejects.toThrow('ON_BREAK');
    const reward = { link: 'invite', th: '', la: '', en: '' };
    const bonuses = await ledger.house('bonus', 'BAHT');
    await expect(submit({ kind: 'bonus', debit: bonuses, credit: wallet, detail: reward })).rejects.toThrow(
      'ON_BREAK',
    );
    const order = { id: newId(), provider: 'KBANK', amount: 100n as never, expiresAt: clock.now() };
    await expect(replaceOrder(database, profile._id, order)).rejects.toThrow('ON_BREAK');
    const link = {
      id: newId(),
      memberId: profile._id,
      codeHash: Buffer.from(newId()),
      sealedCode: Buffer.from('x'),
      walletName: 'w',
    };
    await expect(claimGift(database.queries, link, 1_000)).rejects.toThrow('ON_BREAK');
    const draw = {
      id: newId(),
      member_id: profile._id,
      nonce: 0,
      server_seed: Buffer.from('x'),
      client_seed: '',
      slices: '[]',
      won: 0,
      remaining_coin: 0,
    };
    await expect(database.queries.insertInto('spin_draw').values(draw).execute()).rejects.toThrow('ON_BREAK');
  });
});

describe('an exclusion', () => {
  it('ends only after its time, asked for, and a day later', async () => {
    const member = await join();
    const until = addMonths(clock.now(), 6).toISOString();
    expect(await exclude(member, 6)).toMatchObject({ exclusion: { until } });
    expect(await member.api.refused('POST /api/protection/exclusion/end')).toBe('LIMIT_NOT_YET');
    await clock.set(new Date(until));
    await clock.forward(DAY_MS);
    const later = await again(member);
    // It goes on until it is asked for.
    expect(await orderEnds(later)).toBe('EXCLUDED');
    const end = after(DAY_MS);
    expect((await askEnd(later)).body).toMatchObject({ exclusion: { until: end } });
    await clock.forward(DAY_MS - 1);
    // Asked again, it ends no later and no sooner.
    expect((await askEnd(later)).body).toMatchObject({ exclusion: { until: end } });
    expect(await orderEnds(later)).toBe('EXCLUDED');
    await clock.forward(1);
    expect(await show(later)).toMatchObject({ exclusion: null });
    expect(await orderEnds(later)).toBe('OK');
    expect(await later.api.refused('POST /api/protection/exclusion/end')).toBe('NO_DATA');
  });

  it('is shortened by nothing, and one for good never ends', async () => {
    const member = await join();
    const { exclusion } = await exclude(member, 12);
    expect(await exclude(member, 6)).toMatchObject({ exclusion });
    expect(await exclude(member, 'forever')).toMatchObject({ exclusion: { until: null } });
    expect(await exclude(member, 6)).toMatchObject({ exclusion: { until: null } });
    expect(await member.api.refused('POST /api/protection/exclusion/end')).toBe('LIMIT_NOT_YET');
  });

  it('asked for anew forgets that its end was asked for', async () => {
    const member = await join();
    await exclude(member, 6);
    await clock.set(addMonths(clock.now(), 7));
    const later = await again(member);
    await askEnd(later);
    const until = addMonths(clock.now(), 6).toISOString();
    expect(await exclude(later, 6)).toMatchObject({ exclusion: { until } });
    await clock.forward(2 * DAY_MS);
    expect(await orderEnds(later)).toBe('EXCLUDED');
  });

  it('lets nobody open a second account by phone, bank account or name, and does so once it is over', async () => {
    const member = await join();
    await exclude(member, 6);
    const { name, bankAccountName, username, bankAccountNo } = member.registration;
    const register = (changes: Partial<Registration>) =>
      server.api.call('POST /api/account', { body: person(changes) });
    const codeOf = async (changes: Partial<Registration>) =>
      ((await register(changes)).body as { message: string }).message;
    expect(await codeOf({ username })).toBe('EXISTING_USER');
    expect(await codeOf({ bankAccountNo })).toBe('EXISTING_BANK');
    expect(await codeOf({ name: `MR. ${name.toLowerCase()}` })).toBe('EXCLUDED');
    expect(await codeOf({ bankAccountName: bankAccountName.replace(' ', '  ') })).toBe('EXCLUDED');

    // Staff correct the phone and the account of the excluded member: what they were still counts.
    await server.database.queries
      .updateTable('member')
      .set({ username: '0899999999', bank_account_no: '1899999999' })
      .where('username', '=', username)
      .execute();
    expect(await codeOf({ username })).toBe('EXCLUDED');
    expect(await codeOf({ bankAccountNo })).toBe('EXCLUDED');

    await clock.set(addMonths(clock.now(), 6));
    await askEnd(await again({ registration: { ...member.registration, username: '0899999999' } }));
    expect(await codeOf({ name })).toBe('EXCLUDED');
    await clock.forward(DAY_MS);
    expect((await register({ name })).status).toBe(200);
  });

  it('counts months by the calendar of Bangkok', () => {
    expect(dayOf(addMonths(new Date('2027-08-31T10:00:00+07:00'), 6))).toBe('2028-02-29');
    expect(addMonths(new Date('2027-01-31T23:30:00+07:00'), 1).toISOString()).toBe(
      '2027-02-28T16:30:00.000Z',
    );
  });
});

/** Has the member's next payouts wait, so that they can be cancelled. */
const delayPayouts = (member: TestMember) =>
  server.database.queries
    .updateTable('member')
    .set({ bank_changed_at: clock.now(), created_at: new Date(0), password_changed_at: new Date(0) })
    .where('username', '=', member.registration.username)
    .execute();

describe('a withdrawal', () => {
  it.each([
    ['standard', 'on', { canCancel: true, status: 200 }],
    ['strict', 'on', { canCancel: false, status: 409 }],
    ['standard', 'off', { canCancel: false, status: 409 }],
  ] as const)('with protection: %s and reverseWithdrawals: %s', async (protection, reverse, expected) => {
    const before = await server.content.get();
    const content = structuredClone(before);
    Object.assign(content.protection, { protection, reverseWithdrawals: reverse });
    await server.content.save(content);
    const member = await join();
    await member.deposit(500);
    await delayPayouts(member);
    const { _id: transferId } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    const params = { transferId };
    const { canCancel } = await member.api.ok('GET /api/statement/item/:transferId', { params });
    const { status } = await member.api.call('DELETE /api/wallet/withdraw/:transferId', { params });
    await server.content.save(before);
    expect({ canCancel, status }).toEqual(expected);
  });

  it('of held money that the member cancels is held again', async () => {
    const member = await join();
    await member.api.ok('PUT /api/protection/limits', {
      body: { kind: 'deposit', period: 'day', amount: 10 },
    });
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', {
      params: { provider: 'KBANK' },
      body: { amount: 10 },
    });
    await server.world.control('POST', `/qr/${qrcodeId}/pay`, { amount: 110 });
    await server.workOff();
    expect((await show(member)).held).toBe(100);
    await delayPayouts(member);
    const { _id: transferId } = await member.api.ok('POST /api/protection/held/withdraw');
    expect(await show(member)).toMatchObject({ held: 0 });
    await member.api.ok('DELETE /api/wallet/withdraw/:transferId', { params: { transferId } });
    expect(await member.wallet()).toEqual({ amount: 10, transit: 0, held: 100 });
  });
});
