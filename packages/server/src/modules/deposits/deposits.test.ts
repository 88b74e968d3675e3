import { sql } from 'kysely';
import { parse } from 'promptparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import { newId } from '../../kernel/ids.ts';
import { endOf } from '../../testing/api.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { RejectedEntries } from '../rejected-entries/service.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MINUTE_MS = 60_000;
const CALLBACK = '/api/callback/gateway/KBANK';
const KBANK = { provider: 'KBANK' } as const;
const NO_QR = { qrcodeId: '', hasQrcode: false, qrcode: '', amount: 0, expireIn: 0 };

describe('deposits by QR', () => {
  const clock = new TestClock();
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      clock,
      content: ({ depositAccounts }) => {
        for (const bank of depositAccounts.banks) bank.enabled &&= !['WW', 'FP'].includes(bank.bankCode);
      },
    });
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  const create = (member: TestMember, amount: number) =>
    member.api.ok('POST /api/qrcode/:provider', { params: KBANK, body: { amount } });
  const current = (member: TestMember) => member.api.ok('GET /api/qrcode/:provider', { params: KBANK });
  const cancel = (member: TestMember, qrcodeId: string) =>
    member.api.ok('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } });
  const openOrders = () =>
    server.world.control<{ qrcodeId: string; amount: number; payload: string }[]>('GET', '/qr');
  const pay = (qrcodeId: string, amount?: number) =>
    server.world.control<{ paymentId: string }>(
      'POST',
      `/qr/${qrcodeId}/pay`,
      amount === undefined ? {} : { amount },
    );
  const becomes = (member: TestMember, amount: number) =>
    server.whenDone(async () => expect(await member.wallet()).toEqual({ amount, transit: 0 }));

  /** Returns a payment callback as the gateway sends it, with changes. */
  const callback = (changes: object = {}, atMs?: number, secret?: string) => {
    const paidAt = new Date().toISOString();
    const text = JSON.stringify({ event: 'payment', ...KBANK, paymentId: newId(), paidAt, ...changes });
    const headers = server.world.signCallback(CALLBACK, text, atMs, secret);
    const send = async (body = text, path = CALLBACK): Promise<number> => {
      const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
      const response = await fetch(server.url + path, request);
      await response.arrayBuffer();
      return response.status;
    };
    return { send, text };
  };
  const suspense = async (): Promise<bigint> => {
    const row = await server.database.queries
      .selectFrom('ledger_account')
      .select('balance')
      .where('code', '=', 'house:suspense:BAHT')
      .executeTakeFirst();
    return row?.balance ?? 0n;
  };

  it('draws a PromptPay code over the amount, as SVG', async () => {
    const member = await server.members.join();
    const qr = await create(member, 123.45);
    expect(qr).toMatchObject({ hasQrcode: true, amount: 123.45 });
    expect(qr.expireIn).toBe(clock.now().getTime() + 15 * MINUTE_MS);
    expect(qr.qrcode).toMatch(/^<svg /);
    expect(qr.qrcode).not.toMatch(/<script|\son\w+=/);
    const order = (await openOrders()).find(({ qrcodeId }) => qrcodeId === qr.qrcodeId);
    const payload = parse(order?.payload ?? '', true);
    expect(payload?.getTagValue('54')).toBe('123.45');
    expect(payload?.getTag('29') ?? payload?.getTag('30')).toBeDefined();
  });

  it('credits what was paid, without being asked', async () => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, 500);
    await pay(qrcodeId);
    await becomes(member, 500);
    expect(await current(member)).toEqual(NO_QR);
    expect(await member.statement()).toMatchObject([
      { statementType: 'deposit', from: 'KBANK', to: 'WALLET', amount: 500, status: 'SUCCESS' },
    ]);
  });

  it('credits another amount than was asked for, and a second payment of the same code', async () => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, 500);
    await pay(qrcodeId, 499.99);
    await pay(qrcodeId, 0.02);
    await becomes(member, 500.01);
  });

  it('shows the live code again', async () => {
    const member = await server.members.join();
    expect(await current(member)).toEqual(NO_QR);
    const qr = await create(member, 20);
    expect(await current(member)).toEqual(qr);
    const stranger = await server.members.join();
    expect(await current(stranger)).toEqual(NO_QR);
  });

  it('keeps one live code a member: the latest', async () => {
    const member = await server.members.join();
    const first = await create(member, 20);
    const second = await create(member, 30);
    expect(await current(member)).toEqual(second);
    const open = (await openOrders()).map(({ qrcodeId }) => qrcodeId);
    expect(open).toContain(second.qrcodeId);
    expect(open).not.toContain(first.qrcodeId);
  });

  it('keeps one live code a member also when many are asked for at once', async () => {
    const member = await server.members.join();
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => create(member, 100 + n)));
    const live = await current(member);
    expect(all).toContainEqual(live);
    // Superseded requests got no QR code that could be mistaken for a live one.
    const mine = new Set(all.map(({ qrcodeId }) => qrcodeId));
    const open = (await openOrders()).filter(({ qrcodeId }) => mine.has(qrcodeId));
    expect(open.map(({ qrcodeId }) => qrcodeId)).toEqual([live.qrcodeId]);
  });

  it('lets a code expire', async () => {
    const member = await server.members.join();
    const qr = await create(member, 20);
    clock.forward(15 * MINUTE_MS - 1);
    expect(await current(member)).toEqual(qr);
    clock.forward(1);
    expect(await current(member)).toEqual(NO_QR);
    await pay(qr.qrcodeId);
    await becomes(member, 20);
  });

  it('cancels the member’s own code, here and at the gateway', async () => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, 20);
    expect(await cancel(member, qrcodeId)).toEqual({ message: 'OK' });
    expect(await current(member)).toEqual(NO_QR);
    expect((await openOrders()).map((order) => order.qrcodeId)).not.toContain(qrcodeId);
    // A repeat, and unknown ids.
    await cancel(member, qrcodeId);
    await cancel(member, newId());
    await cancel(member, 'no id at all');
  });

  it('leaves the code of somebody else alone', async () => {
    const [member, other] = [await server.members.join(), await server.members.join()];
    const qr = await create(member, 20);
    await cancel(other, qr.qrcodeId);
    expect(await current(member)).toEqual(qr);
  });

  it('credits a payment that comes after the cancel', async () => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, 75);
    await cancel(member, qrcodeId);
    await pay(qrcodeId);
    await becomes(member, 75);
  });

  it('credits one payment once, however often and in whatever form it is told of', async () => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, 60);
    const { paymentId } = await pay(qrcodeId);
    await becomes(member, 60);
    const { send } = callback({ paymentId, reference: qrcodeId, amount: '60.00' });
    const statuses = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await member.wallet()).toEqual({ amount: 60, transit: 0 });
    expect(await member.statement()).toHaveLength(1);
  });

  it('credits a first callback that comes twenty times at once only once', async () => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, 60);
    const { send } = callback({ reference: qrcodeId, amount: '60.00' });
    await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(await member.wallet()).toEqual({ amount: 60, transit: 0 });
  });

  it('puts the same payment with another amount aside', async () => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, 60);
    const paymentId = newId();
    expect(await callback({ paymentId, reference: qrcodeId, amount: '60.00' }).send()).toBe(200);
    expect(await callback({ paymentId, reference: qrcodeId, amount: '61.00' }).send()).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 60, transit: 0 });
    const aside = await new RejectedEntries(server.database).list();
    expect(aside.filter(({ entry }) => entry.includes(paymentId))).toMatchObject([
      { source: 'gateway:KBANK', reason: expect.stringContaining('another amount') },
    ]);
  });

  it('puts a payment aside that is booked with another payee, and credits those listed behind it', async () => {
    const [member, other] = [await server.members.join(), await server.members.join()];
    const [mine, others] = [await create(member, 60), await create(other, 70)];
    const paymentId = newId();
    expect(await callback({ paymentId, reference: others.qrcodeId, amount: '70.00' }).send()).toBe(200);
    expect(await callback({ paymentId, reference: mine.qrcodeId, amount: '70.00' }).send()).toBe(200);
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
    expect(await other.wallet()).toEqual({ amount: 70, transit: 0 });
    const aside = await new RejectedEntries(server.database).list();
    expect(aside.filter(({ entry }) => entry.includes(paymentId))).toMatchObject([
      { source: 'gateway:KBANK', reason: expect.stringContaining('another payee') },
    ]);
  });

  it('takes the gateway’s duplicates and late repeats', async () => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, 60);
    await server.world.fault('gateway', 'duplicate');
    await server.world.fault('gateway', 'timeout_after_commit', { rate: 0.5 });
    await pay(qrcodeId);
    await becomes(member, 60);
    await server.world.heal();
    const another = await create(member, 40);
    await pay(another.qrcodeId);
    await becomes(member, 100);
  });

  it.each([
    ['a reference of nobody', { reference: newId() }],
    ['a reference that is no id', { reference: "x'; drop table member; --" }],
  ])('keeps a payment with %s in suspense, once', async (_name, changes) => {
    const before = await suspense();
    const { send } = callback({ ...changes, amount: '12.34' });
    expect([await send(), await send()]).toEqual([200, 200]);
    expect((await suspense()) - before).toBe(1234n);
  });

  it.each([
    ['nothing', {}],
    ['a zero amount', { reference: newId(), amount: '0.00' }],
    ['a negative amount', { reference: newId(), amount: '-5.00' }],
    ['an amount as a number', { reference: newId(), amount: 5 }],
    ['an amount of three decimals', { reference: newId(), amount: '5.001' }],
    ['another event', { event: 'refund', reference: newId(), amount: '5.00' }],
    ['no payment id', { paymentId: '', reference: newId(), amount: '5.00' }],
  ])('takes a signed callback with %s and puts it aside', async (_name, changes) => {
    const before = await suspense();
    const { send, text } = callback(changes);
    expect([await send(), await send()]).toEqual([200, 200]);
    expect(await suspense()).toBe(before);
    const aside = await new RejectedEntries(server.database).list();
    expect(aside.filter(({ entry }) => entry === text)).toMatchObject([{ source: 'gateway:KBANK' }]);
  });

  it('refuses a callback that is not the gateway’s', async () => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, 60);
    const paid = { reference: qrcodeId, amount: '60.00' };
    expect(await callback(paid, Date.now(), 'another secret').send()).toBe(401);
    expect(await callback(paid, Date.now() - 6 * MINUTE_MS).send()).toBe(401);
    expect(await callback(paid, Date.now() + 6 * MINUTE_MS).send()).toBe(401);
    const { send, text } = callback(paid);
    expect(await send(text.replace('60.00', '6000.00'))).toBe(401);
    expect(await send(text, '/api/callback/gateway/WW')).toBe(401);
    expect(await send(text, `${CALLBACK}?x=1`)).toBe(401);
    const unsigned = await server.api.send('POST', CALLBACK, paid);
    expect(endOf(unsigned)).toBe('UNAUTHORIZED');
    expect(await member.wallet()).toEqual({ amount: 0, transit: 0 });
  });

  it.each([
    [0.99, 'KEY_INVALID'],
    [0, 'KEY_INVALID'],
    [-1, 'KEY_INVALID'],
    [1.005, 'KEY_INVALID'],
    [1, 'OK'],
  ])('asks for at least 1 baht: %d', async (amount, end) => {
    const member = await server.members.join();
    const request = { params: KBANK, body: { amount } };
    expect(endOf(await member.api.call('POST /api/qrcode/:provider', request))).toBe(end);
  });

  it.each(['WW', 'FP'] as const)(
    'says QR_FAIL where the operator has no such gateway: %s',
    async (provider) => {
      const member = await server.members.join();
      const qr = await member.api.ok('POST /api/qrcode/:provider', {
        params: { provider },
        body: { amount: 100 },
      });
      expect(qr).toEqual({ ...NO_QR, message: 'QR_FAIL' });
    },
  );

  it.each([
    ['PAYONEX', 99.99, 'KEY_INVALID'],
    ['PAYONEX', 100, 'OK'],
    ['PAYTIMZ', 9.99, 'KEY_INVALID'],
    ['PAYTIMZ', 10, 'OK'],
  ] as const)('asks for what %s takes at least: %d', async (provider, amount, end) => {
    const member = await server.members.join();
    const request = { params: { provider }, body: { amount } };
    expect(endOf(await member.api.call('POST /api/qrcode/:provider', request))).toBe(end);
  });

  it.each([
    ['KBANK', 500_000, 'OK'],
    ['KBANK', 500_000.01, 'QR_MAXIMUM'],
    ['KBANK', 99_999_999_999, 'QR_MAXIMUM'],
    ['PAYTIMZ', 200_000, 'OK'],
    ['PAYTIMZ', 200_000.01, 'QR_MAXIMUM'],
  ] as const)('asks for no more than %s takes at once: %d', async (provider, amount, end) => {
    const member = await server.members.join();
    const { banks } = await member.api.ok('GET /api/lookup/deposit');
    const told = banks.find(
      ({ bankCode, mode }) => bankCode === provider && (provider !== 'KBANK' || mode !== 'AUTO'),
    );
    expect(told?.qrMaximum).toBe(provider === 'KBANK' ? 500_000 : 200_000);
    const request = { params: { provider }, body: { amount } };
    expect(endOf(await member.api.call('POST /api/qrcode/:provider', request))).toBe(end);
  });

  it('lets a QR of one provider give way to one of another', async () => {
    const member = await server.members.join();
    await create(member, 50);
    const params = { provider: 'PAYTIMZ' } as const;
    const other = await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 60 } });
    expect(await current(member)).toMatchObject({ hasQrcode: false });
    expect(await member.api.ok('GET /api/qrcode/:provider', { params })).toEqual(other);
  });

  it.each([
    ['paid as asked', 80, undefined, undefined],
    ['paid with another amount', 80, 81.5, 'OTHER_AMOUNT'],
  ])('says in the statement what was out of the ordinary: %s', async (_, asked, paid, note) => {
    const member = await server.members.join();
    const { qrcodeId } = await create(member, asked);
    await pay(qrcodeId, paid);
    await becomes(member, paid ?? asked);
    const { statements } = await member.api.ok('POST /api/statement', { body: { page: 1, limit: 1 } });
    expect(statements[0]?.note).toBe(note);
  });

  it.each(['http_500', 'timeout_before_commit', 'timeout_after_commit'] as const)(
    'says QR_FAIL when the gateway does not answer (%s), and works again after',
    async (kind) => {
      const member = await server.members.join();
      await server.world.fault('gateway', kind);
      expect(await create(member, 20)).toEqual({ ...NO_QR, message: 'QR_FAIL' });
      await server.world.heal();
      expect(await current(member)).toEqual(NO_QR);
      expect(await create(member, 20)).toMatchObject({ hasQrcode: true });
    },
  );

  it('credits a payment of an order whose creation was never confirmed', async () => {
    const member = await server.members.join();
    await server.world.fault('gateway', 'timeout_after_commit');
    await create(member, 33);
    await server.world.heal();
    const row = await server.database.queries
      .selectFrom('qr_order')
      .select('id')
      .where('amount', '=', 3300n)
      .orderBy(sql`created_at desc`)
      .executeTakeFirstOrThrow();
    await pay(row.id);
    await becomes(member, 33);
  });
});

describe('deposits in Laos', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({
      settings: { laos: true },
      content: (content) => {
        content.operator.currency = 'LAK';
      },
    });
  });
  afterAll(() => server.stop());

  const join = (currency: 'BAHT' | 'LAK') =>
    server.members.join({
      username: `020${server.members.nextPhone().slice(2)}`,
      currency,
      bankCode: 'BCEL',
    });

  it('credits baht to a member who counts in baht', async () => {
    const member = await join('BAHT');
    await member.payQr(500);
    expect(await auditLedger(server.database)).toEqual([]);
  });

  it('has no code in baht for a member who counts in kip', async () => {
    const member = await join('LAK');
    const qr = await member.api.ok('POST /api/qrcode/:provider', { params: KBANK, body: { amount: 500 } });
    expect(qr).toEqual({ ...NO_QR, message: 'QR_FAIL' });
  });
});
