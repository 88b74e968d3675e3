import type { Minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/open.ts';
import { newId } from '../../kernel/ids.ts';
import { Api, endOf } from '../../testing/api.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { CHANNELS, DepositChannels, type Payee } from '../../testing/deposit-channels.ts';
import type { TestMember } from '../../testing/members.ts';
import { runAllChecks } from '../../testing/protection.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { findWallet } from '../account/queries.ts';

const AT_ONCE = 100;

describe('a hundred at once, in two processes', () => {
  let server: TestServer;
  let other: TestServer;
  let second: Database;
  let channels: readonly [DepositChannels, DepositChannels];

  beforeAll(async () => {
    const { open } = await sharedPostgres();
    server = await startTestServer({ open });
    other = await startTestServer({ open, settings: { sandboxUrl: server.world.url } });
    second = await open();
    channels = [new DepositChannels(server.database), new DepositChannels(second)];
  });
  afterAll(async () => {
    expect(await runAllChecks(server.database)).toEqual([]);
    await Promise.all([other.stop(), second.close()]);
    await server.stop();
  });

  const newMember = async (
    kind: 'deposit' | 'loss',
    amount: number,
  ): Promise<{ id: string; member: TestMember; payee: Payee }> => {
    const member = await server.members.join();
    const { profile } = await member.api.ok('GET /api/account/profile');
    const { walletAccount } = await findWallet(server.database.queries, profile._id);
    await member.api.ok('PUT /api/protection/limits', { body: { kind, period: 'day', amount } });
    const payee = { phone: member.registration.username, walletAccount };
    return { id: profile._id, member, payee };
  };
  /** Makes deposits by every channel and both processes, all at the same time. */
  const deposit = async (payee: Payee, count: number, satang: (no: number) => number): Promise<number> => {
    const amounts = Array.from({ length: count }, (_, no) => satang(no));
    await Promise.all(
      amounts.map((amount, no) =>
        channels[no % 2 === 0 ? 0 : 1].deposit(
          CHANNELS[Math.floor(no / 2) % CHANNELS.length] ?? 'qr',
          payee,
          BigInt(amount) as Minor,
        ),
      ),
    );
    return amounts.reduce((sum, amount) => sum + amount, 0);
  };
  const stands = async (member: TestMember) => {
    const { amount } = await member.wallet();
    return { playable: amount, held: (await member.api.ok('GET /api/protection')).held };
  };

  it('deposits never make more playable than a limit, and nothing is lost', async () => {
    const { member, payee } = await newMember('deposit', 300.5);
    const sum = await deposit(payee, AT_ONCE, (no) => 1_000 + no);
    expect(await stands(member)).toEqual({ playable: 300.5, held: sum / 100 - 300.5 });
  });

  it('deposits and releases share what a raised limit leaves', async () => {
    const { id, member, payee } = await newMember('deposit', 100);
    const before = await deposit(payee, 20, () => 2_000);
    await sql`update protection_limit set amount = 50000 where member_id = ${id}`.execute(second.queries);
    const release = (no: number) =>
      new Api(no % 2 === 0 ? server.url : other.url, member.token).call('POST /api/protection/held/release');
    const [sum, ...released] = await Promise.all([
      deposit(payee, 40, () => 1_500),
      ...Array.from({ length: 12 }, (_, no) => release(no).then(endOf)),
    ]);
    expect(released).toContain('OK');
    expect(await stands(member)).toEqual({ playable: 500, held: (before + sum) / 100 - 500 });
  });

  it('credit into games never passes a loss limit', async () => {
    const { id, payee } = await newMember('loss', 300);
    await channels[0].deposit('feed', payee, 500_000n as Minor);
    const ends = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, no) => {
        const { ledger } = channels[no % 2 === 0 ? 0 : 1];
        return ledger
          .submit({
            id: newId(),
            debit: payee.walletAccount,
            credit: await ledger.house(`provider:${no % 3 === 0 ? 'PG' : 'JOKER'}`, 'BAHT'),
            amount: 1_000n as Minor,
            kind: 'game_in',
            pending: no % 5 !== 0,
            detail: { provider: 'PG', username: 'x', memberId: id },
          })
          .then(
            ({ outcome }) => outcome as string,
            (error: { code: string }) => error.code,
          );
      }),
    );
    expect(ends.filter((end) => end === 'created')).toHaveLength(30);
    expect(ends.filter((end) => end === 'LIMIT_LOSS')).toHaveLength(70);
  });

  it('a limit that is set among moves counts each of them once, whenever it was made or ended', async () => {
    const { id, member, payee } = await newMember('deposit', 100_000);
    await channels[0].deposit('feed', payee, 500_000n as Minor);
    const house = await channels[0].ledger.house('provider:PG', 'BAHT');
    const play = async (no: number) => {
      const { ledger } = channels[no % 2 === 0 ? 0 : 1];
      const request = {
        id: newId(),
        debit: payee.walletAccount,
        credit: house,
        amount: 100n as Minor,
        kind: 'game_in' as const,
        pending: true,
        detail: { provider: 'PG', username: 'x', memberId: id },
      };
      await ledger.submit(request);
      await ledger.settle({ id: request.id, result: no % 3 === 0 ? 'void' : 'post', outcome: {} });
    };
    const plays = Array.from({ length: AT_ONCE }, (_, no) => play(no));
    for (const period of ['day', 'week', 'month'] as const)
      await member.api.ok('PUT /api/protection/limits', { body: { kind: 'loss', period, amount: 1_000 } });
    await Promise.all(plays);
    const { limits } = await member.api.ok('GET /api/protection');
    expect(limits.filter(({ kind }) => kind === 'loss').map(({ left }) => left)).toEqual([934, 934, 934]);
    const { rows } = await sql`
      select from protection_limit where member_id = ${id} and counted_since is null`.execute(second.queries);
    expect(rows).toEqual([]);
  });

  it('a break is before or after each deposit and each order, never beside it', async () => {
    const { id, member, payee } = await newMember('deposit', 100_000);
    const order = (no: number) =>
      new Api(no % 2 === 0 ? server.url : other.url, member.token).call('POST /api/qrcode/:provider', {
        params: { provider: 'KBANK' },
        body: { amount: 20 },
      });
    await Promise.all([
      deposit(payee, 60, () => 1_000),
      ...Array.from({ length: 8 }, (_, no) => order(no)),
      member.api.ok('POST /api/protection/break', { body: { hours: 24 } }),
    ]);
    const { playable, held } = await stands(member);
    expect(playable + held).toBe(600);
    // Once a deposit is held, every later one is.
    const { rows } = await sql<{ is_held: boolean }>`
      select h.deposit_id is not null as is_held from ledger_transfer t left join held_deposit h on h.deposit_id = t.id
        where t.credit_account = ${payee.walletAccount} and t.kind in ('deposit', 'suspense_out')
        order by t.credit_no`.execute(second.queries);
    const sequence = rows.map((row) => row.is_held);
    expect(sequence).toEqual(sequence.toSorted((a, b) => Number(a) - Number(b)));
    const open =
      await sql`select from qr_order where member_id = ${id} and state in ('creating', 'open')`.execute(
        second.queries,
      );
    expect(open.rows).toEqual([]);
  });
});
