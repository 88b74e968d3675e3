import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { acceptAnyMovement, anyRequest } from '../../testing/any-movement.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('movements that this server does not know', () => {
  let server: TestServer;
  let member: TestMember;
  const ids: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    member = await server.members.joinWith(100);
    await acceptAnyMovement(server.database);
    const { wallet_account } = await server.database.queries
      .selectFrom('member')
      .select('wallet_account')
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    const ledger = new Ledger(server.database);
    const [wallet, house] = [wallet_account as AccountId, await ledger.house('bonus', 'BAHT')];
    const make = async (kind: string, isOut: boolean, detail: object = {}) => {
      const id = newId();
      await ledger.submit(
        anyRequest({
          id,
          debit: isOut ? wallet : house,
          credit: isOut ? house : wallet,
          amount: minor(5_000n),
          kind,
          pending: false,
          detail,
        }),
      );
      ids.push(id);
    };
    await make('goodwill', false, { reason: 'goodwill' });
    await make('goodwill', true, { provider: 7, note: null });
    await make('bonus', false);
    await make('deposit', false);
    await sql`alter table ledger_transfer disable trigger ledger_transfer_settles_once`.execute(
      server.database.queries,
    );
    await sql`update ledger_transfer set detail = 'null' where id = ${ids[3]}`.execute(
      server.database.queries,
    );
  });
  afterAll(() => server.stop());

  it('are listed as corrections, with the direction of the money', async () => {
    const { statements } = await member.api.ok('POST /api/statement', { body: { page: 1, limit: 10 } });
    expect(statements.slice(0, 4).reverse()).toMatchObject([
      { statementType: 'bonus', correction: true, from: '', to: 'WALLET', amount: 50, status: 'SUCCESS' },
      { statementType: 'finish_bonus', correction: true, from: 'WALLET', to: '', amount: 50 },
      { statementType: 'bonus', from: '', to: 'WALLET' },
      { statementType: 'deposit', from: '', to: 'WALLET' },
    ]);
    expect(statements.filter(({ correction }) => correction)).toHaveLength(2);
  });

  it('are found among all, and not among bonuses', async () => {
    const search = ids[0] ?? '';
    const found = await member.api.ok('POST /api/statement', { body: { page: 1, limit: 10, search } });
    expect(found.statements).toMatchObject([{ _id: ids[0], correction: true }]);
    const bonuses = await member.api.ok('POST /api/statement', {
      body: { page: 1, limit: 10, statementType: 'bonus' },
    });
    expect(bonuses.statements.map(({ _id }) => _id)).toEqual([ids[2]]);
  });

  it('have a receipt', async () => {
    for (const [index, id] of ids.entries()) {
      const receipt = await member.api.ok('GET /api/statement/item/:transferId', {
        params: { transferId: id },
      });
      expect(receipt.correction ?? false).toBe(index < 2);
      expect(receipt.steps.map(({ step }) => step)).toEqual(['created', 'posted']);
    }
  });

  it('are in the table', async () => {
    const reply = await fetch(`${server.url}/api/statement/csv`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${member.token}`,
        'content-type': 'application/json',
        'accept-language': 'en',
      },
      body: '{}',
    });
    const rows = (await reply.text()).trim().split('\r\n');
    expect(rows).toHaveLength(6);
    expect(rows[4]).toContain(',Correction,Successful,,Main wallet,50.00,BAHT,');
    expect(rows[3]).toContain(',Correction,Successful,Main wallet,,-50.00,BAHT,');
  });
});
