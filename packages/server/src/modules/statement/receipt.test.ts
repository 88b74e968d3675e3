import { idOfIntent, type IntentCall } from '@krapao/contract/intent-id';
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { newId } from '../../kernel/ids.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('a receipt', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const receiptOf = (member: TestMember, transferId: string) =>
    member.api.ok('GET /api/statement/item/:transferId', { params: { transferId } });
  const newest = async (member: TestMember) => receiptOf(member, (await member.statement(1))[0]!._id);
  const namesOf = ({ steps }: { steps: { step: string }[] }) => steps.map(({ step }) => step);
  const expectOrder = ({ steps }: { steps: { at: string }[] }) =>
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted());

  it('of a QR has when it was asked for, and what the gateway calls the payment', async () => {
    const member = await server.members.joinWith(150, { byQr: true });
    const receipt = await newest(member);
    expect(namesOf(receipt)).toEqual(['ordered', 'created', 'posted']);
    expectOrder(receipt);
    expect(receipt).toMatchObject({ amount: 150, status: 'SUCCESS', canCancel: false });
    expect(receipt.otherReference).toMatch(/\S/);
    expect(receipt).not.toHaveProperty('ordered');
    expect(receipt).not.toHaveProperty('asking');
  });

  it('of a withdrawal follows it from the asking to the bank, and says to which account', async () => {
    const member = await server.members.joinWith(500);
    const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    await server.whenDone(async () => {
      const waiting = await receiptOf(member, _id);
      assert.deepEqual(namesOf(waiting), ['created', 'held', 'sent']);
      assert.ok(waiting.asking);
      assert.ok(waiting.asking.attempts >= 1);
      const waitMs = Date.parse(waiting.asking.nextAt) - Date.now();
      assert.ok(waitMs > 0 && waitMs <= 10 * MINUTE_MS, String(waitMs));
    });
    // The decision to pay out is recorded before the bank gets the order.
    const payoutId = await server.whenDone(async () => {
      const [payout] = await server.world.payoutsTo(member.registration.bankAccountNo);
      assert.ok(payout);
      return payout.id;
    });
    await server.world.control('POST', `/payouts/${payoutId}`, { result: 'done' });
    await server.workOff();
    assert.equal((await receiptOf(member, _id)).status, 'SUCCESS');
    const done = await receiptOf(member, _id);
    expect(namesOf(done)).toEqual(['created', 'held', 'sent', 'posted']);
    expectOrder(done);
    expect(done.account).toBe(member.registration.bankAccountNo.slice(-4));
    expect(JSON.stringify(done)).not.toContain(member.registration.bankAccountNo);
    expect(done).not.toHaveProperty('asking');
  });

  it('is found by the id that follows from the key of the request', async () => {
    const member = await server.members.joinWith(500, { game: true });
    const { profile } = await member.api.ok('GET /api/wallet');
    const headers = { 'idempotency-key': 'key-of-an-intent' };
    const found = async (call: IntentCall) =>
      (await receiptOf(member, idOfIntent(profile._id, call, headers['idempotency-key'])))._id;
    const into = { from: 'WALLET', to: 'PG', amount: 100 };
    const moved = await member.api.ok('POST /api/wallet/transfer', { body: into, headers });
    expect(await found('transfer')).toBe(moved._id);
    const paid = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 100 }, headers });
    expect(await found('withdraw')).toBe(paid._id);
    const whole = await member.api.ok('POST /api/wallet/withdrawAll', { body: { amount: 300 }, headers });
    expect(await found('withdrawAll')).toBe(whole._id);
    const other = await server.members.joinWith(150, { game: true });
    const { profile: another } = await other.api.ok('GET /api/wallet');
    const all = await other.api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' }, headers });
    expect(idOfIntent(another._id, 'transferAll', headers['idempotency-key'])).toBe(all._id);
  });

  it('of a move from game to game knows its other half', async () => {
    const member = await server.members.joinWith(300, { game: true });
    await member.activate('JOKER');
    await member.api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' } });
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'PG', to: 'JOKER', amount: 300 } });
    const [second, first] = await member.statement(2);
    expect([first?.from, second?.to]).toEqual(['PG', 'JOKER']);
    expect((await receiptOf(member, first!._id)).otherHalf).toEqual({ _id: second!._id, comes: 'after' });
    const receipt = await receiptOf(member, second!._id);
    expect(receipt.otherHalf).toEqual({ _id: first!._id, comes: 'before' });
    expect(namesOf(receipt)).toEqual(['created', 'held', 'sent', 'posted']);
  });

  it('is the member’s own: anybody else’s is as unknown as none', async () => {
    const member = await server.members.joinWith(50);
    const other = await server.members.join();
    const [{ _id } = { _id: '' }] = await member.statement(1);
    for (const transferId of [_id, newId()]) {
      const refused = await other.api.refused('GET /api/statement/item/:transferId', {
        params: { transferId },
      });
      expect(refused).toBe('NO_DATA');
    }
    const invalid = await other.api.refused('GET /api/statement/item/:transferId', {
      params: { transferId: 'x' },
    });
    expect(invalid).toBe('KEY_INVALID');
  });
});
