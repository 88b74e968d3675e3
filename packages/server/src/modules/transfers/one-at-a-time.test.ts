import assert from 'node:assert/strict';
import { minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { claimChecks } from '../../audit/claims.ts';
import type { Finding } from '../../audit/finding.ts';
import { runAudit } from '../../composition/audit.ts';
import { connectCounterparties } from '../../composition/counterparties.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { newId } from '../../kernel/ids.ts';
import { readSettings } from '../../kernel/settings.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { Database } from '../../database/open.ts';
import type { AccountId } from '../../ledger/types.ts';
import { endOf } from '../../testing/api.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import type { TestMember } from '../../testing/members.ts';
import { LossyLine, type Fate } from '../../testing/lossy-line.ts';
import { SECRET, type PlayerView } from '../../testing/counterparties-world.ts';
import { inWhole } from '../../testing/forms.ts';
import { moveTime } from '../../testing/moved-time.ts';
import { SHELL } from '../../testing/staff.ts';
import { DOWN_MS, LEFT_MS, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { BalanceClaims, type Turn } from './balance-claims.ts';
import { ManualReview, ManualReviewError } from './manual-review.ts';

/** The provider without references. */
const CODE = 'IMI';
const IN = { from: 'WALLET', to: CODE };
const OUT = { from: CODE, to: 'WALLET' };

/** Half of the calls get through. */
const FATES: readonly Fate[] = ['pass', 'pass', 'pass', 'lost', 'unanswered', 'late'];

/** A member with money and an account at the provider. */
interface Player {
  member: TestMember;
  username: string;
}

describe('credit at a provider that takes no reference', { timeout: 60_000 }, () => {
  let server: TestServer;
  let line: LossyLine;
  let open: () => Promise<Database>;
  /** Fate of each player's transfers on their way to the provider. */
  const fates = new Map<string, () => Fate>();
  let review: ManualReview;

  beforeAll(async () => {
    line = await LossyLine.start();
    line.fate = (path, body) => {
      if (path !== '/v1/credit') return 'pass';
      const { user } = JSON.parse(body) as { user: string };
      return fates.get(user)?.() ?? 'pass';
    };
    ({ open } = await sharedPostgres());
    server = await startTestServer({ open, settings: { environment: environment() } });
    line.target = `${server.world.url}/provider/${CODE}`;
    review = new ManualReview({ database: server.database, ledger: new Ledger(server.database) });
  });
  afterEach(async () => {
    await maintenance(false);
    await server.world.heal();
  });
  afterAll(async () => {
    expect(await wrong()).toEqual([]);
    await server.stop();
    line.stop();
  });

  const environment = () => ({ [`PROVIDER_${CODE}_URL`]: line.url });
  const wrong = async (): Promise<Finding[]> => {
    const settings = readSettings({
      SANDBOX_URL: server.world.url,
      SANDBOX_SECRET: SECRET,
      ...environment(),
    });
    const content = await server.content.get();
    const counterparties = await connectCounterparties(settings, content);
    const parties = { database: server.database, content, counterparties };
    const findings = await runAudit(parties, { graceMs: 0, recheckAfterMs: 0 });
    return findings.filter(({ severity }) => severity === 'wrong');
  };
  const join = async (baht: number, inGame = 0): Promise<Player> => {
    const member = await server.members.joinWith(baht, { byQr: true });
    await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: CODE } });
    const { username } = await member.api.ok('GET /api/wallet/account/:slotCode', {
      params: { slotCode: CODE },
    });
    if (inGame > 0) await moved(member, { ...IN, amount: inGame });
    return { member, username };
  };
  type Body = typeof IN & { amount: number };
  const move = ({ api }: TestMember, body: Body, key?: string) =>
    api.call('POST /api/wallet/transfer', { body, ...(key && { headers: { 'idempotency-key': key } }) });
  const moved = (member: TestMember, body: Body) => member.api.ok('POST /api/wallet/transfer', { body });
  const maintenance = (on: boolean) => server.world.control('POST', '/maintenance', { provider: CODE, on });
  const playing = (username: string) =>
    server.world.control<PlayerView>('GET', `/provider/${CODE}/players/${username}`);
  const play = (username: string, bet: number, win: number) =>
    server.world.control('POST', '/play', { provider: CODE, username, bet, win });
  const holds = async ({ member, username }: Player, wallet: number, game: number) => {
    expect(await member.wallet()).toEqual({ amount: wallet, transit: 0 });
    expect((await playing(username)).balance).toBe(game);
  };
  /** Claims with zero timeouts, so that a turn is free again at once. */
  const impatient = () =>
    new BalanceClaims({ database: server.database, leaseMs: 0, answerMs: 0, quietMs: 0 });
  const takeTurn = async (username: string, id: string): Promise<Turn> => {
    const turn = await impatient().take({ provider: CODE, username }, id);
    assert.ok(typeof turn !== 'string');
    return turn;
  };

  it('moves there and back', async () => {
    const player = await join(500);
    expect(await moved(player.member, { ...IN, amount: 120.5 })).toMatchObject({ status: 'SUCCESS' });
    expect(await moved(player.member, { ...OUT, amount: 20.25 })).toMatchObject({ status: 'SUCCESS' });
    await holds(player, 399.75, 100.25);
    expect(endOf(await move(player.member, { ...OUT, amount: 100.26 }))).toBe('MONEY_NOT_ENOUGH');
    await player.member.api.ok('POST /api/wallet/transferAll', { body: { to: CODE } });
    await holds(player, 0, 500);
    expect(endOf(await move(player.member, { ...IN, amount: 1 }))).toBe('MONEY_NOT_ENOUGH');
    expect((await player.member.api.ok('POST /api/wallet/collect')).results).toMatchObject([
      { code: CODE, status: 'SUCCESS', amount: 500 },
    ]);
  });

  it('moves one after the other what is asked for at once', async () => {
    const player = await join(500, 100);
    const ends = await Promise.all(
      Array.from({ length: 6 }, (_, n) => move(player.member, { ...(n % 2 ? OUT : IN), amount: 10 + n })),
    );
    expect(ends.map(endOf)).toEqual(Array.from({ length: 6 }, () => 'OK'));
    await holds(player, 400 - (10 + 12 + 14) + (11 + 13 + 15), 100 + (10 + 12 + 14) - (11 + 13 + 15));
  });

  it('has no more of one player wait than a person asks for, and moves what it says it moved', async () => {
    const player = await join(500, 100);
    const other = await join(500);
    const many = Promise.all(Array.from({ length: 60 }, () => move(player.member, { ...IN, amount: 1 })));
    expect(endOf(await move(other.member, { ...IN, amount: 1 }))).toBe('OK');
    const ends = (await many).map(endOf);
    expect(new Set(ends)).toEqual(new Set(['OK', 'TRANSFER_FAIL']));
    const done = ends.filter((end) => end === 'OK').length;
    await holds(player, 400 - done, 100 + done);
  });

  it('moves once for one intent, however often and at once it is asked for', async () => {
    const player = await join(500);
    const body = { ...IN, amount: 100 };
    const answers = await Promise.all(Array.from({ length: 8 }, () => move(player.member, body, 'together')));
    expect(answers.map(endOf)).toEqual(Array.from({ length: 8 }, () => 'OK'));
    expect(new Set(answers.map((answer) => (answer.body as { _id: string })._id)).size).toBe(1);
    await holds(player, 400, 100);
    expect(endOf(await move(player.member, { ...IN, amount: 101 }, 'together'))).toBe('KEY_INVALID');
  });

  it.each([
    ['unanswered', { ...IN, amount: 200 }, 'SUCCESS', 200, 300],
    ['unanswered', { ...OUT, amount: 50 }, 'SUCCESS', 450, 50],
    ['late', { ...IN, amount: 200 }, 'SUCCESS', 200, 300],
    ['lost', { ...IN, amount: 200 }, 'FAILED', 400, 100],
    ['lost', { ...OUT, amount: 50 }, 'FAILED', 400, 100],
  ] as const)(
    'settles by the balance what had no answer: %s, %o becomes %s',
    async (fate, body, status, wallet, game) => {
      const player = await join(500, 100);
      const transfer = await withoutAnswer(player, body, fate);
      // The provider may still carry it out.
      await server.workOff();
      await player.member.newestBecomes({ _id: transfer, status: 'PENDING' });
      // Another transfer may not begin before the outcome of this one is known: it waits for an answer, as long as one
      // may come.
      await moveTime(MINUTE_MS);
      expect(endOf(await move(player.member, { ...IN, amount: 1 }))).toBe('TRANSFER_FAIL');
      await line.deliverLate();
      await server.pass(LEFT_MS);
      await player.member.newestBecomes({ _id: transfer, status });
      await holds(player, wallet, game);
      await moved(player.member, { ...OUT, amount: 1 });
    },
  );

  /** Makes a move whose request or answer is lost. @returns its id */
  async function withoutAnswer({ member, username }: Player, body: Body, fate: Fate): Promise<string> {
    fates.set(username, () => fate);
    const { _id, status } = await moved(member, body);
    expect(status).toBe('PENDING');
    fates.delete(username);
    return _id;
  }

  it('does nothing at all when the provider does not tell the balance first', async () => {
    const player = await join(500, 100);
    await server.world.fault('provider', 'timeout_before_commit');
    expect(endOf(await move(player.member, { ...IN, amount: 100 }))).toBe('TRANSFER_FAIL');
    await server.workOff();
    await server.world.heal();
    await server.pass(DOWN_MS);
    await moved(player.member, { ...IN, amount: 1 });
    expect((await player.member.statement()).map(({ amount }) => amount)).toEqual([1, 100, 500]);
  });

  it('begins nothing while the provider is closed', async () => {
    const player = await join(500, 100);
    await maintenance(true);
    expect(endOf(await move(player.member, { ...IN, amount: 100 }))).toBe('TRANSFER_FAIL');
    expect(endOf(await move(player.member, { ...OUT, amount: 100 }))).toBe('TRANSFER_FAIL');
    await server.workOff();
    await maintenance(false);
    await server.pass(DOWN_MS);
    await moved(player.member, { ...OUT, amount: 1 });
    await holds(player, 401, 99);
  });

  it.each([
    ['unanswered', true, 'SUCCESS', 300, 195],
    ['lost', false, 'FAILED', 400, 95],
  ] as const)(
    'leaves to a person what the balance does not explain: %s, done %s',
    inWhole,
    async (fate, wasDone, status, wallet, game) => {
      const player = await join(500, 100);
      const id = await withoutAnswer(player, { ...IN, amount: 100 }, fate);
      await play(player.username, 10, 5);
      await server.pass(LEFT_MS);
      expect((await review.list()).find((one) => one.id === id)).toMatchObject({
        kind: 'game_in',
        amount: 10_000n,
        detail: { provider: CODE, username: player.username, balanceBefore: '100.00' },
      });
      const checks = claimChecks(server.database, new Date());
      expect((await Promise.all(checks.map((check) => check.run()))).flat()).toContainEqual({
        severity: 'attention',
        check: 'manual review',
        subject: id,
        message: expect.stringContaining(`game_in of 100.00 for ${player.username} at ${CODE}`),
      });
      expect(await player.member.wallet()).toEqual({ amount: 300, transit: 100 });
      expect(endOf(await move(player.member, { ...OUT, amount: 1 }))).toBe('TRANSFER_FAIL');

      await review.settle(id, wasDone, SHELL);
      await player.member.newestBecomes({ _id: id, status });
      await holds(player, wallet, game);
      const again = await review.settle(id, wasDone, SHELL).catch((error: unknown) => error);
      expect(again).toBeInstanceOf(ManualReviewError);
      await moved(player.member, { ...OUT, amount: 1 });
    },
  );

  it.each([
    ['lost', { ...OUT, amount: 50 }, 0, 50],
    ['unanswered', { ...IN, amount: 50 }, 0, 100],
    ['unanswered', { ...OUT, amount: 50 }, 100, 100],
  ] as const)(
    'takes no stake for a transfer: %s, %o, then 50 staked and %d won',
    inWhole,
    async (fate, body, win, game) => {
      const player = await join(500, 100);
      const id = await withoutAnswer(player, body, fate);
      await play(player.username, 50, win);
      await server.pass(LEFT_MS);
      expect((await review.list()).map((one) => one.id)).toContain(id);
      expect((await playing(player.username)).balance).toBe(game);
      await review.settle(id, fate === 'unanswered', SHELL);
    },
  );

  describe('after a crash', () => {
    it('between taking the turn and holding money, the turn is free again', async () => {
      const player = await join(500);
      const crashed = await takeTurn(player.username, newId());
      // The dead process's turn ends.
      await server.pass(LEFT_MS);
      await moved(player.member, { ...IN, amount: 100 });
      // If the process were slow instead of dead, it could no longer send.
      expect(await impatient().beginSending(crashed)).toBe(false);
      await holds(player, 400, 100);
    });

    it('between holding and sending, the money is back', async () => {
      const player = await join(500);
      const id = newId();
      const turn = await takeTurn(player.username, id);
      await holdOnly(player, id);
      expect(await player.member.wallet()).toEqual({ amount: 400, transit: 100 });
      await server.pass(LEFT_MS);
      await player.member.newestBecomes({ _id: id, status: 'FAILED' });
      await holds(player, 500, 0);
      expect(await impatient().beginSending(turn)).toBe(false);
      await moved(player.member, { ...IN, amount: 100 });
    });

    it('between allowing to send and sending, the money is back', async () => {
      const player = await join(500);
      const id = newId();
      const place = { provider: CODE, username: player.username };
      const turn = await takeTurn(player.username, id);
      await holdOnly(player, id);
      expect(await impatient().beginSending(turn)).toBe(true);
      expect(await impatient().take(place, newId())).toBe('unanswered');
      await server.pass(LEFT_MS);
      await player.member.newestBecomes({ _id: id, status: 'FAILED' });
      await holds(player, 500, 0);
      await takeTurn(player.username, newId());
    });

    async function holdOnly({ member, username }: Player, id: string): Promise<void> {
      const ledger = new Ledger(server.database);
      const row = await server.database.queries
        .selectFrom('member')
        .select(['id', 'wallet_account'])
        .where('username', '=', member.registration.username)
        .executeTakeFirstOrThrow();
      const held = await ledger.submit({
        id,
        debit: row.wallet_account as AccountId,
        credit: await ledger.house(`provider:${CODE}`, 'BAHT'),
        amount: minor(10_000n),
        kind: 'game_in',
        pending: true,
        detail: { provider: CODE, username, memberId: row.id, balanceBefore: '0.00' },
      });
      expect(held.outcome).toBe('created');
    }
  });

  it('gives the turn to one of many that ask for it at once', async () => {
    const place = { provider: CODE, username: `kp${newId().slice(-8)}` };
    const hand = new BalanceClaims({
      database: server.database,
      leaseMs: 60_000,
      answerMs: 60_000,
      quietMs: 0,
    });
    const turns = await Promise.all(Array.from({ length: 20 }, () => hand.take(place, newId())));
    expect(turns.filter((turn) => turn !== 'busy')).toHaveLength(1);
  });

  it('neither makes nor loses money through random faults, from two processes', inWhole, async () => {
    const settings = {
      sandboxUrl: server.world.url,
      environment: environment(),
      // A move waits for an earlier one, and a provider that was down is asked again, by a clock that no test moves.
      counterpartyTimeoutMs: 1_000,
      reconcileEveryMs: 1_000,
    };
    const servers = [await startTestServer({ open, settings }), await startTestServer({ open, settings })];
    onTestFinished(async () => {
      for (const one of servers) await one.stop();
    });
    const players = await Promise.all(Array.from({ length: 5 }, () => join(1_000, 400)));
    const drawn = fc.sample(fc.constantFrom<Fate>(...FATES), { numRuns: 500, seed: 12 });
    for (const { username } of players) fates.set(username, () => drawn.pop() ?? 'pass');
    await server.world.fault('provider', 'http_500', { rate: 0.05 });
    const step = fc.record({
      player: fc.integer({ min: 0, max: players.length - 1 }),
      isOut: fc.boolean(),
      amount: fc.integer({ min: 1, max: 60 }),
      at: fc.constantFrom(...servers),
    });
    const steps = fc.sample(step, { numRuns: 60, seed: 11 });
    for (let n = 0; n < steps.length; n += 12) {
      await Promise.all(
        steps.slice(n, n + 12).map(async ({ player, isOut, amount, at }) => {
          const { member } = players[player]!;
          await move(at.members.of(member.registration, member.token), { ...(isOut ? OUT : IN), amount });
          await at.workOff();
        }),
      );
      await Promise.all(servers.map((one) => one.workOff()));
      await line.deliverLate();
      await moveTime(LEFT_MS);
      await Promise.all(servers.map((one) => one.workOff()));
    }
    await server.world.heal();
    fates.clear();
    await server.pass(LEFT_MS);
    for (const { member, username } of players) {
      const { amount } = await member.wallet();
      expect(amount + (await playing(username)).balance).toBe(1_000);
    }
    const kinds = (await Promise.all(players.map(({ member }) => member.statement(100)))).flat();
    expect(new Set(kinds.map(({ status }) => status))).toEqual(new Set(['SUCCESS', 'FAILED']));
    // Each player deposited and moved once before.
    const done = kinds.filter(({ status }) => status === 'SUCCESS').length - 2 * players.length;
    expect(done).toBeGreaterThan(15);
    expect(await wrong()).toEqual([]);
  });
});
