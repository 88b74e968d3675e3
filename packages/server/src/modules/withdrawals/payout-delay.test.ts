import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const HOUR_MS = 3_600_000;

describe('withdrawals of everything, delayed and cancelled', () => {
  let server: TestServer;
  const clock = new TestClock();

  beforeAll(async () => {
    server = await startTestServer({ clock, settings: { payoutDelayHours: 24 } });
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const payouts = ({ registration }: TestMember) => server.world.payoutsTo(registration.bankAccountNo);
  const rename = (member: TestMember, bankAccountName: string, bankCode = member.registration.bankCode) =>
    member.api.call('PUT /api/account/bankAccountName', { body: { bankCode, bankAccountName } });
  const receipt = (member: TestMember, transferId: string) =>
    member.api.ok('GET /api/statement/item/:transferId', { params: { transferId } });
  const cancel = (member: TestMember, transferId: string) =>
    member.api.call('DELETE /api/wallet/withdraw/:transferId', { params: { transferId } });
  /** Creates a member with a corrected account name, and a withdrawal that the correction delays. */
  const delayed = async (): Promise<{ member: TestMember; id: string }> => {
    const member = await server.members.joinWith(500);
    await rename(member, 'SOMYING MAI');
    const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
    return { member, id: _id };
  };

  it('pays everything out when the amount is what there is, and nothing when it is stale', async () => {
    const member = await server.members.joinWith(500);
    const all = (amount: number) => member.api.call('POST /api/wallet/withdrawAll', { body: { amount } });
    expect(endOf(await all(499.99))).toBe('KEY_INVALID');
    expect(endOf(await all(500.01))).toBe('KEY_INVALID');
    const ends = (await Promise.all(Array.from({ length: 10 }, () => all(500)))).map(endOf);
    expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
    expect(ends.filter((end) => end === 'MONEY_NOT_ENOUGH')).toHaveLength(9);
    expect(await member.wallet()).toEqual({ amount: 0, transit: 500 });
  });

  it('pays everything out though it is more than one withdrawal may be', async () => {
    const member = await server.members.joinWith(150_000);
    const all = await member.api.ok('POST /api/wallet/withdrawAll', { body: { amount: 150_000 } });
    expect(all).toMatchObject({ status: 'PENDING', amount: 150_000 });
  });

  it('corrects an account name, of the member’s own bank and in English letters alone', async () => {
    const member = await server.members.join();
    expect(endOf(await rename(member, 'สมหญิง'))).toBe('BANK_ACCOUNT_NAME_ENG');
    expect(endOf(await rename(member, 'SOMYING2'))).toBe('BANK_ACCOUNT_NAME_ENG');
    expect(endOf(await rename(member, 'SOMYING', 'SCB'))).toBe('INVALID_BANK');
    expect(endOf(await rename(member, 'somying mai'))).toBe('OK');
    const { bankAccount } = await member.api.ok('GET /api/account/profile');
    expect(bankAccount.bankAccountName).toBe('SOMYING MAI');
  });

  it('holds a payout back after the account name was changed, and says so', async () => {
    const { member, id } = await delayed();
    expect(await receipt(member, id)).toMatchObject({
      status: 'PENDING',
      note: 'DELAYED_PAYOUT',
      canCancel: true,
      steps: [{ step: 'created' }, { step: 'held' }, { step: 'delayed' }],
    });
    expect(await payouts(member)).toEqual([]);
  });

  it('pays out at once where nothing was changed', async () => {
    const member = await server.members.joinWith(500);
    const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
    await server.workOff();
    expect(await payouts(member)).toHaveLength(1);
    const told = await receipt(member, _id);
    expect(told).toMatchObject({
      canCancel: false,
      steps: [{ step: 'created' }, { step: 'held' }, { step: 'sent' }],
    });
    expect(told.note).toBeUndefined();
  });

  it('gives the money back when it is cancelled in time, once', async () => {
    const { member, id } = await delayed();
    const ends = (await Promise.all(Array.from({ length: 5 }, () => cancel(member, id)))).map(endOf);
    expect(ends).toEqual(Array.from({ length: 5 }, () => 'OK'));
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
    expect(await receipt(member, id)).toMatchObject({
      status: 'FAILED',
      reason: 'cancelled',
      canCancel: false,
      steps: [{ step: 'created' }, { step: 'held' }, { step: 'voided' }],
    });
    expect(await payouts(member)).toEqual([]);
  });

  it('does not cancel what the bank has been given', async () => {
    const member = await server.members.joinWith(500);
    const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
    await server.workOff();
    expect(await payouts(member)).toHaveLength(1);
    expect(endOf(await cancel(member, _id))).toBe('TRANSFER_FAIL');
    expect(await member.wallet()).toEqual({ amount: 200, transit: 300 });
  });

  it('neither shows nor cancels what is somebody else’s', async () => {
    const { id } = await delayed();
    const other = await server.members.join();
    expect(endOf(await cancel(other, id))).toBe('NO_DATA');
    const params = { transferId: id };
    expect(endOf(await other.api.call('GET /api/statement/item/:transferId', { params }))).toBe('NO_DATA');
  });

  it('hands the payout over when the time has come', async () => {
    const { member, id } = await delayed();
    clock.forward(25 * HOUR_MS);
    // The worker uses the database's clock, which the test cannot move, so the check is made due now.
    await server.database.queries
      .insertInto('settlement_attempt')
      .values({ transfer_id: id, attempts: 1, next_at: new Date(0) })
      .onConflict((conflict) => conflict.column('transfer_id').doUpdateSet({ next_at: new Date(0) }))
      .execute();
    const [payout] = await server.whenDone(async () => {
      const handed = await payouts(member);
      expect(handed).toHaveLength(1);
      return handed;
    });
    await server.world.control('POST', `/payouts/${payout?.id}`, { result: 'done' });
    await server.workOff();
    expect(await receipt(member, id)).toMatchObject({ status: 'SUCCESS' });
  });
});
