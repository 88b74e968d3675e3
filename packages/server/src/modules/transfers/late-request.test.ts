import { minor } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPayoutBank } from '../../adapters/payout-bank.ts';
import { createSignedJson } from '../../adapters/providers/signed-json.ts';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { derivedId, newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { TestMember } from '../../testing/members.ts';
import { SECRET } from '../../testing/counterparties-world.ts';
import { inWhole } from '../../testing/forms.ts';
import { SHELL } from '../../testing/staff.ts';
import { askedAbout } from '../../testing/status-checks.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { ManualReview } from './manual-review.ts';

const KEY = 'an-intent-of-the-test';
/** The first request is sent again before it arrives. */
const LANDS_AFTER_MS = LEFT_MS + MINUTE_MS;

describe('a first request that lands after a second one was refused', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.world.heal());
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const move = (member: TestMember, from: string, to: string, amount: number) =>
    member.api.ok('POST /api/wallet/transfer', { body: { from, to, amount } });
  const playing = async (member: TestMember) => {
    const { username } = await member.credentials();
    return server.world.player(username);
  };
  const statusOf = async (member: TestMember, id: string) =>
    (await member.statement(5)).find((row) => row._id === id)?.status;
  const underReview = () =>
    new ManualReview({ database: server.database, ledger: new Ledger(server.database) });
  /**
   * Returns the id of the transfer that a call with {@link KEY} makes. It is also the reference at the
   * counterparties.
   */
  const idOf = async (member: TestMember, call: string) => {
    const { id } = await server.database.queries
      .selectFrom('member')
      .select('id')
      .where('username', '=', member.registration.username)
      .executeTakeFirstOrThrow();
    return derivedId('intent', id, call, KEY);
  };
  const connection = (path: string) => ({
    baseUrl: server.world.url + path,
    secret: SECRET,
    timeoutMs: 5_000,
  });
  /** Backdates a transfer by an hour. */
  const age = async (id: string) => {
    await sql`alter table ledger_transfer disable trigger user`.execute(server.database.queries);
    await sql`update ledger_transfer set created_at = now() - interval '1 hour' where id = ${id}`.execute(
      server.database.queries,
    );
    await sql`alter table ledger_transfer enable trigger user`.execute(server.database.queries);
  };

  it.each([
    ['from a game', 'PG', 'WALLET', 400, 0],
    ['to a game', 'WALLET', 'PG', 200, 200],
  ])('moves credit %s once', async (_name, from, to, wallet, game) => {
    const member = await server.members.joinWith(400, { game: true });
    if (from === 'PG') await move(member, 'WALLET', 'PG', 200);
    await server.world.fault('provider', 'commit_late', { ms: LANDS_AFTER_MS });
    const moved = await move(member, from, to, 200);
    expect(moved.status).toBe('PENDING');
    await server.workOff();
    const before = await askedAbout(server, moved._id);
    await server.world.heal();
    await server.world.fault('provider', 'refused');
    // The second request is refused while the first is on its way.
    await server.pass(LEFT_MS);
    expect(await askedAbout(server, moved._id)).toBe(before + 1);
    expect((await playing(member)).transfers).toHaveLength(from === 'PG' ? 1 : 0);
    expect(await statusOf(member, moved._id)).toBe('PENDING');
    await server.pass(LEFT_MS);
    expect((await playing(member)).transfers).toHaveLength(from === 'PG' ? 2 : 1);
    expect(await statusOf(member, moved._id)).toBe('SUCCESS');
    expect((await member.wallet()).amount).toBe(wallet);
    expect((await playing(member)).balance).toBe(game);
  });

  it(
    'leaves a transfer to a person that is refused again and again and is not on record',
    inWhole,
    async () => {
      const member = await server.members.joinWith(400, { game: true });
      await server.world.fault('provider', 'timeout_before_commit');
      const moved = await move(member, 'WALLET', 'PG', 200);
      await server.world.heal();
      await server.world.fault('provider', 'refused');
      const before = await server.whenDone(() => askedAbout(server, moved._id));
      for (let checks = 1; checks <= 3; checks += 1) {
        await server.pass(LEFT_MS);
        expect(await askedAbout(server, moved._id)).toBe(before + checks);
      }
      expect(await statusOf(member, moved._id)).toBe('PENDING');
      await age(moved._id);
      const review = underReview();
      await server.pass(LEFT_MS);
      expect((await review.list()).map(({ id }) => id)).toContain(moved._id);
      await server.world.heal();
      await review.settle(moved._id, false, SHELL);
      expect(await statusOf(member, moved._id)).toBe('FAILED');
      expect((await member.wallet()).amount).toBe(400);
      expect((await review.list()).map(({ id }) => id)).not.toContain(moved._id);
    },
  );

  it(
    'leaves a transfer to a person whose reference stands for something else at the provider',
    inWhole,
    async () => {
      const member = await server.members.joinWith(400, { game: true });
      const { username } = await member.credentials();
      const id = await idOf(member, 'transfer');
      const provider = createSignedJson(connection('/provider/PG'));
      await provider.transfer({ reference: id, username, direction: 'deposit', amount: minor(15_000n) });
      await server.world.fault('provider', 'timeout_before_commit');
      const moved = await member.api.call('POST /api/wallet/transfer', {
        body: { from: 'WALLET', to: 'PG', amount: 200 },
        headers: { 'idempotency-key': KEY },
      });
      expect(moved.body).toMatchObject({ _id: id, status: 'PENDING' });
      await server.world.heal();
      const review = underReview();
      await server.workOff();
      expect((await review.list()).find((one) => one.id === id)?.reason).toContain('deposit of 150.00');
      expect(await statusOf(member, id)).toBe('PENDING');
      await review.settle(id, false, SHELL);
      expect(await statusOf(member, id)).toBe('FAILED');
    },
  );

  describe('a payout', () => {
    const withdraw = async (member: TestMember) =>
      (await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } }))._id;
    const payoutsTo = ({ registration }: TestMember) => server.world.payoutsTo(registration.bankAccountNo);

    it('is not given back while the bank may still get the order', async () => {
      const member = await server.members.joinWith(400);
      await server.world.fault('bank', 'commit_late', { ms: LANDS_AFTER_MS });
      const id = await withdraw(member);
      await server.workOff();
      expect(await askedAbout(server, id)).toBeGreaterThan(0);
      // The order is sent once the look-up has an answer.
      await server.whenDone(async () => {
        const row = await server.database.queries
          .selectFrom('payout_decision')
          .select('orders')
          .where('transfer_id', '=', id)
          .executeTakeFirst();
        expect(row?.orders).toBe(1);
      });
      await server.world.heal();
      await server.world.fault('bank', 'refused');
      await server.pass(LEFT_MS);
      expect(await payoutsTo(member)).toEqual([]);
      expect(await statusOf(member, id)).toBe('PENDING');
      await server.pass(LEFT_MS);
      expect(await payoutsTo(member)).toHaveLength(1);
      expect(await statusOf(member, id)).toBe('PENDING');
      await server.world.heal();
      const [payout] = await payoutsTo(member);
      await server.world.control('POST', `/payouts/${payout?.id}`, { result: 'done' });
      await server.workOff();
      expect(await statusOf(member, id)).toBe('SUCCESS');
      expect((await member.wallet()).amount).toBe(100);
    });

    it('is given back at once when the only order ever sent is refused', async () => {
      const member = await server.members.joinWith(400);
      await server.world.fault('bank', 'refused');
      const id = await withdraw(member);
      await server.workOff();
      expect(await statusOf(member, id)).toBe('FAILED');
      expect((await member.wallet()).amount).toBe(400);
      expect(await payoutsTo(member)).toEqual([]);
    });

    it('is left to a person when the bank has another amount on record', async () => {
      const member = await server.members.joinWith(400);
      const id = await idOf(member, 'withdraw');
      const bank = createPayoutBank(connection('/bank'));
      await bank.payOut({
        reference: id,
        amount: minor(3_000n),
        toBankCode: 'KBANK',
        toAccountNo: member.registration.bankAccountNo,
        toAccountName: 'SOMYING JAIDEE',
        callbackUrl: `${server.url}/api/callback/bank`,
      });
      await member.api.call('POST /api/wallet/withdraw', {
        body: { amount: 300 },
        headers: { 'idempotency-key': KEY },
      });
      const review = underReview();
      await server.workOff();
      expect((await review.list()).find((one) => one.id === id)?.reason).toContain('30.00');
      // The bank's callback does not end it either, since it has no amount.
      const callback = JSON.stringify({ event: 'payout', payoutId: newId(), reference: id, status: 'done' });
      const response = await fetch(`${server.url}/api/callback/bank`, {
        method: 'POST',
        headers: {
          ...server.world.signCallback('/api/callback/bank', callback),
          'content-type': 'application/json',
        },
        body: callback,
      });
      expect(response.status).toBe(200);
      expect(await statusOf(member, id)).toBe('PENDING');
      await review.settle(id, false, SHELL);
      expect(await statusOf(member, id)).toBe('FAILED');
      expect((await member.wallet()).amount).toBe(400);
    });
  });
});
