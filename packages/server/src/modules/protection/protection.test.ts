import type { RequestBody } from '@krapao/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prove } from '../../testing/member-factors.ts';
import { runAllChecks } from '../../testing/protection.ts';
import { DatabaseClock } from '../../testing/database-clock.ts';
import { pgliteDatabase, postgresDatabase } from '../../testing/databases.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { dayOf, periodOf } from '../../kernel/bangkok-time.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/durations.ts';
import { Switches } from '../controls/switches.ts';

type Limit = RequestBody<'PUT /api/protection/limits'>;
const DAILY = { kind: 'deposit', period: 'day' } as const;

/** Returns a Monday, ten in the morning in Bangkok, whose Tuesday is of the same month. */
function mondayAfter(at: Date): Date {
  const monday = new Date(periodOf('week', at).to.getTime() + 10 * HOUR_MS);
  const isMonthEnd = dayOf(new Date(monday.getTime() + DAY_MS)).endsWith('-01');
  return isMonthEnd ? mondayAfter(monday) : monday;
}

describe.each([
  ['PGlite', pgliteDatabase],
  ['PostgreSQL', postgresDatabase],
])('a member’s own limits on %s', (_name, openDatabase) => {
  let server: TestServer;
  let clock: DatabaseClock;

  beforeAll(async () => {
    const database = await openDatabase();
    clock = await DatabaseClock.install(database);
    server = await startTestServer({ open: async () => database, clock });
  });
  afterAll(async () => {
    expect(await runAllChecks(server.database)).toEqual([]);
    await server.stop();
  });

  const show = (member: TestMember) => member.api.ok('GET /api/protection');
  const set = (member: TestMember, body: Limit) => member.api.ok('PUT /api/protection/limits', { body });
  const confirm = async (member: TestMember) => {
    await prove(member);
    return member.api.ok('POST /api/protection/limits/confirm', { body: DAILY });
  };
  const confirmRefused = (member: TestMember) =>
    member.api.refused('POST /api/protection/limits/confirm', { body: DAILY });
  const order = (amount: number) => ({ params: { provider: 'KBANK' as const }, body: { amount } });
  /** Pays an amount, of which a part may be held. */
  const pay = async (member: TestMember, amount: number, ordered = 10): Promise<void> => {
    const before = (await show(member)).held + (await member.wallet()).amount;
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', order(ordered));
    await server.world.control('POST', `/qr/${qrcodeId}/pay`, { amount });
    await server.workOff();
    expect((await show(member)).held + (await member.wallet()).amount).toBe(before + amount);
  };
  const payouts = ({ registration }: TestMember) => server.world.payoutsTo(registration.bankAccountNo);
  const withdrawHeld = (member: TestMember, key?: string) =>
    member.api.ok('POST /api/protection/held/withdraw', key ? { headers: { 'idempotency-key': key } } : {});

  it('are none at first', async () => {
    const member = await server.members.join();
    expect(await show(member)).toEqual({
      limits: [],
      break: null,
      exclusion: null,
      realityCheckMinutes: 60,
      held: 0,
    });
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
  });

  it('hold at once when set or lowered, and show what they leave', async () => {
    const member = await server.members.joinWith(300);
    expect((await set(member, { ...DAILY, amount: 1_000 })).limits).toEqual([
      { ...DAILY, amount: 1_000, left: 700, pending: null },
    ]);
    expect((await set(member, { ...DAILY, amount: 400.5 })).limits).toEqual([
      { ...DAILY, amount: 400.5, left: 100.5, pending: null },
    ]);
    expect(await member.api.refused('POST /api/qrcode/:provider', order(100.51))).toBe('LIMIT_DEPOSIT');
    await member.api.ok('POST /api/qrcode/:provider', order(100.5));
    // Lowered below what has come in: nothing is left.
    expect((await set(member, { ...DAILY, amount: 50 })).limits).toMatchObject([{ amount: 50, left: 0 }]);
  });

  it.each([0, -1])('are above nothing: %s is refused', async (amount) => {
    const member = await server.members.join();
    expect(await member.api.refused('PUT /api/protection/limits', { body: { ...DAILY, amount } })).toBe(
      'KEY_INVALID',
    );
    expect((await set(member, { ...DAILY, amount: null })).limits).toEqual([]);
  });

  it('are raised after a day and a second press, and no sooner', async () => {
    const member = await server.members.joinWith(100);
    await set(member, { ...DAILY, amount: 100 });
    expect(await confirmRefused(member)).toBe('NO_DATA');
    const asked = await set(member, { ...DAILY, amount: 500 });
    const from = new Date(clock.now().getTime() + DAY_MS).toISOString();
    expect(asked.limits).toEqual([{ ...DAILY, amount: 100, left: 0, pending: { amount: 500, from } }]);
    await clock.forward(DAY_MS - 1);
    expect(await confirmRefused(member)).toBe('LIMIT_NOT_YET');
    // Asked again, it starts anew.
    await set(member, { ...DAILY, amount: 600 });
    await clock.forward(DAY_MS - 1);
    expect(await confirmRefused(member)).toBe('LIMIT_NOT_YET');
    await clock.forward(1);
    // Without the second press nothing is raised, however long it takes.
    await clock.forward(3 * DAY_MS);
    expect((await show(member)).limits).toMatchObject([{ amount: 100 }]);
    expect((await confirm(member)).limits).toEqual([{ ...DAILY, amount: 600, left: 600, pending: null }]);
    expect(await confirmRefused(member)).toBe('NO_DATA');
  });

  it('are taken away in the same way, and a lower one forgets what was asked for', async () => {
    const member = await server.members.join();
    await set(member, { ...DAILY, amount: 100 });
    expect((await set(member, { ...DAILY, amount: null })).limits).toMatchObject([
      { pending: { amount: null } },
    ]);
    await set(member, { ...DAILY, amount: 90 });
    await clock.forward(2 * DAY_MS);
    expect(await confirmRefused(member)).toBe('NO_DATA');
    await set(member, { ...DAILY, amount: null });
    await clock.forward(DAY_MS);
    expect((await confirm(member)).limits).toEqual([]);
  });

  it('keep what arrives beyond them in the held balance, shown in wallet and statement', async () => {
    const member = await server.members.join();
    await set(member, { ...DAILY, amount: 100 });
    await pay(member, 160);
    expect(await member.wallet()).toEqual({ amount: 100, transit: 0, held: 60 });
    expect(await show(member)).toMatchObject({ held: 60, limits: [{ left: 0 }] });
    expect(await member.statement()).toMatchObject([
      { statementType: 'transfer', from: 'WALLET', to: 'HELD', amount: 60, status: 'SUCCESS' },
      { statementType: 'deposit', from: 'KBANK', to: 'WALLET', amount: 160, held: 60, status: 'SUCCESS' },
    ]);
    const { statements } = await member.api.ok('POST /api/statement', {
      body: { page: 1, limit: 10, statementType: 'deposit' },
    });
    expect(statements).toMatchObject([{ amount: 160, held: 60 }]);
    const params = { transferId: statements[0]!._id };
    expect(await member.api.ok('GET /api/statement/item/:transferId', { params })).toMatchObject({
      held: 60,
    });
    // Paid out from the wallet is what can be played. The held rest stays.
    expect(await member.api.refused('POST /api/wallet/withdraw', { body: { amount: 150 } })).toBe(
      'MONEY_NOT_ENOUGH',
    );
    expect(await member.api.refused('POST /api/protection/held/release')).toBe('LIMIT_DEPOSIT');
  });

  it('let the tightest of day, week and month hold', async () => {
    const member = await server.members.join();
    await set(member, { ...DAILY, amount: 100 });
    await set(member, { kind: 'deposit', period: 'week', amount: 130 });
    await set(member, { kind: 'deposit', period: 'month', amount: 5_000 });
    await clock.set(mondayAfter(clock.now()));
    await pay(member, 100);
    await clock.forward(DAY_MS);
    await pay(member, 100);
    expect(await show(member)).toMatchObject({
      held: 70,
      limits: [{ left: 70 }, { left: 0 }, { left: 4_870 }],
    });
  });

  it('release what they leave room for, and no more, when the member asks', async () => {
    const member = await server.members.join();
    await set(member, { ...DAILY, amount: 100 });
    await pay(member, 250);
    await clock.set(periodOf('day', clock.now()).to);
    // A new day leaves room, and nothing moves by itself.
    expect(await member.wallet()).toMatchObject({ amount: 100, held: 150 });
    const key = { headers: { 'idempotency-key': 'once' } };
    expect(await member.api.ok('POST /api/protection/held/release', key)).toMatchObject({ amount: 100 });
    expect(await member.api.ok('POST /api/protection/held/release', key)).toMatchObject({ amount: 100 });
    expect(await member.wallet()).toMatchObject({ amount: 200, held: 50 });
    expect(await member.api.refused('POST /api/protection/held/release')).toBe('LIMIT_DEPOSIT');
    await clock.set(periodOf('day', clock.now()).to);
    expect(await member.api.ok('POST /api/protection/held/release')).toMatchObject({ amount: 50 });
    expect(await member.wallet()).toEqual({ amount: 250, transit: 0 });
    expect(await member.api.refused('POST /api/protection/held/release')).toBe('MONEY_NOT_ENOUGH');
  });

  it('let the held balance be paid out at once, whatever it is', async () => {
    const member = await server.members.join();
    await set(member, { ...DAILY, amount: 100 });
    await pay(member, 100.07);
    const first = await withdrawHeld(member, 'payout');
    expect(first).toMatchObject({ amount: 0.07 });
    expect((await withdrawHeld(member, 'payout'))._id).toBe(first._id);
    expect(await member.wallet()).toEqual({ amount: 100, transit: 0.07 });
    await server.workOff();
    expect(await payouts(member)).toMatchObject([{ amount: 0.07 }]);
    await server.world.control('POST', `/payouts/${(await payouts(member))[0]?.id}`, { result: 'done' });
    await server.workOff();
    expect(await member.wallet()).toEqual({ amount: 100, transit: 0 });
    expect(await member.api.refused('POST /api/protection/held/withdraw')).toBe('MONEY_NOT_ENOUGH');
  });

  it('hold the money of a refused or cancelled payout again', async () => {
    const member = await server.members.join();
    await set(member, { ...DAILY, amount: 100 });
    await pay(member, 300);
    await withdrawHeld(member);
    await server.workOff();
    expect(await payouts(member)).toHaveLength(1);
    await server.world.control('POST', `/payouts/${(await payouts(member))[0]?.id}`, { result: 'refused' });
    await server.workOff();
    expect(await member.wallet()).toEqual({ amount: 100, transit: 0, held: 200 });
    const { statements } = await member.api.ok('POST /api/statement', {
      body: { page: 1, limit: 10, statementType: 'withdraw' },
    });
    expect(statements).toMatchObject([{ amount: 200, held: 200, status: 'FAILED' }]);

    await server.world.fault('bank', 'timeout_before_commit');
    await new Switches(server.database).set('payouts', true, { by: 'Somsri', reason: 'test' });
    expect(await member.api.refused('POST /api/protection/held/withdraw')).toBe('PAYOUTS_STOPPED');
    await new Switches(server.database).set('payouts', false, { by: 'Somsri', reason: 'test' });
    await server.world.heal();
    expect(await member.wallet()).toEqual({ amount: 100, transit: 0, held: 200 });
  });

  it('ask for a bank account before the held balance is paid out', async () => {
    const member = await server.members.join();
    await set(member, { ...DAILY, amount: 100 });
    await pay(member, 110);
    await server.database.queries
      .updateTable('member')
      .set({ bank_code: '', bank_account_no: '' })
      .where('username', '=', member.registration.username)
      .execute();
    expect(await member.api.refused('POST /api/protection/held/withdraw')).toBe('NO_BANK');
  });

  it('of loss gate credit into games; what comes home makes room, winnings do not', async () => {
    const member = await server.members.joinWith(1_000, { game: true });
    await set(member, { kind: 'loss', period: 'day', amount: 100 });
    const move = (from: string, to: string, amount: number) => ({ body: { from, to, amount } });
    const left = async () => (await show(member)).limits[0]?.left;
    await member.api.ok('POST /api/wallet/transfer', move('WALLET', 'PG', 80));
    expect(await left()).toBe(20);
    expect(await member.api.refused('POST /api/wallet/transfer', move('WALLET', 'PG', 21))).toBe(
      'LIMIT_LOSS',
    );
    expect(await member.api.refused('POST /api/wallet/transferAll', { body: { to: 'PG' } })).toBe(
      'LIMIT_LOSS',
    );
    await member.api.ok('POST /api/wallet/transfer', move('PG', 'WALLET', 50));
    expect(await left()).toBe(70);
    const { username } = await member.credentials();
    await server.world.control('POST', '/play', { provider: 'PG', username, bet: 10, win: 500 });
    await member.api.ok('POST /api/wallet/collect');
    expect(await left()).toBe(100);
    await member.api.ok('POST /api/wallet/transfer', move('WALLET', 'PG', 100));
    expect(await member.api.refused('POST /api/wallet/transfer', move('WALLET', 'PG', 1))).toBe('LIMIT_LOSS');
    await clock.set(periodOf('day', clock.now()).to);
    expect(await left()).toBe(100);
  });

  it('come with a reality check of the member’s own choice', async () => {
    const member = await server.members.join();
    const put = { body: { minutes: 30 } };
    expect(await member.api.ok('PUT /api/protection/reality-check', put)).toMatchObject({
      realityCheckMinutes: 30,
    });
    expect(await member.api.refused('PUT /api/protection/reality-check', { body: { minutes: 14 } })).toBe(
      'KEY_INVALID',
    );
    expect(await member.api.refused('PUT /api/protection/reality-check', { body: { minutes: 121 } })).toBe(
      'KEY_INVALID',
    );
    expect(await member.api.ok('GET /api/protection/choices')).toEqual({
      breakHours: [24, 72, 168, 336, 1_008],
      exclusionMonths: [6, 12, 60],
      realityCheckMinutes: { min: 15, max: 120, usual: 60 },
      loosenHours: 24,
      exclusionEndHours: 24,
      canCancelWithdrawals: true,
      helpLines: [
        { country: 'TH', name: 'สายด่วนสุขภาพจิต 24 ชั่วโมง', phone: '1323', link: null },
        {
          country: null,
          name: 'Gambling Therapy ช่วยเหลือออนไลน์ฟรี',
          phone: null,
          link: 'https://www.gamblingtherapy.org',
        },
      ],
    });
  });
});
