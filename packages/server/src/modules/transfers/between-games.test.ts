import { minor } from '@krapao/contract/money';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { endOf } from '../../testing/api.ts';
import { inWhole } from '../../testing/forms.ts';
import type { TestMember } from '../../testing/members.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';

const SECOND = 'PGSLOT';

describe('credit between two games', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      content: ({ providers }) => {
        const [first] = providers;
        if (first) providers.push({ ...first, code: SECOND });
      },
    });
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  /** Joins a member with accounts at both games, and the given amounts there. */
  const join = async (first: number, second = 0): Promise<TestMember> => {
    const member = await server.members.joinWith(first + second, { game: true });
    await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: SECOND } });
    const put = (to: string, amount: number) =>
      amount > 0 && member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to, amount } });
    await put('PG', first);
    await put(SECOND, second);
    return member;
  };
  const go = (member: TestMember, amount: number, from = 'PG', to = SECOND) =>
    member.api.call('POST /api/wallet/transfer', { body: { from, to, amount } });
  const holds = async (member: TestMember, wallet: number, first: number, second: number) => {
    const { slots } = await member.api.ok('GET /api/wallet/refresh/slot');
    const at = (code: string) => slots.find((slot) => slot.code === code)?.amount;
    expect([(await member.wallet()).amount, at('PG'), at(SECOND)]).toEqual([wallet, first, second]);
  };

  it('goes through the wallet, as two movements', async () => {
    const member = await join(300);
    expect(await go(member, 120)).toMatchObject({ status: 200, body: { status: 'SUCCESS', amount: 120 } });
    await holds(member, 0, 180, 120);
    expect(await member.statement(2)).toMatchObject([
      { from: 'WALLET', to: SECOND, amount: 120, status: 'SUCCESS' },
      { from: 'PG', to: 'WALLET', amount: 120, status: 'SUCCESS' },
    ]);
  });

  it('moves nothing when the first game has not that much', async () => {
    const member = await join(100);
    expect(endOf(await go(member, 100.01))).toBe('MONEY_NOT_ENOUGH');
    await holds(member, 0, 100, 0);
  });

  it('arrives though the request that wanted it got no answer from the first game', async () => {
    const member = await join(300);
    await server.world.fault('provider', 'timeout_after_commit');
    expect(await go(member, 100)).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    await server.world.heal();
    await server.pass(LEFT_MS);
    await holds(member, 0, 200, 100);
  });

  it('moves once for one intent, however often it is pressed', async () => {
    const member = await join(300);
    const press = () =>
      member.api.call('POST /api/wallet/transfer', {
        body: { from: 'PG', to: SECOND, amount: 100 },
        headers: { 'idempotency-key': 'between-games' },
      });
    await Promise.all([press(), press(), press()]);
    await server.workOff();
    await holds(member, 0, 200, 100);
  });

  it('is refused under the key of credit that came home, and moves nothing', async () => {
    const member = await join(300);
    const press = (to: string) =>
      member.api.call('POST /api/wallet/transfer', {
        body: { from: 'PG', to, amount: 100 },
        headers: { 'idempotency-key': 'home-then-on' },
      });
    expect(endOf(await press('WALLET'))).toBe('OK');
    expect(endOf(await press(SECOND))).toBe('KEY_INVALID');
    await holds(member, 100, 200, 0);
  });
});

describe('many second legs', inWhole, () => {
  const THIRD = 'JOKER';
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    await server.world.heal();
    await server.stop();
  });

  it('do not delay one another where twenty wait for a game that does not answer', async () => {
    const member = await server.members.joinWith(400, { game: true });
    for (const slotCode of [SECOND, THIRD]) {
      await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode } });
    }
    const put = (to: string, amount: number) =>
      member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to, amount } });
    await put('PG', 100);
    await put(SECOND, 100);
    const { id, wallet_account } = await server.database.queries
      .selectFrom('member')
      .select(['id', 'wallet_account'])
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    // Twenty transfers out of a silent game, older than the next one.
    await server.world.fault('provider:PG', 'timeout_before_commit');
    const ledger = new Ledger(server.database);
    const house = await ledger.house('provider:PG', 'BAHT');
    const { username } = await member.credentials();
    for (let n = 0; n < 20; n += 1) {
      const transferId = newId();
      await ledger.submit({
        id: transferId,
        debit: house,
        credit: wallet_account as AccountId,
        amount: minor(100n),
        kind: 'game_out',
        pending: true,
        detail: { provider: 'PG', username, memberId: id },
      });
      await server.database.queries
        .insertInto('onward_transfer')
        .values({ transfer_id: transferId, onward_id: newId(), member_id: id, to_provider: THIRD })
        .execute();
    }
    await server.world.fault(`provider:${SECOND}`, 'timeout_after_commit');
    const moved = await member.api.ok('POST /api/wallet/transfer', {
      body: { from: SECOND, to: THIRD, amount: 100 },
    });
    expect(moved.status).toBe('PENDING');
    await server.world.fault(`provider:${SECOND}`, 'timeout_after_commit', { rate: 0 });
    await server.pass(LEFT_MS);
    await server.pass(LEFT_MS);
    const { username: there } = await member.credentials(THIRD);
    expect((await server.world.player(there, THIRD)).balance).toBe(100);
  });
});

describe('all credit called back', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      content: ({ providers }) => {
        const [first] = providers;
        if (first) providers.push({ ...first, code: SECOND });
      },
    });
  });
  afterEach(() => server.world.heal());
  afterAll(() => server.stop());

  it('comes from every game, with a result for each', async () => {
    const member = await server.members.joinWith(500, { game: true });
    await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: SECOND } });
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 200 } });
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: SECOND, amount: 99.5 } });
    const { results } = await member.api.ok('POST /api/wallet/collect');
    expect(results.sort((a, b) => a.code.localeCompare(b.code))).toEqual([
      { code: 'PG', status: 'SUCCESS', amount: 200, message: 'OK' },
      { code: SECOND, status: 'SUCCESS', amount: 99.5, message: 'OK' },
    ]);
    expect(await member.wallet()).toMatchObject({ amount: 500 });
    expect((await member.api.ok('POST /api/wallet/collect')).results).toEqual([]);
  });

  it('says which game does not answer, and moves nothing there', async () => {
    const member = await server.members.joinWith(100, { game: true });
    await member.api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' } });
    await server.world.fault('provider', 'timeout_before_commit');
    expect((await member.api.ok('POST /api/wallet/collect')).results).toEqual([
      { code: 'PG', status: 'FAILED', amount: 0, message: 'TRANSFER_FAIL' },
    ]);
    await server.world.heal();
    expect((await member.api.ok('POST /api/wallet/collect')).results).toMatchObject([{ status: 'SUCCESS' }]);
    expect(await member.wallet()).toMatchObject({ amount: 100 });
  });

  it('is answered as before under its key: the balance that it left behind says nothing of it', async () => {
    const member = await server.members.joinWith(300, { game: true });
    await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: SECOND } });
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 200 } });
    const collect = () =>
      member.api.ok('POST /api/wallet/collect', { headers: { 'idempotency-key': 'collected-once' } });
    const first = await collect();
    expect(first.results).toMatchObject([{ code: 'PG', status: 'SUCCESS', amount: 200 }]);
    // Credit that came later belongs to another press.
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 120 } });
    expect(await collect()).toEqual(first);
    // A provider that is down now did what it did then.
    await server.world.fault('provider', 'timeout_before_commit');
    expect((await collect()).results).toContainEqual(first.results[0]);
    expect(await member.wallet()).toMatchObject({ amount: 180 });
  });

  it('is told the same to every request under one key, however many come at once', async () => {
    const member = await server.members.joinWith(200, { game: true });
    await member.api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        member.api.ok('POST /api/wallet/collect', { headers: { 'idempotency-key': 'at-once' } }),
      ),
    );
    for (const { results } of answers) {
      expect(results).toMatchObject([{ code: 'PG', amount: 200, message: 'OK' }]);
    }
    await server.workOff();
    expect(await member.wallet()).toMatchObject({ amount: 200 });
  });
});
