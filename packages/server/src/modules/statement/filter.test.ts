import { minor, type Minor } from '@krapao/contract/money';
import type { StatementFilter } from '@krapao/contract/statement';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { AccountId, TransferKind } from '../../ledger/types.ts';
import { endOf } from '../../testing/api.ts';
import { acceptAnyMovement, anyRequest } from '../../testing/any-movement.ts';
import { postgresDatabase } from '../../testing/databases.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { byIndexAlone, filteredPage } from './repo.ts';

describe('a filtered statement', () => {
  let server: TestServer;
  let member: TestMember;
  let neighbour: TestMember;
  const ids: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    member = await server.members.join();
    neighbour = await server.members.join();
    const ledger = new Ledger(server.database);
    const house = await ledger.house('gateway:KBANK', 'BAHT');
    const walletOf = async ({ registration: { username } }: TestMember) =>
      (
        await server.database.queries
          .selectFrom('member')
          .select('wallet_account')
          .where('username', '=', username)
          .executeTakeFirstOrThrow()
      ).wallet_account as AccountId;
    const [wallet, other] = [await walletOf(member), await walletOf(neighbour)];
    // Accepts accounts and details that the product does not use. This test is about finding movements.
    await acceptAnyMovement(server.database);
    const make = async (kind: TransferKind, amount: bigint, pending = false, reference = '') => {
      const id = newId();
      const sides = kind === 'withdraw' || kind === 'game_in' ? [wallet, house] : [house, wallet];
      const [debit, credit] = sides as [AccountId, AccountId];
      const detail = { provider: 'KBANK', ...(reference && { reference }) };
      await ledger.submit(anyRequest({ id, debit, credit, amount: minor(amount), kind, pending, detail }));
      ids.push(id);
      return id;
    };
    await make('deposit', 100_000n, false, 'KBK-7731_A');
    await make('withdraw', 30_000n, true);
    await ledger.settle({ id: await make('game_in', 20_050n, true), result: 'void', outcome: {} });
    await make('game_out', 2_000n, true);
    await make('bonus', 2_000n);
    await make('suspense_out', 500n);
    await ledger.submit({
      id: newId(),
      debit: house,
      credit: other,
      amount: minor(100_000n),
      kind: 'deposit',
      pending: false,
      detail: { provider: 'KBANK', reference: 'KBK-7731_A' },
    });
  });
  afterAll(() => server.stop());

  const find = async (filter: StatementFilter, page = 1, limit = 10) => {
    const { total, statements } = await member.api.ok('POST /api/statement', {
      body: { page, limit, ...filter },
    });
    return { total, found: statements.map(({ _id }) => ids.indexOf(_id)) };
  };

  it.each<[StatementFilter, number[]]>([
    [{}, [5, 4, 3, 2, 1, 0]],
    [{ statementType: 'deposit' }, [5, 0]],
    [{ statementType: 'transfer' }, [3, 2]],
    [{ statementType: 'finish_bonus' }, []],
    [{ status: 'PENDING' }, [3, 1]],
    [{ status: 'FAILED' }, [2]],
    [{ statementType: 'transfer', status: 'PENDING' }, [3]],
    [{ search: '20' }, [4, 3]],
    [{ search: '฿1,000.00' }, [0]],
    [{ search: '๑,๐๐๐' }, [0]],
    [{ search: '໑໐໐໐.໐໐' }, [0]],
    [{ search: '-200.5' }, [2]],
    [{ search: 'kbk-7731' }, [0]],
    [{ search: '7731_a' }, [0]],
    [{ search: '7731%' }, []],
    [{ search: '_773' }, []],
    [{ search: 'KB' }, []],
    [{ search: '' }, [5, 4, 3, 2, 1, 0]],
    [{ since: '2000-01-01', until: '2000-01-02' }, []],
    [{ since: '2000-01-01' }, [5, 4, 3, 2, 1, 0]],
    [{ until: '2999-12-31', statementType: 'bonus' }, [4]],
  ])('finds by %o', async (filter, found) => {
    expect(await find(filter)).toEqual({ total: found.length, found });
  });

  it('finds by reference, whole or in part, one’s own only', async () => {
    const [id = ''] = ids;
    expect((await find({ search: id })).found).toEqual([0]);
    expect((await find({ search: id.slice(-12).toUpperCase() })).found).toContain(0);
    const [other] = await neighbour.statement();
    expect(await find({ search: other?._id ?? '' })).toEqual({ total: 0, found: [] });
  });

  it('takes days as they are in Bangkok', async () => {
    const { statements } = await member.api.ok('POST /api/statement', { body: { page: 1, limit: 1 } });
    const day = new Date(Date.parse(statements[0]!.createdAt) + 7 * 3_600_000).toISOString().slice(0, 10);
    expect((await find({ since: day, until: day })).total).toBe(6);
  });

  it('turns the pages of what is found, and still counts it beyond the last', async () => {
    expect(await find({ status: 'SUCCESS' }, 1, 2)).toEqual({ total: 3, found: [5, 4] });
    expect(await find({ status: 'SUCCESS' }, 2, 2)).toEqual({ total: 3, found: [0] });
    expect(await find({ status: 'SUCCESS' }, 3, 2)).toEqual({ total: 3, found: [] });
  });

  it.each([
    { statementType: 'coin' },
    { status: 'DONE' },
    { since: '2026-02-30' },
    { until: '20/11/2026' },
    { search: 'x'.repeat(65) },
    { search: 'a\u0000b' },
  ])('refuses %o', async (filter) => {
    const body = { page: 1, limit: 10, ...filter } as never;
    expect(endOf(await member.api.call('POST /api/statement', { body }))).toBe('KEY_INVALID');
  });
});

const MOVEMENTS = 100_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

describe('a member with a hundred thousand movements', () => {
  let database: Database;
  let account: AccountId;

  beforeAll(async () => {
    database = await postgresDatabase();
    const ledger = new Ledger(database);
    const house = await ledger.house('gateway:KBANK', 'BAHT');
    account = await ledger.openMemberAccount(database.queries, { code: 'm', currency: 'BAHT' });
    await acceptAnyMovement(database);
    // It would change what a page reads between the first and the last.
    await sql`alter table ledger_transfer set (autovacuum_enabled = false)`.execute(database.queries);
    const columns = sql`id, debit_account, credit_account, amount, kind, state, sweep, debit_no, credit_no,
      detail, created_at, settled_at`;
    await database.transaction(async (tx) => {
      // Otherwise vacuum might not see yet that the rows are visible to all transactions.
      await sql`set local synchronous_commit = on`.execute(tx);
      // Every third movement is a withdrawal. Half as many more belong to other accounts.
      await sql`
        insert into ledger_transfer (${columns})
          select gen_random_uuid(),
              case when n % 3 = 0 then ${account}::bigint else ${house}::bigint end,
              case when n % 3 = 0 then ${house}::bigint else ${account}::bigint end,
              100 + n, case when n % 3 = 0 then 'withdraw' else 'deposit' end, 'posted', false,
              case when n % 3 = 0 then n end, case when n % 3 <> 0 then n end, '{}'::jsonb, now(), now()
            from generate_series(1, ${MOVEMENTS}::int) n
          union all
          select gen_random_uuid(), ${house}::bigint, 1000000 + n, 100, 'deposit', 'posted', false, null, n,
              '{}', now(), now()
            from generate_series(1, ${MOVEMENTS}::int / 2) n`.execute(tx);
    });
    await sql`vacuum analyze ledger_transfer`.execute(database.queries);
  });
  afterAll(() => database.close());

  async function plan(filter: StatementFilter, skip: number): Promise<{ nodes: Plan[]; blocks: number }> {
    const query = filteredPage(account, filter, { skip: BigInt(skip), limit: 10 });
    const { rows } = await byIndexAlone(database, (tx) =>
      sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
        explain (analyze, buffers, timing off, format json) ${query}`.execute(tx),
    );
    const root = rows[0]!['QUERY PLAN'][0]!.Plan;
    const all = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(all)];
    return { nodes: all(root), blocks: root['Shared Hit Blocks'] + root['Shared Read Blocks'] };
  }

  it.each<StatementFilter>([
    { statementType: 'withdraw' },
    { status: 'SUCCESS' },
    { statementType: 'deposit', status: 'SUCCESS', since: '2020-01-01', until: '2999-01-01' },
    { search: '777.7' },
    { search: 'abcdef' },
  ])('is read by index alone, the last page as the first: %o', async (filter) => {
    const first = await plan(filter, 0);
    const last = await plan(filter, 33_320);
    for (const { nodes } of [first, last]) {
      const reads = nodes.filter((node) => node['Relation Name'] === 'ledger_transfer');
      expect(reads.length).toBeGreaterThan(0);
      for (const node of reads) expect(node['Node Type']).toMatch(/^(Index|Bitmap)/);
    }
    expect(Math.abs(last.blocks - first.blocks)).toBeLessThan(200);
  });

  it('answers the last page of a filter as it answers the first', async () => {
    const query = (skip: number, limit = 10) =>
      filteredPage(account, { statementType: 'withdraw' }, { skip: BigInt(skip), limit }).execute(
        database.queries,
      );
    const { rows: first } = await query(0, 2);
    const { rows: last } = await query(33_332);
    expect(first.map(({ total, amount }) => [total, amount])).toEqual([
      [33_333n, 100_099n as Minor],
      [33_333n, 100_096n as Minor],
    ]);
    expect(last.map(({ amount }) => amount)).toEqual([103n]);
  });
});
