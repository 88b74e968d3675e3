import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runAudit } from './support/audit.ts';
import { stackDatabase } from './support/database.ts';
import { deposit, move, register, registerPlayer, wholeStatement, type Member } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { LEFT_MS, startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

/** Faults that leave the outcome unknown to the caller. */
const silences = ['timeout_after_commit', 'timeout_before_commit', 'http_500'] as const;

const SETTLED_WITHIN_MS = 15_000;

let stack: Stack;
let counterparties: Counterparties;

beforeAll(async () => {
  const env = { RECONCILE_EVERY_MS: '250' };
  stack = await startStack({ database: stackDatabase, env });
  counterparties = new Counterparties(stack.sandbox.url);
});
afterEach(() => counterparties.clearFaults());
afterAll(async () => {
  await stack.server.stop();
  // PGlite belongs to one process at a time.
  const audit = await runAudit(stack.env);
  await stack.stop();
  expect(audit).toMatchObject({ exitCode: 0 });
  expect(audit.output).not.toContain('could not be compared');
});

const rowOf = async (member: Member, id: string) =>
  (await wholeStatement(member.api)).find((row) => row._id === id);

const moneyOf = async (member: Member) => (await member.api.ok('GET /api/wallet')).wallet;

/** Waits until a movement has ended, only by reading the statement. */
const settled = (member: Member, id: string): Promise<string> =>
  until(`${id} settles`, SETTLED_WITHIN_MS, async () => {
    const status = (await rowOf(member, id))?.status;
    return status !== 'PENDING' && status;
  });

/** Waits for a log line of the server with all these words, from an offset in its output on. */
const logged = (from: number, ...words: string[]) =>
  until(`the server writes ${words.join(' … ')}`, SETTLED_WITHIN_MS, async () =>
    stack.server.output
      .slice(from)
      .split('\n')
      .some((line) => words.every((word) => line.includes(word))),
  );

describe('a provider that does not say what it did', () => {
  it.each(silences)('%s: in progress, then done, by itself, once', async (kind) => {
    const [into, out] = await Promise.all([
      registerPlayer(stack.url, counterparties, 500),
      registerPlayer(stack.url, counterparties, 500),
    ]);
    const start = await move(out, 'in', 500);

    await counterparties.fault({ port: 'provider', kind, rate: 1 });
    const [sentIn, sentOut] = await Promise.all([move(into, 'in', 120), move(out, 'out', 80.25)]);
    expect([sentIn.status, sentOut.status]).toEqual(['PENDING', 'PENDING']);
    expect(await rowOf(into, sentIn._id)).toMatchObject({ status: 'PENDING', from: 'WALLET', to: 'PG' });
    expect(await rowOf(out, sentOut._id)).toMatchObject({ status: 'PENDING', from: 'PG', to: 'WALLET' });
    expect(await moneyOf(into)).toEqual({ amount: 380, transit: 120 });
    expect((await moneyOf(out)).amount).toBe(0);

    await counterparties.clearFaults();
    await stack.pass(LEFT_MS);
    expect(await settled(into, sentIn._id)).toBe('SUCCESS');
    expect(await settled(out, sentOut._id)).toBe('SUCCESS');

    expect(await moneyOf(into)).toEqual({ amount: 380, transit: 0 });
    expect(await moneyOf(out)).toEqual({ amount: 80.25, transit: 0 });
    expect(await counterparties.player(into.pgUsername)).toMatchObject({
      balance: 120,
      transfers: [{ reference: sentIn._id, type: 'deposit', amount: 120, status: 'done' }],
    });
    expect(await counterparties.player(out.pgUsername)).toMatchObject({
      balance: 419.75,
      transfers: [
        { reference: sentOut._id, type: 'withdraw', amount: 80.25, status: 'done' },
        { reference: start._id, type: 'deposit', amount: 500, status: 'done' },
      ],
    });
  });

  it('finishes what a player began who then went away', async () => {
    const player = await registerPlayer(stack.url, counterparties, 500);
    await counterparties.fault({ port: 'provider', kind: 'slow_ms', rate: 1, ms: 300 });
    const gone = AbortSignal.timeout(100);
    await expect(move(player, 'in', 200, gone)).rejects.toThrow();
    const [row] = await wholeStatement(player.api);
    expect(row).toMatchObject({ status: 'PENDING', from: 'WALLET', to: 'PG', amount: 200 });
    expect(await settled(player, row?._id ?? '')).toBe('SUCCESS');
    expect((await counterparties.player(player.pgUsername)).balance).toBe(200);
    expect(await moneyOf(player)).toEqual({ amount: 300, transit: 0 });
  });

  it('gives the credit back to nobody when it was played away in the meantime', async () => {
    // It records its refusals; where a service records none, a person has to look.
    const code = 'SUPERSLOT';
    const member = await register(stack.url, counterparties);
    await deposit(member, counterparties, 500);
    const params = { slotCode: code };
    await member.api.ok('GET /api/wallet/activate/:slotCode', { params });
    const { username } = await member.api.ok('GET /api/wallet/account/:slotCode', { params });
    const transfer = (from: string, to: string, amount: number) =>
      member.api.ok('POST /api/wallet/transfer', { body: { from, to, amount } });
    await transfer('WALLET', code, 500);
    await counterparties.fault({ port: 'provider', kind: 'timeout_before_commit', rate: 1 });
    const { _id, status } = await transfer(code, 'WALLET', 400);
    expect(status).toBe('PENDING');
    await counterparties.play(username, { bet: 450, win: 0 }, code);
    await counterparties.clearFaults();
    await stack.pass(LEFT_MS);
    expect(await settled(member, _id)).toBe('FAILED');
    expect(await moneyOf(member)).toEqual({ amount: 0, transit: 0 });
    expect((await counterparties.player(username, code)).balance).toBe(50);
  });
});

describe('a provider that says no', () => {
  it('refuses during maintenance, and the money is where it was', async () => {
    const player = await registerPlayer(stack.url, counterparties, 500);
    await counterparties.maintenance(true);
    const body = { from: 'WALLET', to: 'PG', amount: 200 };
    expect(await player.api.refused('POST /api/wallet/transfer', { body })).toBe('TRANSFER_FAIL');
    await counterparties.maintenance(false);
    expect(await moneyOf(player)).toEqual({ amount: 500, transit: 0 });
    // A server that has noticed the maintenance meanwhile does not even begin.
    for (const item of (await wholeStatement(player.api)).filter(({ amount }) => amount !== 500)) {
      expect(item).toMatchObject({ status: 'FAILED', amount: 200 });
    }
    expect((await counterparties.player(player.pgUsername)).balance).toBe(0);
  });

  it('has not that much credit', async () => {
    const player = await registerPlayer(stack.url, counterparties, 500);
    await move(player, 'in', 100);
    const body = { from: 'PG', to: 'WALLET', amount: 100.01 };
    expect(await player.api.refused('POST /api/wallet/transfer', { body })).toBe('MONEY_NOT_ENOUGH');
    expect(await moneyOf(player)).toEqual({ amount: 400, transit: 0 });
    expect((await counterparties.player(player.pgUsername)).balance).toBe(100);
  });

  it('is not there at all', async () => {
    const player = await registerPlayer(stack.url, counterparties, 500);
    await stack.sandbox.stop();
    const body = { from: 'WALLET', to: 'PG', amount: 200 };
    const answer = await player.api.refused('POST /api/wallet/transfer', { body });
    await stack.sandbox.start();
    expect(answer).toBe('TRANSFER_FAIL');
    expect(await moneyOf(player)).toEqual({ amount: 500, transit: 0 });
  });
});

describe('a bank that does not say what it did', () => {
  it.each(silences)('%s: one payout, in progress until the bank decides', async (kind) => {
    const members = await Promise.all([
      register(stack.url, counterparties),
      register(stack.url, counterparties),
    ]);
    await Promise.all(members.map((member) => deposit(member, counterparties, 500)));

    await counterparties.fault({ port: 'bank', kind, rate: 1 });
    const from = stack.server.output.length;
    const asked = await Promise.all(
      members.map((member) => member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200.5 } })),
    );
    await stack.pass(LEFT_MS);
    for (const { _id, status } of asked) {
      expect(status).toBe('PENDING');
      await logged(from, _id, 'still pending');
    }
    await counterparties.clearFaults();
    await stack.pass(LEFT_MS);

    const payouts = await Promise.all(
      members.map(({ bankAccountNo }) => counterparties.payoutTo(bankAccountNo)),
    );
    for (const [index, member] of members.entries()) {
      expect(await moneyOf(member)).toEqual({ amount: 299.5, transit: 200.5 });
      expect(await rowOf(member, asked[index]?._id ?? '')).toMatchObject({ status: 'PENDING' });
    }

    // The decision is lost at first, too.
    await counterparties.fault({ port: 'bank', kind, rate: 1 });
    await Promise.all(
      payouts.map(({ id }, index) => counterparties.decidePayout(id, index === 0 ? 'done' : 'refused')),
    );
    await counterparties.clearFaults();
    await stack.pass(LEFT_MS);
    const [paid, refused] = members;
    expect(await settled(paid, asked[0]!._id)).toBe('SUCCESS');
    expect(await settled(refused, asked[1]!._id)).toBe('FAILED');
    expect(await moneyOf(paid)).toEqual({ amount: 299.5, transit: 0 });
    expect(await moneyOf(refused)).toEqual({ amount: 500, transit: 0 });
    expect(await counterparties.payoutsTo(paid.bankAccountNo)).toMatchObject([
      { amount: 200.5, state: 'done' },
    ]);
    expect(await counterparties.payoutsTo(refused.bankAccountNo)).toHaveLength(1);
  });
});

describe('a payment gateway with faults', () => {
  const params = { provider: 'KBANK' } as const;
  const body = { amount: 150 };

  it.each(silences)('%s: no QR is shown, and the next try makes one', async (kind) => {
    const member = await register(stack.url, counterparties);
    await counterparties.fault({ port: 'gateway', kind, rate: 1 });
    const failed = await member.api.ok('POST /api/qrcode/:provider', { params, body });
    expect(failed).toMatchObject({ hasQrcode: false, qrcode: '', message: 'QR_FAIL' });
    await counterparties.clearFaults();
    await deposit(member, counterparties, 150);
    expect(await moneyOf(member)).toEqual({ amount: 150, transit: 0 });
  });

  it.each([
    // A lost callback is sent again; a callback sent twice arrives twice.
    { kind: 'timeout_after_commit', arrives: true, callbacks: 4 },
    { kind: 'timeout_before_commit', arrives: false, callbacks: 2 },
    { kind: 'http_500', arrives: false, callbacks: 2 },
    { kind: 'duplicate', arrives: true, callbacks: 4 },
    { kind: 'reorder', arrives: true, callbacks: 2 },
  ] as const)(
    '$kind when it tells of payments: each is credited once',
    async ({ kind, arrives, callbacks }) => {
      const member = await register(stack.url, counterparties);
      const first = await member.api.ok('POST /api/qrcode/:provider', { params, body });
      const second = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 70 } });
      const from = stack.server.output.length;
      const arrived = () =>
        until('both arrive', SETTLED_WITHIN_MS, async () => (await moneyOf(member)).amount === 220);
      await counterparties.fault({ port: 'gateway', kind, rate: 1 });
      // The second code replaced the first one; a payment to the first is still credited.
      await Promise.all([counterparties.pay(first.qrcodeId), counterparties.pay(second.qrcodeId)]);
      if (arrives) await arrived();
      await counterparties.clearFaults();
      await until(`${callbacks} callbacks`, SETTLED_WITHIN_MS, async () => {
        const lines = stack.server.output.slice(from).split('\n');
        return lines.filter((line) => line.includes('/api/callback/gateway')).length >= callbacks;
      });
      await arrived();
      expect(await wholeStatement(member.api)).toHaveLength(2);
    },
  );
});
