import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { SHELL } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { SuspenseError, SuspenseService, type Suspended } from './service.ts';

describe('deposits in suspense', () => {
  let server: TestServer;
  let suspense: SuspenseService;

  beforeAll(async () => {
    server = await startTestServer();
    suspense = new SuspenseService({ database: server.database, ledger: new Ledger(server.database) });
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  /** Sends money from an account of no member. */
  const strange = async (amount: number): Promise<Suspended> => {
    const { statementReference } = await server.world.control<{ statementReference: string }>(
      'POST',
      '/bank/transfer',
      {
        fromBankCode: 'SCB',
        fromAccountNo: '9876543210',
        fromName: 'NOBODY AT ALL',
        toAccountNo: '0001234572',
        amount,
      },
    );
    return server.whenDone(async () => {
      const found = (await suspense.list()).find(({ detail }) => detail.reference === statementReference);
      expect(found).toBeDefined();
      return found!;
    });
  };
  const failureOf = (assigning: Promise<unknown>): Promise<unknown> =>
    assigning.catch((error: unknown) => error);

  it('lists what is known of them', async () => {
    const deposit = await strange(70.5);
    expect(deposit).toMatchObject({
      amount: 7050n,
      currency: 'BAHT',
      detail: { provider: 'SCB', unmatched: 'no_member', fromName: 'NOBODY AT ALL' },
    });
    expect(Math.abs(Date.now() - deposit.createdAt.getTime())).toBeLessThan(60_000);
  });

  it('gives one to a member, once, as a deposit with its origin', async () => {
    const member = await server.members.join();
    const { username } = member.registration;
    const { id } = await strange(33);
    const results = await Promise.all(Array.from({ length: 5 }, () => suspense.assign(id, username, SHELL)));
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await member.wallet()).toEqual({ amount: 33, transit: 0 });
    const [row, ...others] = await member.statement();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      statementType: 'deposit',
      from: 'SCB',
      to: 'WALLET',
      amount: 33,
      status: 'SUCCESS',
    });
    const receipt = await member.api.ok('GET /api/statement/item/:transferId', {
      params: { transferId: row!._id },
    });
    expect(receipt.steps.map(({ step }) => step)).toEqual(['unmatched', 'created', 'posted']);
    expect((await suspense.list()).map((deposit) => deposit.id)).not.toContain(id);
  });

  it('gives one to nobody else afterwards', async () => {
    const [member, other] = [await server.members.join(), await server.members.join()];
    const { id } = await strange(20);
    await suspense.assign(id, member.registration.username, SHELL);
    const failure = await failureOf(suspense.assign(id, other.registration.username, SHELL));
    expect(failure).toBeInstanceOf(SuspenseError);
    expect((failure as Error).message).toContain('another member');
    expect(await other.wallet()).toEqual({ amount: 0, transit: 0 });
  });

  it('refuses what makes no sense, in a line that says so', async () => {
    const member = await server.members.joinWith(10);
    const { username } = member.registration;
    const [own] = await member.statement(1);
    const { id } = await strange(20);
    for (const [depositId, phone, word] of [
      [newId(), username, 'no deposit'],
      ['no id', username, 'no deposit'],
      [own!._id, username, 'no deposit'],
      [id, '0899999999', 'no member'],
    ] as const) {
      const failure = await failureOf(suspense.assign(depositId, phone, SHELL));
      expect(failure).toBeInstanceOf(SuspenseError);
      expect((failure as Error).message).toContain(word);
    }
    expect((await suspense.list()).map((deposit) => deposit.id)).toContain(id);
  });

  it('does not mix currencies', async () => {
    const laos = await server.members.join();
    await server.database.queries
      .updateTable('member')
      .set({ currency: 'LAK' })
      .where('username', '=', laos.registration.username)
      .execute();
    const { id } = await strange(20);
    expect(await failureOf(suspense.assign(id, laos.registration.username, SHELL))).toBeInstanceOf(
      SuspenseError,
    );
  });
});
