import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { HOUR_MS } from '../../kernel/durations.ts';
import { staffOf, type StaffBrowser, type StaffReply } from '../../testing/staff.ts';
import { endOf } from '../../testing/api.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { TestMember } from '../../testing/members.ts';

describe('payouts that a person decides', () => {
  let server: TestServer;
  let cashier: StaffBrowser;
  let finance: StaffBrowser;
  let risk: StaffBrowser;
  let support: StaffBrowser;

  beforeAll(async () => {
    server = await startTestServer({ settings: { consolePort: 0 } });
    [cashier, finance, risk, support] = (await staffOf(server, 'cashier', 'finance', 'risk', 'support')) as [
      StaffBrowser,
      StaffBrowser,
      StaffBrowser,
      StaffBrowser,
    ];
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const asks = async (amount: number): Promise<{ member: TestMember; id: string }> => {
    const member = await server.members.joinWith(200_000);
    const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount } });
    return { member, id: _id };
  };
  const receipt = (member: TestMember, transferId: string) =>
    member.api.ok('GET /api/statement/item/:transferId', { params: { transferId } });
  const payoutsOf = ({ registration }: TestMember) => server.world.payoutsTo(registration.bankAccountNo);
  const decide = (by: StaffBrowser, id: string, decision: string, more: object = {}) =>
    by.call(`POST /staff/api/payouts/${id}/decision`, { decision, ...more });
  const approve = (by: StaffBrowser, approvalId: string, decision = 'approve') =>
    by.call(`POST /staff/api/approvals/${approvalId}/decision`, { decision, reason: 'checked' });
  const endAtBank = async (member: TestMember, id: string) => {
    const [payout] = await server.whenDone(async () => {
      const handed = await payoutsOf(member);
      expect(handed).toHaveLength(1);
      return handed;
    });
    await server.world.control('POST', `/payouts/${payout?.id}`, { result: 'done' });
    await server.workOff();
    expect((await receipt(member, id)).status).toBe('SUCCESS');
  };
  const acts = async (subject: string): Promise<string[]> => {
    const { body } = await finance.call(`GET /staff/api/audit?subject=${encodeURIComponent(subject)}`);
    return (body.items as { actor: { name: string }; action: string; outcome: string }[])
      .map(({ actor, action, outcome }) => `${actor.name} ${action} ${outcome}`)
      .reverse();
  };

  it('goes to the bank by itself up to the limit', async () => {
    const { member, id } = await asks(25_000);
    expect((await receipt(member, id)).note).toBeUndefined();
    await endAtBank(member, id);
    expect((await cashier.call(`GET /staff/api/payouts/${id}`)).code).toBe('NO_DATA');
  });

  it('waits, tells the player, and is proposed by one and approved by another', async () => {
    const { member, id } = await asks(90_000);
    const told = await receipt(member, id);
    expect(told).toMatchObject({ status: 'PENDING', note: 'IN_REVIEW', canCancel: true });
    expect(told.steps.map(({ step }) => step)).toEqual(['created', 'held', 'review']);
    expect(await payoutsOf(member)).toEqual([]);

    const { body } = await cashier.call('GET /staff/api/payouts?state=review');
    const [row] = (body.items as { id: string }[]).filter((one) => one.id === id);
    expect(row).toMatchObject({
      amount: 90_000,
      state: 'waiting',
      people: 2,
      hits: [{ rule: 'amount' }, { rule: 'first_payout' }],
    });
    const proposed = await decide(cashier, id, 'approve', { reason: 'known player' });
    expect(proposed).toMatchObject({ status: 202, body: { approvalId: expect.any(String) } });
    expect((await decide(finance, id, 'approve')).code).toBe('ALREADY_PROPOSED');
    expect((await approve(cashier, proposed.body.approvalId)).code).toBe('OWN_PROPOSAL');
    expect(await payoutsOf(member)).toEqual([]);
    expect((await approve(finance, proposed.body.approvalId)).status).toBe(200);
    // The player no longer reads that it is being checked, though the bank has not decided.
    const { note, status } = await receipt(member, id);
    expect({ note, status }).toEqual({ note: undefined, status: 'PENDING' });
    const { statements } = await member.api.ok('POST /api/statement', { body: { page: 1, limit: 10 } });
    expect(statements.find(({ _id }) => _id === id)).toMatchObject({ status: 'PENDING' });
    expect(statements.find(({ _id }) => _id === id)).not.toHaveProperty('note');
    await endAtBank(member, id);
    expect((await receipt(member, id)).note).toBeUndefined();
    expect(await acts(`payout ${id}`)).toEqual([
      'cashier 0 payout.propose done',
      'finance 1 payout.approve refused',
      'finance 1 payout.approve done',
    ]);
  });

  it('goes back to the wallet when it is refused, with a reason that the player reads', async () => {
    const { member, id } = await asks(90_000);
    expect((await decide(cashier, id, 'refuse')).code).toBe('REASON_REQUIRED');
    const refused = await decide(cashier, id, 'refuse', { reason: 'not the name', shown: 'account_name' });
    expect(refused).toMatchObject({
      status: 200,
      body: { payout: { state: 'refused', movement: 'voided' } },
    });
    expect(await receipt(member, id)).toMatchObject({ status: 'FAILED', reason: 'refused_account_name' });
    expect(await member.wallet()).toEqual({ amount: 200_000, transit: 0 });
    expect((await decide(finance, id, 'approve')).code).toBe('ALREADY_DECIDED');
    expect(await payoutsOf(member)).toEqual([]);
  });

  it('stays in review when the proposal is refused', async () => {
    const { id } = await asks(90_000);
    const { body } = await decide(cashier, id, 'approve');
    expect((await approve(finance, body.approvalId, 'refuse')).status).toBe(200);
    expect((await cashier.call(`GET /staff/api/payouts/${id}`)).body.payout).toMatchObject({
      state: 'waiting',
      approval: null,
    });
    expect((await decide(cashier, id, 'hold', { reason: 'asks the player' })).body.payout.state).toBe('held');
    const { body: held } = await cashier.call('GET /staff/api/payouts?state=held');
    expect((held.items as { id: string }[]).map((one) => one.id)).toContain(id);
    expect((await decide(finance, id, 'refuse', { reason: 'no answer' })).status).toBe(200);
  });

  it('is approved by one person up to a second limit', async () => {
    const { member, id } = await asks(60_000);
    expect((await decide(support, id, 'approve')).code).toBe('FORBIDDEN');
    expect((await decide(risk, id, 'approve')).code).toBe('FORBIDDEN');
    const approved = await decide(cashier, id, 'approve');
    expect(approved).toMatchObject({ status: 200, body: { payout: { state: 'approved' } } });
    await endAtBank(member, id);
    expect(await acts(`payout ${id}`)).toEqual([
      'risk 2 payout.approve refused',
      'cashier 0 payout.approve done',
    ]);
  });

  it('goes to the bank at once when it is approved, however long it has waited', async () => {
    const { member, id } = await asks(60_000);
    await server.database.queries
      .insertInto('settlement_attempt')
      .values({ transfer_id: id, attempts: 9, next_at: new Date(Date.now() + HOUR_MS), lane: 'withdraw' })
      .onConflict((conflict) =>
        conflict.column('transfer_id').doUpdateSet({ next_at: new Date(Date.now() + HOUR_MS) }),
      )
      .execute();
    expect((await decide(cashier, id, 'approve')).status).toBe(200);
    await endAtBank(member, id);
  });

  it('is worked on by one person at a time', async () => {
    const { id } = await asks(60_000);
    expect((await cashier.call(`POST /staff/api/payouts/${id}/lease`)).body.payout.lease.name).toBe(
      'cashier 0',
    );
    expect((await finance.call(`POST /staff/api/payouts/${id}/lease`)).code).toBe('LEASED');
    expect((await decide(finance, id, 'approve')).code).toBe('LEASED');
    expect((await cashier.call(`DELETE /staff/api/payouts/${id}/lease`)).body.payout.lease).toBeNull();
    expect((await decide(finance, id, 'refuse', { reason: 'no' })).status).toBe(200);
  });

  it('is free for another person five minutes after it was taken in hand', async () => {
    const { id } = await asks(60_000);
    const taken = await cashier.call(`POST /staff/api/payouts/${id}/lease`);
    const lasts = new Date(taken.body.payout.lease.until).getTime() - Date.now();
    expect(lasts).toBeGreaterThan(4 * 60_000);
    expect(lasts).toBeLessThanOrEqual(5 * 60_000);
    await server.database.queries
      .updateTable('payout_review')
      .set({ leased_until: new Date(Date.now() - 1_000) })
      .where('transfer_id', '=', id)
      .execute();
    expect((await cashier.call(`GET /staff/api/payouts/${id}`)).body.payout.lease).toBeNull();
    expect((await finance.call(`POST /staff/api/payouts/${id}/lease`)).body.payout.lease.name).toBe(
      'finance 1',
    );
    expect((await decide(cashier, id, 'refuse', { reason: 'no' })).code).toBe('LEASED');
    expect((await decide(finance, id, 'refuse', { reason: 'no' })).status).toBe(200);
  });

  it('is not there under an unknown id, and not taken in hand when it is decided', async () => {
    const none = '0190b0a8-0000-7000-8000-000000000000';
    expect((await cashier.call(`DELETE /staff/api/payouts/${none}/lease`)).code).toBe('NO_DATA');
    expect((await decide(cashier, none, 'approve')).code).toBe('NO_DATA');
    const { id } = await asks(60_000);
    await decide(cashier, id, 'refuse', { reason: 'no' });
    expect((await cashier.call(`POST /staff/api/payouts/${id}/lease`)).code).toBe('ALREADY_DECIDED');
  });

  it('masks phone and account for support', async () => {
    const { member, id } = await asks(60_000);
    const { body } = await support.call(`GET /staff/api/payouts/${id}`);
    const { username, bankAccountNo } = member.registration;
    expect(JSON.stringify(body)).not.toContain(username);
    expect(JSON.stringify(body)).not.toContain(bankAccountNo);
    expect(body.payout.to.accountNo.endsWith(bankAccountNo.slice(-4))).toBe(true);
    await decide(cashier, id, 'refuse', { reason: 'end of test' });
  });

  it('is decided for several at once, each on its own', async () => {
    const some = [await asks(60_000), await asks(90_000), await asks(55_000)];
    const ids = some.map(({ id }) => id);
    await decide(finance, ids[2]!, 'refuse', { reason: 'before' });
    const { body } = await cashier.call('POST /staff/api/payouts/decisions', { ids, decision: 'approve' });
    expect(
      body.results.map(({ outcome, code }: { outcome: string; code: string }) => `${outcome} ${code}`),
    ).toEqual(['done OK', 'proposed OK', 'refused ALREADY_DECIDED']);
  });

  it.each(['cancel first', 'staff first', 'at once'])(
    'ends once when its player cancels it: %s',
    async (order) => {
      const ends: Record<string, number> = {};
      for (let round = 0; round < (order === 'at once' ? 8 : 2); round += 1) {
        const { member, id } = await asks(60_000);
        const cancel = () =>
          member.api.call('DELETE /api/wallet/withdraw/:transferId', { params: { transferId: id } });
        const refuse = () => decide(cashier, id, 'refuse', { reason: 'no' });
        let ended: [Awaited<ReturnType<typeof cancel>>, StaffReply];
        if (order === 'cancel first') ended = [await cancel(), await refuse()];
        else if (order === 'staff first') {
          const refused = await refuse();
          ended = [await cancel(), refused];
        } else ended = await Promise.all([cancel(), refuse()]);
        const [cancelled, refused] = ended;
        const told = `${endOf(cancelled)} ${refused.code ?? 'OK'}`;
        ends[told] = (ends[told] ?? 0) + 1;
        const { reason, status } = await receipt(member, id);
        expect(status).toBe('FAILED');
        expect(reason).toBe(refused.code ? 'cancelled' : 'refused_contact_us');
        expect(await member.wallet()).toEqual({ amount: 200_000, transit: 0 });
      }
      // A player whose payout was refused a moment before hears that it is cancelled: the money is back either way.
      expect(Object.keys(ends).every((told) => told === 'OK ALREADY_DECIDED' || told === 'OK OK')).toBe(true);
    },
  );
});
