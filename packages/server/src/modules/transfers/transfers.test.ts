import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { RequestBody } from '@krapao/contract/routes';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { DEAD_ADDRESS } from '../../testing/counterparties-world.ts';
import { inWhole } from '../../testing/forms.ts';
import { askedAbout } from '../../testing/status-checks.ts';
import { DOWN_MS, LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';

type Transfer = RequestBody<'POST /api/wallet/transfer'>;

const IN = { from: 'WALLET', to: 'PG' };
const OUT = { from: 'PG', to: 'WALLET' };

describe('moving credit', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(async () => {
    await maintenance(false);
    await server.world.heal();
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const move = (member: TestMember, body: Transfer, key?: string) =>
    member.api.call('POST /api/wallet/transfer', {
      body,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const moved = (member: TestMember, body: Transfer) => member.api.ok('POST /api/wallet/transfer', { body });
  const moveAll = (member: TestMember, to = 'PG') =>
    member.api.call('POST /api/wallet/transferAll', { body: { to } });
  const playing = async (member: TestMember) => {
    const { username } = await member.credentials();
    return server.world.player(username);
  };
  const maintenance = (on: boolean) => server.world.control('POST', '/maintenance', { provider: 'PG', on });
  const holds = async (member: TestMember, wallet: number, game: number) => {
    expect(await member.wallet()).toEqual({ amount: wallet, transit: 0 });
    expect((await playing(member)).balance).toBe(game);
  };

  it('moves an amount there and back', async () => {
    const member = await server.members.joinWith(500, { game: true });
    const there = await moved(member, { ...IN, amount: 120.5 });
    expect(there).toEqual({ message: 'SUCCESS', _id: expect.any(String), status: 'SUCCESS', amount: 120.5 });
    await holds(member, 379.5, 120.5);
    const back = await moved(member, { ...OUT, amount: 20.25 });
    expect(back).toMatchObject({ status: 'SUCCESS', amount: 20.25 });
    await holds(member, 399.75, 100.25);
    const [slot] = (await member.api.ok('GET /api/wallet')).slots;
    expect(slot?.amount).toBe(100.25);
  });

  it('moves the whole wallet, whatever is in it', async () => {
    const member = await server.members.joinWith(500.01, { game: true });
    const all = await member.api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' } });
    expect(all).toMatchObject({ status: 'SUCCESS', amount: 500.01 });
    await holds(member, 0, 500.01);
    expect(endOf(await moveAll(member))).toBe('MONEY_NOT_ENOUGH');
  });

  it.each<[string, Transfer, string]>([
    ['less than a baht', { ...IN, amount: 0.99 }, 'TRANSFER_MINIMUM'],
    ['nothing', { ...IN, amount: 0 }, 'TRANSFER_MINIMUM'],
    ['less than nothing', { ...IN, amount: -100 }, 'TRANSFER_MINIMUM'],
    ['less than a baht back', { ...OUT, amount: 0.5 }, 'TRANSFER_MINIMUM'],
    ['a fraction of a satang', { ...IN, amount: 1.005 }, 'KEY_INVALID'],
    ['more than there is', { ...IN, amount: 500.01 }, 'MONEY_NOT_ENOUGH'],
    ['more than there is in the game', { ...OUT, amount: 1 }, 'MONEY_NOT_ENOUGH'],
    ['the wallet to itself', { from: 'WALLET', to: 'WALLET', amount: 1 }, 'KEY_INVALID'],
    ['a game to itself', { from: 'PG', to: 'PG', amount: 1 }, 'KEY_INVALID'],
    ['to a game the member has no account at', { from: 'PG', to: 'JOKER', amount: 1 }, 'SLOT_NO_ACCOUNT'],
    ['to a game there is not', { from: 'WALLET', to: 'NOSUCH', amount: 1 }, 'NO_GAME'],
    ['from a game there is not', { from: 'NOSUCH', to: 'WALLET', amount: 1 }, 'NO_GAME'],
    ['the wallet by another case', { from: 'wallet', to: 'PG', amount: 1 }, 'NO_GAME'],
  ])('refuses to move %s', async (_name, body, code) => {
    const member = await server.members.joinWith(500, { game: true });
    expect(endOf(await move(member, body))).toBe(code);
    await holds(member, 500, 0);
  });

  it('needs a game account', async () => {
    const member = await server.members.joinWith(500);
    expect(endOf(await move(member, { ...IN, amount: 1 }))).toBe('SLOT_NO_ACCOUNT');
    expect(endOf(await moveAll(member))).toBe('SLOT_NO_ACCOUNT');
    expect(endOf(await moveAll(member, 'WALLET'))).toBe('KEY_INVALID');
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
  });

  it('lets one of many moves of the whole balance through', async () => {
    const member = await server.members.joinWith(500, { game: true });
    const ends = (
      await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          n % 2 ? moveAll(member) : move(member, { ...IN, amount: 500 }),
        ),
      )
    ).map(endOf);
    expect(ends.filter((end) => end === 'OK')).toHaveLength(1);
    expect(ends.filter((end) => end === 'MONEY_NOT_ENOUGH')).toHaveLength(29);
    await holds(member, 0, 500);
  });

  describe('with an Idempotency-Key', () => {
    it('gives the same answer again and moves once, also at once', async () => {
      const member = await server.members.joinWith(500, { game: true });
      const first = await move(member, { ...IN, amount: 100 }, 'intent-1');
      const repeats = await Promise.all(
        Array.from({ length: 10 }, () => move(member, { ...IN, amount: 100 }, 'intent-1')),
      );
      for (const { status, body } of repeats)
        expect({ status, body }).toEqual({ status: 200, body: first.body });
      await holds(member, 400, 100);
    });

    it('moves once when the same intent arrives many times together', async () => {
      const member = await server.members.joinWith(500, { game: true });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => move(member, { ...IN, amount: 100 }, 'together')),
      );
      const ids = answers.map(({ body }) => (body as { _id: string })._id);
      expect(new Set(ids).size).toBe(1);
      await server.workOff();
      await holds(member, 400, 100);
    });

    it('refuses the key for another intent', async () => {
      const member = await server.members.joinWith(500, { game: true });
      await move(member, { ...IN, amount: 100 }, 'mine');
      expect(endOf(await move(member, { ...IN, amount: 101 }, 'mine'))).toBe('KEY_INVALID');
      expect(endOf(await move(member, { ...OUT, amount: 100 }, 'mine'))).toBe('KEY_INVALID');
      await holds(member, 400, 100);
    });

    it('keeps the keys of calls and members apart', async () => {
      const [a, b] = [
        await server.members.joinWith(500, { game: true }),
        await server.members.joinWith(500, { game: true }),
      ];
      const headers = { 'idempotency-key': 'shared' };
      expect(endOf(await move(a, { ...IN, amount: 100 }, 'shared'))).toBe('OK');
      expect(endOf(await move(b, { ...IN, amount: 100 }, 'shared'))).toBe('OK');
      await a.api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' }, headers });
      await holds(a, 0, 500);
      await holds(b, 400, 100);
    });

    it('repeats a refusal of the provider as it was', async () => {
      const member = await server.members.joinWith(500, { game: true });
      expect(endOf(await move(member, { ...OUT, amount: 9 }, 'too-much'))).toBe('MONEY_NOT_ENOUGH');
      expect(endOf(await move(member, { ...OUT, amount: 9 }, 'too-much'))).toBe('MONEY_NOT_ENOUGH');
      await maintenance(true);
      expect(endOf(await move(member, { ...IN, amount: 9 }, 'closed'))).toBe('TRANSFER_FAIL');
      expect(endOf(await move(member, { ...IN, amount: 9 }, 'closed'))).toBe('TRANSFER_FAIL');
      await maintenance(false);
      expect(endOf(await move(member, { ...IN, amount: 9 }, 'closed'))).toBe('TRANSFER_FAIL');
      await holds(member, 500, 0);
    });

    it.each(['', ' ', 'กุญแจ'.normalize(), 'a'.repeat(101), 'two words'])(
      'refuses what is no key: "%s"',
      async (key) => {
        const member = await server.members.joinWith(100, { game: true });
        const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
        const answer = await member.api.call('POST /api/wallet/transfer', {
          body: { ...IN, amount: 1 },
          headers,
        });
        expect(endOf(answer)).toBe('KEY_INVALID');
        await holds(member, 100, 0);
      },
    );
  });

  it('gives the money back when the provider refuses', async () => {
    const member = await server.members.joinWith(500, { game: true });
    await moved(member, { ...IN, amount: 100 });
    expect(endOf(await move(member, { ...OUT, amount: 100.01 }))).toBe('MONEY_NOT_ENOUGH');
    await holds(member, 400, 100);
    expect(await member.statement(1)).toMatchObject([{ ...OUT, amount: 100.01, status: 'FAILED' }]);
  });

  it('gives it back when the provider is found closed, and then begins nothing until it is open', async () => {
    const member = await server.members.joinWith(500, { game: true });
    await maintenance(true);
    expect(endOf(await move(member, { ...IN, amount: 200 }))).toBe('TRANSFER_FAIL');
    expect(endOf(await move(member, { ...IN, amount: 150 }))).toBe('TRANSFER_FAIL');
    expect(endOf(await moveAll(member))).toBe('TRANSFER_FAIL');
    expect(endOf(await move(member, { ...OUT, amount: 1 }))).toBe('TRANSFER_FAIL');
    // One transfer was pending when the provider reported maintenance; the others were never held.
    expect(await member.statement()).toMatchObject([
      { ...IN, amount: 200, status: 'FAILED' },
      { statementType: 'deposit' },
    ]);
    await maintenance(false);
    await server.pass(DOWN_MS);
    await moved(member, { ...IN, amount: 200 });
    await holds(member, 300, 200);
  });

  it.each([
    ['timeout_after_commit', { ...IN, amount: 200 }, 300, 400],
    ['timeout_after_commit', { ...OUT, amount: 50 }, 550, 150],
    ['timeout_before_commit', { ...IN, amount: 200 }, 300, 400],
    ['timeout_before_commit', { ...OUT, amount: 50 }, 550, 150],
  ] as const)(
    'keeps the money under way when the provider does not say (%s), and settles by itself: %o',
    inWhole,
    async (kind, body, wallet, game) => {
      const member = await server.members.joinWith(700, { game: true });
      await moved(member, { ...IN, amount: 200 });
      await server.world.fault('provider', kind);
      const answer = await moved(member, body);
      expect(answer).toMatchObject({ message: 'OK', status: 'PENDING', amount: body.amount });
      const isOut = body.from === 'PG';
      expect(await member.wallet()).toEqual({
        amount: isOut ? 500 : 300,
        transit: isOut ? 0 : body.amount,
      });
      const { slots } = await member.api.ok('GET /api/wallet');
      expect(slots[0]?.transit).toBe(body.amount);
      expect(await member.statement(1)).toMatchObject([{ _id: answer._id, ...body, status: 'PENDING' }]);

      await server.world.heal();
      await server.pass(LEFT_MS);
      await member.newestBecomes({ _id: answer._id, status: 'SUCCESS' });
      await holds(member, wallet, game);
      const { transfers } = await playing(member);
      expect(transfers.filter(({ reference }) => reference === answer._id)).toHaveLength(1);
    },
  );

  it('gives money under way back when the provider turns out to have refused', async () => {
    const member = await server.members.joinWith(500, { game: true });
    await moved(member, { ...IN, amount: 200 });
    await server.world.fault('provider', 'timeout_after_commit');
    const { _id, status } = await moved(member, { ...OUT, amount: 201 });
    expect(status).toBe('PENDING');
    await server.world.heal();
    await server.pass(LEFT_MS);
    await member.newestBecomes({ _id, status: 'FAILED' });
    await holds(member, 300, 200);
  });

  it('does not take a door that has closed since for the end of money under way', async () => {
    const member = await server.members.joinWith(500, { game: true });
    await server.world.fault('provider', 'timeout_after_commit');
    const { _id, status } = await moved(member, { ...IN, amount: 200 });
    expect(status).toBe('PENDING');
    await maintenance(true);
    await server.world.heal();
    await server.workOff();
    const before = await askedAbout(server, _id);
    await server.pass(LEFT_MS);
    await server.pass(LEFT_MS);
    expect(await askedAbout(server, _id)).toBe(before + 2);
    expect(await member.wallet()).toEqual({ amount: 300, transit: 200 });
    await maintenance(false);
    await server.pass(LEFT_MS);
    await member.newestBecomes({ _id, status: 'SUCCESS' });
    await holds(member, 300, 200);
  });

  it('settles each of many moves as the provider has it, through random faults', inWhole, async () => {
    const member = await server.members.joinWith(1_000, { game: true });
    await server.world.fault('provider', 'timeout_after_commit', { rate: 0.25 });
    await server.world.fault('provider', 'http_500', { rate: 0.25 });
    const amounts = fc.sample(fc.integer({ min: 1, max: 40 }), { numRuns: 24, seed: 7 });
    await Promise.all(amounts.map((amount, n) => move(member, { ...(n % 3 === 2 ? OUT : IN), amount })));
    await server.world.heal();
    await server.pass(LEFT_MS);
    const statuses = (await member.statement(30)).map(({ status }) => status);
    expect(statuses).not.toContain('PENDING');
    const { balance, transfers } = await playing(member);
    const ours = (await member.statement(30)).filter(({ statementType }) => statementType === 'transfer');
    for (const { _id, status } of ours) {
      const theirs = transfers.find(({ reference }) => reference === _id)?.status;
      expect([_id, theirs === 'done' ? 'SUCCESS' : 'FAILED']).toEqual([_id, status]);
    }
    const { amount, transit } = await member.wallet();
    expect({ sum: amount + balance, transit }).toEqual({ sum: 1_000, transit: 0 });
  });
});

describe('moving credit while the provider cannot be reached', () => {
  it('says so at once and leaves the money where it was', async () => {
    const server = await startTestServer({
      settings: { environment: { PROVIDER_PG_URL: DEAD_ADDRESS } },
    });
    const member = await server.members.joinWith(500);
    expect(
      await member.api.refused('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'PG' } }),
    ).toBe('SLOT_ACTIVATE_FAIL');
    // Pretends that the account was confirmed earlier.
    await server.database.queries.updateTable('game_account').set({ active: true }).execute();
    const body = { ...IN, amount: 100 };
    expect(await member.api.refused('POST /api/wallet/transfer', { body })).toBe('TRANSFER_FAIL');
    expect(await member.api.refused('POST /api/wallet/transferAll', { body: { to: 'PG' } })).toBe(
      'TRANSFER_FAIL',
    );
    expect(await member.wallet()).toEqual({ amount: 500, transit: 0 });
    expect(await member.statement()).toMatchObject([{ statementType: 'deposit' }]);
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });
});
