import { minor } from '@krapao/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MOVEMENTS = 23;

describe('the statement', () => {
  let server: TestServer;
  let member: TestMember;
  /** Ids of the member's movements, newest first. */
  const ids: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    member = await server.members.join();
    const ledger = new Ledger(server.database);
    const [gateway, bank] = [
      await ledger.house('gateway:KBANK', 'BAHT'),
      await ledger.house('bank:payout', 'BAHT'),
    ];
    const { wallet_account } = await server.database.queries
      .selectFrom('member')
      .select('wallet_account')
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    for (let n = 1; n <= MOVEMENTS; n += 1) {
      const id = newId();
      const isOut = n % 4 === 0;
      const wallet = wallet_account as AccountId;
      await ledger.submit({
        id,
        debit: isOut ? wallet : gateway,
        credit: isOut ? bank : wallet,
        amount: minor(BigInt(n)),
        pending: isOut,
        ...(isOut
          ? {
              kind: 'withdraw',
              detail: { bankCode: 'KBANK', bankAccountNo: '1', bankAccountName: 'A' },
            }
          : { kind: 'deposit', detail: { provider: 'KBANK', reference: `r${n}` } }),
      });
      ids.unshift(id);
    }
    // Another member whose movements lie in between.
    await server.members.joinWith(50);
  });
  afterAll(() => server.stop());

  const page = (number: number, limit: number) =>
    member.api.ok('POST /api/statement', { body: { page: number, limit } });

  it.each([1, 3, 7, 10, 23, 100])('pages through everything once, newest first: %d a page', async (limit) => {
    const pages = Math.ceil(MOVEMENTS / limit);
    const seen: string[] = [];
    for (let number = 1; number <= pages; number += 1) {
      const { total, statements } = await page(number, limit);
      expect(total).toBe(MOVEMENTS);
      expect(statements).toHaveLength(Math.min(limit, MOVEMENTS - (number - 1) * limit));
      seen.push(...statements.map(({ _id }) => _id));
    }
    expect(seen).toEqual(ids);
  });

  it('has nothing beyond the last page, and still says how many there are', async () => {
    expect(await page(4, 10)).toEqual({ total: MOVEMENTS, statements: [] });
    expect(await page(1_000_000, 100)).toEqual({ total: MOVEMENTS, statements: [] });
  });

  it('is empty for who has moved nothing', async () => {
    const fresh = await server.members.join();
    const body = { page: 1, limit: 10 };
    expect(await fresh.api.ok('POST /api/statement', { body })).toEqual({ total: 0, statements: [] });
  });

  it('gives amounts without sign, with what they are and where they went', async () => {
    const { statements } = await page(1, 4);
    expect(
      statements.map(({ statementType, from, to, amount, status }) => [
        statementType,
        from,
        to,
        amount,
        status,
      ]),
    ).toEqual([
      ['deposit', 'KBANK', 'WALLET', 0.23, 'SUCCESS'],
      ['deposit', 'KBANK', 'WALLET', 0.22, 'SUCCESS'],
      ['deposit', 'KBANK', 'WALLET', 0.21, 'SUCCESS'],
      ['withdraw', 'WALLET', 'KBANK', 0.2, 'PENDING'],
    ]);
    for (const { createdAt } of statements) {
      expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(60_000);
    }
  });

  it('shows everybody their own only', async () => {
    const other = await server.members.joinWith(40);
    const mine = await other.statement();
    expect(mine.map(({ amount }) => amount)).toEqual([40]);
    expect(ids).not.toContain(mine[0]?._id);
  });

  it('turns what is under way into how it ended, in the same place', async () => {
    const ledger = new Ledger(server.database);
    const [first, second] = (await page(1, MOVEMENTS)).statements.filter(
      ({ status }) => status === 'PENDING',
    );
    await ledger.settle({ id: first!._id, result: 'post', outcome: {} });
    await ledger.settle({ id: second!._id, result: 'void', outcome: { reason: 'x' } });
    const { statements } = await page(1, MOVEMENTS);
    expect(statements.map(({ _id }) => _id)).toEqual(ids);
    expect(statements.find(({ _id }) => _id === first!._id)?.status).toBe('SUCCESS');
    expect(statements.find(({ _id }) => _id === second!._id)?.status).toBe('FAILED');
  });

  it.each([
    { page: 0, limit: 10 },
    { page: 1, limit: 0 },
    { page: 1, limit: 101 },
    { page: -1, limit: 10 },
    { page: 1.5, limit: 10 },
    { page: 1_000_001, limit: 10 },
  ])('refuses a page there cannot be: %o', async (body) => {
    expect(endOf(await member.api.call('POST /api/statement', { body }))).toBe('KEY_INVALID');
  });
});
