import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, endOf, readReply } from './support/api.ts';
import { runAudit } from './support/audit.ts';
import {
  deposit,
  newPerson,
  register,
  registerPlayer,
  verifyPhone,
  walletAmount,
  wholeStatement,
} from './support/member.ts';
import { Counterparties, sendCallback } from './support/counterparties.ts';
import { startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const AT_ONCE = 100;

/** Makes a hundred calls at the same moment, every second one to the other server. */
const hundred = <T>(call: (serverUrl: string, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(serverUrlOf(index), index)));

function countOf(ends: readonly string[]): Record<string, number> {
  const count: Record<string, number> = {};
  for (const end of ends) count[end] = (count[end] ?? 0) + 1;
  return count;
}

let stack: Stack;
let counterparties: Counterparties;

function serverUrlOf(index: number): string {
  const { servers } = stack;
  return servers[index % servers.length]!.url;
}

beforeAll(async () => {
  stack = await startStack({
    database: 'postgres',
    servers: 2,
    env: { RECONCILE_EVERY_MS: '250', LOG_LEVEL: 'warn', LIMITS_PASSWORDS_PER_MEMBER: '5' },
  });
  counterparties = new Counterparties(stack.sandbox.url);
});
afterAll(async () => {
  const audit = await runAudit(stack.env);
  await stack.stop();
  expect(audit).toMatchObject({ exitCode: 0 });
});

describe('a hundred calls at once to two servers, with money for one of them', () => {
  const withdraw = (api: Api) => {
    const key = 'POST /api/wallet/withdraw';
    return api.send(key, { body: { amount: 500 } }).then((reply) => endOf(key, reply));
  };
  const transferAll = (api: Api) => {
    const key = 'POST /api/wallet/transferAll';
    return api.send(key, { body: { to: 'PG' } }).then((reply) => endOf(key, reply));
  };
  const transfer = (api: Api) => {
    const key = 'POST /api/wallet/transfer';
    const body = { from: 'WALLET', to: 'PG', amount: 300 };
    return api.send(key, { body }).then((reply) => endOf(key, reply));
  };

  it.each([
    ['withdraw', [withdraw]],
    ['transferAll', [transferAll]],
    ['withdraw and transferAll', [withdraw, withdraw, transferAll, transferAll]],
    ['withdraw, transferAll and transfer', [withdraw, transferAll, transfer]],
  ])('%s: exactly one wins, the others are told MONEY_NOT_ENOUGH', async (_, kinds) => {
    const member = await registerPlayer(stack.url, counterparties, 500);
    const ends = await hundred((url, index) => kinds[index % kinds.length]!(member.api.at(url)));
    expect(countOf(ends)).toEqual({ OK: 1, MONEY_NOT_ENOUGH: AT_ONCE - 1 });

    const { wallet } = await member.api.ok('GET /api/wallet');
    const player = await counterparties.player(member.pgUsername);
    expect(player.transfers.length).toBeLessThanOrEqual(1);
    // The rest waits for the bank or was not requested.
    expect(wallet.amount + wallet.transit + player.balance).toBe(500);
    expect(await wholeStatement(member.api)).toHaveLength(2);
    expect(await runAudit(stack.env)).toMatchObject({ exitCode: 0 });
  });

  it('lets as many through as there is money for', async () => {
    const member = await registerPlayer(stack.url, counterparties, 1_000);
    const ends = await hundred((url) => transfer(member.api.at(url)));
    expect(countOf(ends)).toEqual({ OK: 3, MONEY_NOT_ENOUGH: AT_ONCE - 3 });
    expect(await walletAmount(member.api)).toBe(100);
    expect((await counterparties.player(member.pgUsername)).balance).toBe(900);
  });
});

describe('a hundred calls at once with one Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'intent-1' };

  it.each([
    ['POST /api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 100 }],
    ['POST /api/wallet/transferAll', { to: 'PG' }],
    ['POST /api/wallet/withdraw', { amount: 100 }],
  ] as const)('%s: one movement, and all are told of that one', async (key, body) => {
    const member = await registerPlayer(stack.url, counterparties, 1_000);
    const replies = await hundred(async (url) =>
      readReply(key, await member.api.at(url).send(key, { body, headers })),
    );
    const moved = key === 'POST /api/wallet/transferAll' ? 1_000 : 100;
    expect(new Set(replies.map((reply) => reply._id)).size).toBe(1);
    expect(new Set(replies.map((reply) => reply.amount))).toEqual(new Set([moved]));
    expect(replies.filter((reply) => reply.status === 'FAILED')).toEqual([]);
    expect(await walletAmount(member.api)).toBe(1_000 - moved);
    expect((await wholeStatement(member.api)).map((row) => row._id)).toEqual([
      replies[0]?._id,
      expect.any(String),
    ]);
  });

  it('does another thing under the same key for nobody, and for another member his own', async () => {
    const key = 'POST /api/wallet/withdraw';
    const [member, other] = await Promise.all([
      registerPlayer(stack.url, counterparties, 1_000),
      registerPlayer(stack.url, counterparties, 1_000),
    ]);
    const first = await member.api.ok(key, { body: { amount: 100 }, headers });
    expect(await member.api.refused(key, { body: { amount: 101 }, headers })).toBe('KEY_INVALID');
    const others = await other.api.ok(key, { body: { amount: 101 }, headers });
    expect(others._id).not.toBe(first._id);
    expect(await walletAmount(member.api)).toBe(900);
    expect(await walletAmount(other.api)).toBe(899);
  });
});

describe('registrations at once', () => {
  const key = 'POST /api/account';

  it('makes one member of one phone', async () => {
    const person = newPerson();
    await verifyPhone(stack.url, counterparties, person.username);
    const ends = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { bankAccountNo } = newPerson();
        return endOf(
          key,
          await new Api(serverUrlOf(index)).send(key, { body: { ...person, bankAccountNo } }),
        );
      }),
    );
    expect(countOf(ends)).toEqual({ OK: 1, EXISTING_USER: 19 });
  });

  it('gives one bank account to one member', async () => {
    const { bankCode, bankAccountNo } = newPerson();
    const people = Array.from({ length: 10 }, () => newPerson({ bankCode, bankAccountNo }));
    await Promise.all(people.map((person) => verifyPhone(stack.url, counterparties, person.username)));
    const ends = await Promise.all(
      people.map(async (body, index) => endOf(key, await new Api(serverUrlOf(index)).send(key, { body }))),
    );
    expect(countOf(ends)).toEqual({ OK: 1, EXISTING_BANK: 9 });
  });

  it('sends one message for two presses', async () => {
    const { username: phoneNumber } = newPerson();
    const ends = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const api = new Api(serverUrlOf(index));
        return endOf('POST /api/otp/send', await api.send('POST /api/otp/send', { body: { phoneNumber } }));
      }),
    );
    expect(countOf(ends)).toEqual({ OK: 1, REQUEST_LIMIT_1MIN: 9 });
    expect(await counterparties.inbox(phoneNumber)).toHaveLength(1);
  });
});

describe('guesses, at both servers', () => {
  it('are counted together', async () => {
    const member = await register(stack.url, counterparties);
    const key = 'PUT /api/account/changepwd';
    const body = { oldPassword: 'not it', newPassword: 'long enough' };
    const ends = await hundred(async (url) => endOf(key, await member.api.at(url).send(key, { body })));
    expect(countOf(ends)).toEqual({ WRONG_PASSWORD: 5, REQUEST_LIMIT: AT_ONCE - 5 });
  });
});

describe('callbacks that come more than once, to both servers', () => {
  const gatewayPath = '/api/callback/gateway/KBANK';
  const bankPath = '/api/callback/bank';

  it('credits a payment once', async () => {
    const member = await register(stack.url, counterparties);
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', {
      params: { provider: 'KBANK' },
      body: { amount: 250 },
    });
    await counterparties.fault({ port: 'gateway', kind: 'duplicate', rate: 1 });
    const { paymentId, paidAt } = await counterparties.pay(qrcodeId);
    await counterparties.clearFaults();
    const callback = { event: 'payment', provider: 'KBANK', paymentId, reference: qrcodeId, paidAt };
    const statuses = await hundred((url) =>
      sendCallback(url, gatewayPath, { ...callback, amount: '250.00' }),
    );
    expect(countOf(statuses.map(String))).toEqual({ 200: AT_ONCE });
    expect(await walletAmount(member.api)).toBe(250);

    // The callback is authentic, so it need not come again; it is kept for staff and credited to no member.
    expect(await sendCallback(stack.url, gatewayPath, { ...callback, amount: '251.00' })).toBe(200);
    const forged = { ...callback, paymentId: 'forged', amount: '250.00' };
    expect(await sendCallback(stack.url, gatewayPath, forged, 'not the secret')).toBe(401);
    expect(await walletAmount(member.api)).toBe(250);
    expect(await wholeStatement(member.api)).toHaveLength(1);
  });

  it('settles a payout once, the way the bank said first', async () => {
    const member = await register(stack.url, counterparties);
    await deposit(member, counterparties, 300);
    const { _id } = await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
    const [payout] = await until('the bank has the payout', 5_000, async () => {
      const payouts = await counterparties.payoutsTo(member.bankAccountNo);
      return payouts.length > 0 && payouts;
    });
    const callback = { event: 'payout', reference: _id, payoutId: payout?.id };
    await counterparties.decidePayout(payout?.id ?? '', 'refused');
    const statuses = await hundred((url) => sendCallback(url, bankPath, { ...callback, status: 'refused' }));
    expect(countOf(statuses.map(String))).toEqual({ 200: AT_ONCE });
    await sendCallback(stack.url, bankPath, { ...callback, status: 'done' });
    const [row] = await wholeStatement(member.api);
    expect(row).toMatchObject({ _id, status: 'FAILED' });
    expect((await member.api.ok('GET /api/wallet')).wallet).toEqual({ amount: 300, transit: 0 });
  });
});
