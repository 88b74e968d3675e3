import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { newId } from '../../kernel/ids.ts';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import type { PayoutView } from '../../testing/counterparties-world.ts';
import { ACCEPTED_MS, LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';

const CALLBACK = '/api/callback/bank';
const MINUTE_MS = 60_000;

describe('withdrawals', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      content: (content) => {
        content.withdraw.limits.BAHT = { min: '100.00', max: '5000.00' };
      },
    });
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const withdraw = (member: TestMember, amount: number, key?: string) =>
    member.api.call('POST /api/wallet/withdraw', {
      body: { amount },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const withdrawn = (member: TestMember, amount: number) =>
    member.api.ok('POST /api/wallet/withdraw', { body: { amount } });
  const payoutsTo = ({ registration }: TestMember) => server.world.payoutsTo(registration.bankAccountNo);
  /** Has a member's only payout ordered. @returns the bank's record of it */
  const payoutTo = (member: TestMember): Promise<PayoutView> =>
    server.whenDone(async () => {
      const payouts = await payoutsTo(member);
      expect(payouts).toHaveLength(1);
      return payouts[0]!;
    });
  const settle = (id: string, result: 'done' | 'refused') =>
    server.world.control('POST', `/payouts/${id}`, { result });
  const callback = async (body: object, options: { secret?: string; atMs?: number; sent?: string } = {}) => {
    const text = JSON.stringify({ event: 'payout', payoutId: newId(), ...body });
    const headers = server.world.signCallback(CALLBACK, text, options.atMs, options.secret);
    const response = await fetch(server.url + CALLBACK, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: options.sent ?? text,
    });
    await response.arrayBuffer();
    return response.status;
  };

  it('holds the money, hands it to the bank, and is done when the bank says so', async () => {
    const member = await server.members.joinWith(500);
    const answer = await withdrawn(member, 300.5);
    expect(answer).toEqual({ message: 'OK', _id: expect.any(String), status: 'PENDING', amount: 300.5 });
    expect(await member.wallet()).toEqual({ amount: 199.5, transit: 300.5 });
    expect(await member.statement(1)).toMatchObject([
      {
        _id: answer._id,
        statementType: 'withdraw',
        from: 'WALLET',
        to: 'KBANK',
        amount: 300.5,
        status: 'PENDING',
      },
    ]);
    const payout = await payoutTo(member);
    const { bankCode, bankAccountNo } = member.registration;
    expect(payout).toMatchObject({
      amount: 300.5,
      toBankCode: bankCode,
      toAccountNo: bankAccountNo,
      state: 'accepted',
    });
    await settle(payout.id, 'done');
    await member.newestBecomes({ _id: answer._id, status: 'SUCCESS' });
    expect(await member.wallet()).toEqual({ amount: 199.5, transit: 0 });
  });

  it('gives the money back when the bank refuses', async () => {
    const member = await server.members.joinWith(500);
    const { _id } = await withdrawn(member, 500);
    await settle((await payoutTo(member)).id, 'refused');
    await member.newestBecomes({ _id, status: 'FAILED' });
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
  });

  it.each([
    [99.99, 'KEY_INVALID'],
    [100, 'OK'],
    [5_000, 'OK'],
    [5_000.01, 'KEY_INVALID'],
    [0, 'KEY_INVALID'],
    [-100, 'KEY_INVALID'],
    [100.001, 'KEY_INVALID'],
  ])('counts both limits in: %d', async (amount, end) => {
    const member = await server.members.joinWith(6_000);
    expect(await member.api.ok('GET /api/lookup/withdraw')).toEqual({ withdrawMin: 100, withdrawMax: 5_000 });
    expect(endOf(await withdraw(member, amount))).toBe(end);
    const left = end === 'OK' ? 6_000 - amount : 6_000;
    expect(await member.wallet()).toEqual({ amount: left, transit: 6_000 - left });
  });

  it('pays out no more than there is', async () => {
    const member = await server.members.joinWith(250);
    expect(endOf(await withdraw(member, 250.01))).toBe('MONEY_NOT_ENOUGH');
    const ends = (await Promise.all(Array.from({ length: 20 }, () => withdraw(member, 250)))).map(endOf);
    expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
    expect(ends.filter((end) => end === 'MONEY_NOT_ENOUGH')).toHaveLength(19);
    await payoutTo(member);
  });

  it('pays once for one Idempotency-Key', async () => {
    const member = await server.members.joinWith(500);
    const first = await withdraw(member, 100, 'pay-me');
    const again = await withdraw(member, 100, 'pay-me');
    expect(again.body).toEqual(first.body);
    expect(endOf(await withdraw(member, 101, 'pay-me'))).toBe('KEY_INVALID');
    expect(await member.wallet()).toEqual({ amount: 400, transit: 100 });
    await settle((await payoutTo(member)).id, 'refused');
    await member.newestBecomes({ status: 'FAILED' });
    const after = await withdraw(member, 100, 'pay-me');
    expect(after.body).toMatchObject({ _id: (first.body as { _id: string })._id, status: 'FAILED' });
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
  });

  it('is answered under its key as it stands, whatever the limits are by then', async () => {
    const member = await server.members.joinWith(500);
    const first = await withdraw(member, 100, 'before-the-change');
    const content = await server.content.get();
    const changed = structuredClone(content);
    changed.withdraw.limits.BAHT.min = '200';
    await server.content.save(changed);
    try {
      await server.workOff();
      expect(endOf(await withdraw(member, 100, 'after-it'))).toBe('KEY_INVALID');
      expect((await withdraw(member, 100, 'before-the-change')).body).toEqual(first.body);
      expect(endOf(await withdraw(member, 101, 'before-the-change'))).toBe('KEY_INVALID');
    } finally {
      await server.content.save(content);
    }
    expect(await member.wallet()).toEqual({ amount: 400, transit: 100 });
  });

  it('takes the bank’s word once, however often it comes', async () => {
    const member = await server.members.joinWith(500);
    const { _id: reference } = await withdrawn(member, 200);
    await settle((await payoutTo(member)).id, 'done');
    await member.newestBecomes({ status: 'SUCCESS' });
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => callback({ reference, status: 'done' })),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    // The opposite decision comes too late.
    expect(await callback({ reference, status: 'refused' })).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 300, transit: 0 });
    expect(await member.statement(1)).toMatchObject([{ status: 'SUCCESS' }]);
  });

  it('takes no word that is not the bank’s', async () => {
    const member = await server.members.joinWith(500);
    const { _id: reference } = await withdrawn(member, 200);
    const done = { reference, status: 'done' };
    expect(await callback(done, { secret: 'another secret' })).toBe(401);
    expect(await callback(done, { atMs: Date.now() - 6 * MINUTE_MS })).toBe(401);
    expect(await callback(done, { sent: JSON.stringify({ ...done, event: 'payout' }) })).toBe(401);
    // An authentic callback without a payout decision is stored for staff.
    expect(await callback({ reference, status: 'perhaps' })).toBe(200);
    expect(await callback({ ...done, event: 'payment' })).toBe(200);
    expect(endOf(await server.api.send('POST', CALLBACK, done))).toBe('UNAUTHORIZED');
    expect(await member.statement(1)).toMatchObject([{ status: 'PENDING' }]);
    expect(await member.wallet()).toEqual({ amount: 300, transit: 200 });
  });

  it('answers the bank about payouts that are not ours, and lets nothing else be hurt by them', async () => {
    const member = await server.members.joinWith(500);
    const { _id: reference } = await withdrawn(member, 200);
    await payoutTo(member);
    const statuses = await Promise.all([
      callback({ reference: newId(), status: 'done' }),
      callback({ reference: 'not one of ours', status: 'done' }),
      callback({ reference, status: 'done' }),
      callback({ reference: newId(), status: 'refused' }),
    ]);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await member.statement(1)).toMatchObject([{ status: 'SUCCESS' }]);
  });

  it('settles nothing but withdrawals on the bank’s word', async () => {
    const member = await server.members.joinWith(500, { game: true });
    await server.world.fault('provider', 'timeout_before_commit');
    const body = { from: 'WALLET', to: 'PG', amount: 100 };
    const { _id: reference, status } = await member.api.ok('POST /api/wallet/transfer', { body });
    expect(status).toBe('PENDING');
    expect(await callback({ reference, status: 'refused' })).toBe(200);
    expect(await member.statement(1)).toMatchObject([{ _id: reference, status: 'PENDING' }]);
    await server.world.heal();
    await server.pass(LEFT_MS);
    await member.newestBecomes({ _id: reference, status: 'SUCCESS' });
  });

  it.each(['http_500', 'timeout_before_commit', 'timeout_after_commit'] as const)(
    'waits for a bank that does not answer (%s), and has it pay once',
    async (kind) => {
      const member = await server.members.joinWith(500);
      await server.world.fault('bank', kind);
      const { status } = await withdrawn(member, 200);
      expect(status).toBe('PENDING');
      await server.workOff();
      await server.world.heal();
      await server.pass(LEFT_MS);
      await settle((await payoutTo(member)).id, 'done');
      await member.newestBecomes({ status: 'SUCCESS' });
      expect(await payoutsTo(member)).toHaveLength(1);
    },
  );

  it('learns of the bank’s decision also when no callback arrives', async () => {
    const member = await server.members.joinWith(500);
    await withdrawn(member, 200);
    const { id } = await payoutTo(member);
    // Callbacks fail, and half of the look-ups succeed.
    await server.world.fault('bank', 'http_500', { rate: 0.5 });
    await settle(id, 'refused');
    for (let looks = 0; looks < 4; looks += 1) await server.pass(ACCEPTED_MS);
    await member.newestBecomes({ status: 'FAILED' });
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
  });

  it('pays to the account of the moment it was asked for', async () => {
    const member = await server.members.joinWith(500);
    await server.world.fault('bank', 'http_500');
    await withdrawn(member, 200);
    await server.database.queries
      .updateTable('member')
      .set({ bank_account_no: '9999999999' })
      .where('username', '=', member.registration.username)
      .execute();
    await server.workOff();
    await server.world.heal();
    await server.pass(LEFT_MS);
    expect((await payoutTo(member)).toAccountNo).toBe(member.registration.bankAccountNo);
  });

  it('needs a bank account', async () => {
    const member = await server.members.joinWith(500);
    await server.database.queries
      .updateTable('member')
      .set({ bank_account_no: '' })
      .where('username', '=', member.registration.username)
      .execute();
    expect(endOf(await withdraw(member, 200))).toBe('NO_BANK');
    expect(await member.api.refused('POST /api/wallet/withdrawAll', { body: { amount: 500 } })).toBe(
      'NO_BANK',
    );
  });
});
