import type { JsonWebKey } from 'node:crypto';
import { QR_PROVIDERS } from '@krapao/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf } from './support/api.ts';
import { runAudit } from './support/audit.ts';
import { Channels, encryptGift, OPERATOR, uploadSlip } from './support/channels.ts';
import {
  deposit,
  move,
  newPerson,
  register,
  registerPlayer,
  walletAmount,
  wholeStatement,
  type Member,
} from './support/member.ts';
import { runCommand, suspenseAmounts } from './support/operator.ts';
import { Counterparties, sendCallback } from './support/counterparties.ts';
import { inWhole } from './support/forms.ts';
import { startStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';
import { transferOf } from './support/slips.ts';

const AT_ONCE = 20;
const ARRIVES_WITHIN_MS = 15_000;

let stack: Stack;
let counterparties: Counterparties;
let channels: Channels;

beforeAll(async () => {
  stack = await startStack({
    database: 'postgres',
    servers: 2,
    // Every gateway speaks the house's protocol, whose callbacks are sent here by hand.
    env: { RECONCILE_EVERY_MS: '250', LOG_LEVEL: 'warn', PAYONEX_SERVICE: 'house' },
  });
  counterparties = new Counterparties(stack.sandbox.url);
  channels = new Channels(stack.sandbox.url);
});
afterAll(async () => {
  const audit = await runAudit(stack.env, '--grace-minutes', '0');
  await stack.stop();
  expect(audit).toMatchObject({ exitCode: 0 });
  // Only unmatched money needs manual review.
  expect(audit.output).not.toMatch(/^attention: (?!suspense: )/m);
});

/** Makes calls at the same moment, every second one to the other server. */
const atOnce = <T>(call: (serverUrl: string, index: number) => Promise<T>, times = AT_ONCE): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => call(stack.servers[index % 2]?.url ?? '', index)));

function countOf(ends: readonly string[]): Record<string, number> {
  const count: Record<string, number> = {};
  for (const end of ends) count[end] = (count[end] ?? 0) + 1;
  return count;
}

const holds = (member: Member, amount: number) =>
  until(
    `${member.username} holds ${amount}`,
    ARRIVES_WITHIN_MS,
    async () => (await walletAmount(member.api)) === amount,
  );

/** Returns the deposits in the statement, newest first. */
const depositsOf = async (member: Member): Promise<number[]> =>
  (await wholeStatement(member.api))
    .filter(({ statementType }) => statementType === 'deposit')
    .map(({ amount }) => amount);

describe('a payment told of many times, to both servers', () => {
  it.each(QR_PROVIDERS)('is credited once: %s', async (provider) => {
    const member = await register(stack.url, counterparties);
    const { qrcodeId } = await member.api.ok('POST /api/qrcode/:provider', {
      params: { provider },
      body: { amount: 150 },
    });
    // The gateway's own callback is blocked, so that these are the first to arrive.
    await counterparties.fault({ port: 'gateway', kind: 'timeout_before_commit', rate: 1 });
    const { paymentId, paidAt } = await counterparties.pay(qrcodeId);
    const told = { event: 'payment', provider, paymentId, reference: qrcodeId, amount: '150.00', paidAt };
    const path = `/api/callback/gateway/${provider}`;
    const statuses = await atOnce((url) => sendCallback(url, path, told));
    expect(countOf(statuses.map(String))).toEqual({ 200: AT_ONCE });
    await counterparties.clearFaults();
    await counterparties.fault({ port: 'gateway', kind: 'duplicate', rate: 1 });
    await counterparties.pay(qrcodeId, 0.5);
    await holds(member, 150.5);
    await counterparties.clearFaults();
    expect(await depositsOf(member)).toEqual([0.5, 150]);
  });
});

describe('a button pressed twice, and two tabs', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

  it('leaves one live QR code, however many were asked for', async () => {
    const member = await register(stack.url, counterparties);
    const created = await atOnce((url, index) =>
      member.api.at(url).ok('POST /api/qrcode/:provider', {
        params: { provider: QR_PROVIDERS[index % QR_PROVIDERS.length] ?? 'KBANK' },
        body: { amount: 100 + index },
      }),
    );
    const live = await Promise.all(
      QR_PROVIDERS.map((provider) => member.api.ok('GET /api/qrcode/:provider', { params: { provider } })),
    );
    expect(live.filter(({ hasQrcode }) => hasQrcode)).toHaveLength(1);
    // Every payment is credited, also one to a replaced QR code.
    const [overtaken] = created.filter(
      ({ qrcodeId, hasQrcode }) => hasQrcode && live.every((one) => one.qrcodeId !== qrcodeId),
    );
    if (overtaken) {
      await counterparties.pay(overtaken.qrcodeId);
      await holds(member, overtaken.amount);
    }
  });

  it('pays the whole wallet out once: one key in two tabs, or a key for each', async () => {
    const member = await register(stack.url, counterparties);
    await deposit(member, counterparties, 400);
    const body = { amount: 400 };
    const key = 'POST /api/wallet/withdrawAll';
    const one = await atOnce((url) => member.api.at(url).send(key, { body, ...keyed('tab') }));
    expect(countOf(one.map((reply) => endOf(key, reply)))).toEqual({ OK: AT_ONCE });
    expect(new Set(one.map((reply) => (reply.body as { _id: string })._id)).size).toBe(1);

    const other = await register(stack.url, counterparties);
    await deposit(other, counterparties, 400);
    const each = await atOnce((url, index) =>
      other.api.at(url).send(key, { body, ...keyed(`tab-${index}`) }),
    );
    expect(countOf(each.map((reply) => endOf(key, reply)))['OK']).toBe(1);
    for (const { api, bankAccountNo } of [member, other]) {
      expect((await api.ok('GET /api/wallet')).wallet).toEqual({ amount: 0, transit: 400 });
      const payouts = await until('the bank has it', ARRIVES_WITHIN_MS, async () => {
        const handed = await counterparties.payoutsTo(bankAccountNo);
        return handed.length > 0 && handed;
      });
      expect(payouts).toMatchObject([{ amount: 400 }]);
      await counterparties.decidePayout(payouts[0]?.id ?? '', 'done');
      await until(
        'it is done',
        ARRIVES_WITHIN_MS,
        async () => (await api.ok('GET /api/wallet')).wallet.transit === 0,
      );
    }
  });

  it('moves twice for two keys while there is money, and once for one', async () => {
    const player = await registerPlayer(stack.url, counterparties, 1_000);
    const body = { from: 'WALLET', to: 'PG', amount: 400 };
    const key = 'POST /api/wallet/transfer';
    const replies = await atOnce((url, index) =>
      player.api.at(url).send(key, { body, ...keyed(`tab-${index % 4}`) }),
    );
    const ends = countOf(replies.map((reply) => endOf(key, reply)));
    expect(ends).toEqual({ OK: AT_ONCE / 2, MONEY_NOT_ENOUGH: AT_ONCE / 2 });
    await until('both moves end', ARRIVES_WITHIN_MS, async () => {
      const { wallet } = await player.api.ok('GET /api/wallet');
      return wallet.amount === 200 && wallet.transit === 0;
    });
    expect((await counterparties.player(player.pgUsername)).balance).toBe(800);
  });

  it('brings credit back once, whoever calls it', async () => {
    const player = await registerPlayer(stack.url, counterparties, 500);
    await move(player, 'in', 300);
    await atOnce((url, index) =>
      player.api.at(url).ok('POST /api/wallet/collect', keyed(`press-${index % 3}`)),
    );
    await holds(player, 500);
    expect((await counterparties.player(player.pgUsername)).balance).toBe(0);
    const back = (await wholeStatement(player.api)).filter(
      ({ from, status }) => from === 'PG' && status === 'SUCCESS',
    );
    expect(back).toHaveLength(1);
  });
});

describe('one gift link', () => {
  const key = 'POST /api/wallet/truelink';
  const giftKey = async (member: Member): Promise<JsonWebKey & { kid: string }> =>
    member.api.ok('GET /api/lookup/truelinkKey');

  it.each([1, 5])('of two members at once is one’s (an envelope for %d)', async (people) => {
    const members = await Promise.all([
      register(stack.url, counterparties),
      register(stack.url, counterparties),
    ]);
    const publicKey = await giftKey(members[0]);
    for (let round = 0; round < 4; round += 1) {
      const link = await channels.gift({ amount: 60, people });
      const ends = await atOnce(async (url, index) => {
        const { api } = members[Math.floor(index / 2) % 2]!;
        const body = { link: encryptGift(publicKey, link) };
        return endOf(key, await api.at(url).send(key, { body }));
      });
      expect(countOf(ends)).toEqual({ OK: 1, TRUELINK_DUPLICATE: AT_ONCE - 1 });
    }
    const credited = await Promise.all(members.map(depositsOf));
    expect(credited.flat()).toHaveLength(4);
    const total = credited.flat().reduce((sum, amount) => sum + Math.round(amount * 100), 0);
    // A share of an envelope for several people is less than all of it.
    if (people === 1) expect(total).toBe(4 * 6_000);
    else expect(total).toBeLessThan(4 * 6_000);
  });
});

describe('one slip', () => {
  const statusOf = async (member: Member, id: string) => {
    const { slips } = await member.api.ok('POST /api/statement/slip', { body: { page: 1, limit: 100 } });
    const slip = slips.find(({ _id }) => _id === id);
    return slip?.step === 'done' && (slip.note || slip.status);
  };

  it('of two members at once, and of one twice, is credited once, to its sender', async () => {
    const [sender, other] = await Promise.all([
      register(stack.url, counterparties, newPerson({ bankCode: 'BBL' })),
      register(stack.url, counterparties, newPerson({ bankCode: 'KTB' })),
    ]);
    const reference = await transferOf(channels, sender, 321, { toAccountNo: OPERATOR.bankAccounts[0] });
    const jpeg = await channels.slip(reference);
    const uploads = await atOnce(async (url, index) => {
      const member = index < 2 ? sender : other;
      const { status, body } = await uploadSlip(url, member.api.token, jpeg);
      expect(status).toBe(200);
      return { member, id: (body as { slip: { _id: string } }).slip._id };
    }, 4);
    const ends = await Promise.all(
      uploads.map(({ member, id }) => until(`slip ${id} ends`, 60_000, () => statusOf(member, id))),
    );
    expect(countOf(ends.slice(0, 2))).toEqual({ SUCCESS: 1, SLIP_REFNO_DUPLICATED: 1 });
    for (const end of ends.slice(2)) expect(['NOT_MATCH', 'SLIP_REFNO_DUPLICATED']).toContain(end);
    await holds(sender, 321);
    expect(await depositsOf(sender)).toEqual([321]);
    expect(await walletAmount(other.api)).toBe(0);
  });
});

describe('feeds that both servers read', inWhole, () => {
  it('are taken in once, however they repeat and shuffle', async () => {
    const members = await Promise.all(
      (['SCB', 'GSB', 'KBANK', 'BAY'] as const).map((bankCode) =>
        register(stack.url, counterparties, newPerson({ bankCode })),
      ),
    );
    for (const port of ['feed', 'ewallet'] as const) {
      await counterparties.fault({ port, kind: 'duplicate', rate: 0.5 });
      await counterparties.fault({ port, kind: 'reorder', rate: 0.5 });
      await counterparties.fault({ port, kind: 'http_500', rate: 0.2 });
    }
    await Promise.all(
      members.flatMap((member, no) =>
        Array.from({ length: 30 }, async (_, index) => {
          const amount = 2 + index + no / 100;
          await channels.bankTransfer({
            fromBankCode: member.bankCode,
            fromAccountNo: member.bankAccountNo,
            fromName: member.bankAccountName,
            toAccountNo: OPERATOR.bankAccounts[index % 3] ?? '',
            amount,
          });
          await channels.walletTransfer({ fromPhone: member.username, toWallet: OPERATOR.ewallet, amount });
        }),
      ),
    );
    for (const [no, member] of members.entries()) {
      const sent = Array.from({ length: 30 }, (_, index) => 2 + index + no / 100);
      await until(`${member.username} has all`, 30_000, async () => (await depositsOf(member)).length >= 60);
      expect((await depositsOf(member)).sort((a, b) => a - b)).toEqual(
        sent.flatMap((amount) => [amount, amount]),
      );
    }
    await counterparties.clearFaults();
  });
});

describe('money that nobody can be matched to', inWhole, () => {
  it('is given to a member by the operator’s command, once, from two shells at once', async () => {
    const [member, other] = await Promise.all([
      register(stack.url, counterparties),
      register(stack.url, counterparties),
    ]);
    const amount = 47.11;
    await channels.bankTransfer({
      fromBankCode: 'KTB',
      fromAccountNo: '5555555555',
      fromName: 'AUNT OF SOMEBODY',
      toAccountNo: OPERATOR.bankAccounts[1],
      amount,
    });
    const { id } = await until('it is in suspense', ARRIVES_WITHIN_MS, async () =>
      (await suspenseAmounts(stack.env)).find(({ satang }) => satang === 4711n),
    );
    const assign = (phone: string) => runCommand('suspense', ['assign', id, phone], stack.env);
    const results = await Promise.all([assign(member.username), assign(member.username)]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(await depositsOf(member)).toEqual([amount]);

    const late = await assign(other.username);
    expect(late).toMatchObject({ exitCode: 1, output: expect.stringContaining('another member') });
    expect(await runCommand('suspense', ['assign', id], stack.env)).toMatchObject({ exitCode: 1 });
    expect((await suspenseAmounts(stack.env)).map((row) => row.id)).not.toContain(id);
  });
});
