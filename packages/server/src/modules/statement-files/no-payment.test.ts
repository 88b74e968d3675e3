import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { suspenseEndCheck } from '../../audit/suspense-ends.ts';
import { statementDayCheck } from '../../audit/statement-days.ts';
import type { TestMember } from '../../testing/members.ts';
import { transferBy } from '../../testing/slips.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { bookFile, mt940Of, type StatementLine } from '../../testing/statement-files.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ACCOUNT = '0001234572';
const OTHER_ACCOUNT = '0002345683';

const mt940 = (lines: readonly StatementLine[]): string => mt940Of(ACCOUNT, lines);

describe('entries of a statement file that no customer paid', () => {
  let server: TestServer;
  let cashier: StaffBrowser;
  let finance: StaffBrowser;
  let support: StaffBrowser;
  let amount = 410;

  beforeAll(async () => {
    server = await startTestServer({
      settings: { consolePort: 0 },
      content: (content) => {
        content.withdraw.limits.BAHT = { min: '100.00', max: '5000.00' };
      },
    });
    [cashier, finance, support] = (await staffOf(server, 'cashier', 'finance', 'support')) as [
      StaffBrowser,
      StaffBrowser,
      StaffBrowser,
    ];
  });
  beforeEach(() => {
    amount += 1;
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const book = (text: string) => bookFile(server, cashier, finance, text);
  const waiting = async (by = finance) =>
    (await by.call('GET /staff/api/suspense')).body.items.filter(
      (item: { amount: number }) => item.amount === amount,
    );
  /** Lets a member withdraw the amount. @returns the payout's id, and a function by which the bank decides */
  const ordered = async (member: TestMember) => {
    const { _id: id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount } });
    const { id: bankId } = await server.whenDone(async () => {
      const payouts = await server.world.payoutsTo(member.registration.bankAccountNo);
      const own = payouts.filter(({ state }) => state === 'accepted');
      expect(own).toMatchObject([{ amount }]);
      return own[0]!;
    });
    const end = async (result: 'done' | 'refused') => {
      await server.world.control('POST', `/payouts/${bankId}`, { result });
      await member.newestBecomes({ _id: id, status: result === 'done' ? 'SUCCESS' : 'FAILED' });
    };
    return { id, end };
  };
  const paidOut = async (member: TestMember, result: 'done' | 'refused'): Promise<string> => {
    const { id, end } = await ordered(member);
    await end(result);
    return id;
  };
  const fed = (member: TestMember) => transferBy(server.world, member, { toAccountNo: ACCOUNT, amount });
  const act = (path: string, body: object) => cashier.call(`POST /staff/api/suspense/${path}`, body);
  const close = (id: string, end: string) => act(`${id}/close`, { end, reason: 'compared' });
  /** Gives a deposit to the member of the payout beside it. */
  const assign = async ({ id, payout }: { id: string; payout: { member: { id: string } } }) =>
    expect((await act(`${id}/assign`, { memberId: payout.member.id, reason: 'compared' })).body).toEqual({
      status: true,
    });

  it.each<[string, (from: string) => StatementLine]>([
    ['returned', (from) => ({ amount, type: 'NRTI', ours: 'PAYOUT1', from })],
    ['a debit taken back', (from) => ({ mark: 'RD', amount, from })],
  ])('wait beside the payout that the bank refused, and are ended as it: %s', async (_name, line) => {
    const member = await server.members.joinWith(1000);
    const id = await paidOut(member, 'refused');
    const file = mt940([{ mark: 'D', amount }, line(member.registration.bankAccountNo)]);
    expect(await book(file)).toMatchObject({ taken: 1, aside: 0, sums: [] });
    expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
    const [item, ...more] = await waiting();
    expect(more).toEqual([]);
    // The member has it again.
    expect(await member.api.ok('GET /api/statement/waiting')).toEqual({ waiting: [] });
    const { username, bankAccountNo } = member.registration;
    expect(item).toMatchObject({
      why: 'bank_return',
      payout: { id, state: 'given_back', amount, member: { phone: username } },
    });
    const shown = JSON.stringify(await waiting(support));
    expect(shown).toContain(id);
    expect(shown).not.toContain(username);
    expect(shown).not.toContain(bankAccountNo);
    expect((await close(item.id, 'payout')).body).toEqual({ status: true });
    expect((await close(item.id, 'payout')).code).toBe('NOT_POSSIBLE');
    expect(await waiting()).toEqual([]);
    const audit = suspenseEndCheck(server.database);
    const say = (confirmed: boolean) =>
      server.database.queries
        .updateTable('returned_payout')
        .set({ confirmed })
        .where('deposit_id', '=', item.id)
        .execute();
    expect(await audit.run()).toEqual([]);
    await say(false);
    expect(await audit.run()).toMatchObject([
      { severity: 'wrong', subject: item.id, message: expect.stringContaining('return of a payout') },
    ]);
    await say(true);
  });

  it('wait beside the payout that their text names, whoever the bank says sent them', async () => {
    const member = await server.members.joinWith(1000);
    const others = await server.members.joinWith(1000);
    await paidOut(others, 'refused');
    const id = await paidOut(member, 'done');
    // Sixteen characters are what MT940 has for a reference.
    const ours = id.replaceAll('-', '').slice(0, 16);
    await book(mt940([{ amount, type: 'NRTI', ours, from: others.registration.bankAccountNo }]));
    expect(await waiting()).toMatchObject([{ why: 'bank_return', payout: { id, state: 'paid' } }]);
  });

  it('are given to the member of a payout that was paid, and not ended as given back', async () => {
    const member = await server.members.joinWith(1000);
    const id = await paidOut(member, 'done');
    await book(mt940([{ amount, type: 'NRTI', from: member.registration.bankAccountNo }]));
    const [item] = await waiting();
    expect(item).toMatchObject({ payout: { id, state: 'paid' } });
    expect(await member.api.ok('GET /api/statement/waiting')).toMatchObject({ waiting: [{ amount }] });
    expect((await close(item.id, 'payout')).code).toBe('NOT_POSSIBLE');
    expect(await member.wallet()).toEqual({ amount: 1000 - amount, transit: 0 });
    await assign(item);
    expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
  });

  it.each([
    ['NCHG', 'bank_charge'],
    ['NINT', 'bank_interest'],
    ['NCMZ', 'own_transfer'],
    ['FFEX', 'bank_entry'],
  ])('wait by their type %s', async (type, why) => {
    const member = await server.members.join({ bankCode: 'KBANK' });
    const file = mt940([{ amount, type, from: member.registration.bankAccountNo }]);
    expect(await book(file)).toMatchObject({ taken: 1, aside: 0 });
    expect(await waiting()).toMatchObject([{ why, payout: null }]);
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
  });

  it.each(['NTRF', 'NMSC', 'N051', 'S103'])('are not those of type %s', async (type) => {
    const member = await server.members.join({ bankCode: 'KBANK' });
    await book(mt940([{ amount, type, from: member.registration.bankAccountNo }]));
    expect(await member.wallet()).toEqual({ amount, transit: 0 });
  });

  it('wait where the bank does not say so and it had a payout of that amount, until one is ended as it', async () => {
    const member = await server.members.joinWith(1000);
    const { bankAccountNo: from } = member.registration;
    const id = await paidOut(member, 'refused');
    await fed(member);
    const payout = { id, state: 'given_back', amount };
    await server.workOff();
    expect(await waiting()).toMatchObject([{ why: 'maybe_return', payout }]);
    // A second one may be the member's own payment, or the first may be.
    await fed(member);
    const [item, other] = await server.whenDone(async () => {
      const found = await waiting();
      expect(found).toMatchObject([{ payout }, { payout }]);
      return found;
    });
    expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
    expect((await close(item.id, 'payout')).body).toEqual({ status: true });
    expect((await close(other.id, 'payout')).code).toBe('NOT_POSSIBLE');
    expect(await waiting()).toMatchObject([{ payout: { id, state: 'came_back' } }]);
    await assign(other);
    expect(await member.wallet()).toEqual({ amount: 1000 + amount, transit: 0 });
    await fed(member);
    await server.workOff();
    expect(await member.wallet()).toEqual({ amount: 1000 + 2 * amount, transit: 0 });
    // The file has all three, and says which was a payout.
    await book(
      mt940([
        { amount, from },
        { amount, type: 'NRTI', from },
        { amount, from },
      ]),
    );
    expect(await member.wallet()).toEqual({ amount: 1000 + 2 * amount, transit: 0 });
    expect(await suspenseEndCheck(server.database).run()).toEqual([]);
  });

  it('wait beside a payout each where several came back', async () => {
    const member = await server.members.joinWith(1000);
    const ids = [await paidOut(member, 'refused'), await paidOut(member, 'refused')];
    const { bankAccountNo: from } = member.registration;
    await book(mt940([1, 2].map(() => ({ amount, type: 'NRTI', from }))));
    const found = await waiting();
    expect(found.map(({ payout }: { payout: { id: string } }) => payout.id).toSorted()).toEqual(
      ids.toSorted(),
    );
    for (const { id } of found) expect((await close(id, 'payout')).body).toEqual({ status: true });
    expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
    expect(await suspenseEndCheck(server.database).run()).toEqual([]);
  });

  it('wait beside the payout that a later report names, in place of one that was only likely', async () => {
    const member = await server.members.joinWith(1000);
    await paidOut(member, 'refused');
    const paid = await paidOut(member, 'done');
    await fed(member);
    await server.workOff();
    expect(await waiting()).toMatchObject([{ payout: { state: 'given_back' } }]);
    const { bankAccountNo: from } = member.registration;
    const ours = paid.replaceAll('-', '').slice(0, 16);
    await book(mt940([{ amount, type: 'NRTI', ours, from }]));
    expect(await waiting()).toMatchObject([
      { payout: { id: paid, state: 'paid' }, reports: [{ source: 'feed' }, { noPayment: 'bank_return' }] },
    ]);
  });

  it('leave a payment of their day and amount that the feed has left out to a person', async () => {
    const member = await server.members.joinWith(1000);
    const { bankAccountNo: from } = member.registration;
    await paidOut(member, 'refused');
    await fed(member);
    const [first] = await server.whenDone(async () => {
      const found = await waiting();
      expect(found).toHaveLength(1);
      return found;
    });
    expect((await close(first.id, 'payout')).body).toEqual({ status: true });
    await book(
      mt940([
        { amount, from },
        { amount, type: 'NRTI', from },
      ]),
    );
    const [payment, ...more] = await waiting();
    expect(more).toEqual([]);
    expect(payment).toMatchObject({ why: 'maybe_repeat', other: { id: first.id } });
  });

  it('are found when a report without sender came first', async () => {
    const member = await server.members.joinWith(1000);
    const id = await paidOut(member, 'refused');
    await book(mt940([{ amount }]));
    expect(await waiting()).toMatchObject([{ why: 'hidden_account', payout: null }]);
    await fed(member);
    await server.workOff();
    expect(await waiting()).toMatchObject([{ payout: { id } }]);
    expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
  });

  it('are no return where the payout was paid, or had another amount', async () => {
    const member = await server.members.joinWith(3000);
    await paidOut(member, 'done');
    await fed(member);
    await server.workOff();
    expect(await member.wallet()).toEqual({ amount: 3000, transit: 0 });
    amount += 1000;
    await paidOut(member, 'refused');
    amount -= 1000;
    await fed(member);
    await server.workOff();
    expect(await member.wallet()).toEqual({ amount: 3000 + amount, transit: 0 });
  });

  it('are not ended as a payout that the bank has not decided about, and are given to its member once it was paid', async () => {
    const member = await server.members.joinWith(1000);
    const { id, end } = await ordered(member);
    await fed(member);
    const [item] = await server.whenDone(async () => {
      const found = await waiting();
      expect(found).toMatchObject([{ why: 'maybe_return', payout: { id, state: 'under_way' } }]);
      return found;
    });
    expect((await close(item.id, 'payout')).code).toBe('NOT_POSSIBLE');
    await end('done');
    expect((await close(item.id, 'payout')).code).toBe('NOT_POSSIBLE');
    expect(await waiting()).toMatchObject([{ payout: { id, state: 'paid' } }]);
    await assign(item);
    expect(await member.wallet()).toEqual({ amount: 1000, transit: 0 });
  });

  it('are no member’s where they come from an account of ours, although one has registered it', async () => {
    const { depositAccounts } = await server.content.get();
    const { bankAccountName } = depositAccounts.banks.find(
      ({ bankAccountNo }) => bankAccountNo === OTHER_ACCOUNT,
    )!;
    const member = await server.members.join({
      bankCode: 'SCB',
      bankAccountNo: OTHER_ACCOUNT,
      bankAccountName,
    });
    // The feed hides digits.
    await fed(member);
    await server.workOff();
    expect(await waiting()).toMatchObject([{ why: 'own_transfer' }]);
    amount += 1;
    await book(mt940([{ amount, bank: '014', from: OTHER_ACCOUNT }]));
    expect(await waiting()).toMatchObject([{ why: 'own_transfer' }]);
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    expect(await statementDayCheck(server.database, new Date(0)).run()).toEqual([]);
  });
});
