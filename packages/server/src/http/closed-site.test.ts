import { routes, type RouteKey } from '@krapao/contract/routes';
import type { RouteSpec } from '@krapao/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../audit/ledger-audit.ts';
import { endOf } from '../testing/api.ts';
import type { TestMember } from '../testing/members.ts';
import { LEFT_MS, startTestServer, type TestServer } from '../testing/test-server.ts';

const WORDS = { th: 'ปิดแล้ว', la: 'ປິດແລ້ວ', en: 'Closed' };
const SECOND = 'PGSLOT';

/** Calls that a closed site refuses: those that bring money in or open a game. */
const CLOSED: readonly RouteKey[] = [
  'POST /api/account/validate',
  'POST /api/account',
  'POST /api/otp/send',
  'POST /api/otp/verify',
  'POST /api/qrcode/:provider',
  'POST /api/wallet/truelink',
  'GET /api/wallet/activate/:slotCode',
  'POST /api/wallet/transferAll',
  'GET /api/bonus/activate/:code',
  'GET /api/promotion/activate/:code',
  'GET /api/refund/receive',
  'GET /api/refund/addWallet',
  'GET /api/invite/bonus',
  'POST /api/spinwheel/spin',
  'POST /api/spinwheel/coupon/claim',
  'GET /api/autoLogin/pg/:username',
  'GET /api/autoLogin/betflix/:username',
  'GET /api/autoLogin/askmebet/:username/:password',
  'GET /api/autoLogin/imi/:username/:password',
  'GET /api/autoLogin/usun/:username/:password',
  'GET /api/autoLogin/areaslot/:username',
  'GET /api/autoLogin/circus/:username/:password',
  'GET /api/autoLogin/slotracha/:username/:password',
  'GET /api/autoLogin/pgslot/:username/:password',
  'GET /api/autoLogin/joker2/:username',
  'GET /api/autoLogin/huayhd/:username',
];
/** Refused in one direction only. */
const INTO_GAME: RouteKey = 'POST /api/wallet/transfer';
const OPEN = (Object.keys(routes) as RouteKey[]).filter((key) => !CLOSED.includes(key) && key !== INTO_GAME);

describe('a closed site', () => {
  let server: TestServer;
  let member: TestMember;
  /** A second member, for calls that end sessions. */
  let other: TestMember;
  let qrcodeId: string;

  const setActive = async (active: boolean) => {
    const content = structuredClone(await server.content.get());
    content.operator.active = active;
    content.operator.closedText = WORDS;
    await server.content.save(content);
  };

  beforeAll(async () => {
    server = await startTestServer({
      content: ({ providers }) => {
        const [first] = providers;
        if (first) providers.push({ ...first, code: SECOND });
      },
    });
    member = await server.members.joinWith(1_000, { game: true });
    await member.activate(SECOND);
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 400 } });
    other = await server.members.join();
    const order = { params: { provider: 'KBANK' }, body: { amount: 50 } } as const;
    qrcodeId = (await member.api.ok('POST /api/qrcode/:provider', order)).qrcodeId;
    await setActive(false);
  });
  afterAll(async () => {
    expect(await auditLedger(server.database)).toEqual([]);
    await server.stop();
  });

  /** Sends a call that is valid only in shape: a closed site refuses it before any other check. */
  const send = (key: RouteKey, who: TestMember) => {
    const { method, path }: RouteSpec = routes[key];
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    return who.api.send(method, path.replace(/:(\w+)/g, 'X'), body);
  };
  const transfer = (from: string, to: string, amount: number) =>
    member.api.call('POST /api/wallet/transfer', { body: { from, to, amount } });

  it.each(CLOSED)('refuses %s', async (key) => {
    const { status, body } = await send(key, member);
    expect([status, body]).toEqual([410, expect.objectContaining({ message: 'gone' })]);
  });

  it.each(OPEN)('takes %s', async (key) => {
    const { status, body } = await send(key, other);
    expect([status, (body as { message?: string } | null)?.message]).not.toEqual([410, 'gone']);
    expect((routes[key] as RouteSpec).closes).toBeUndefined();
  });

  it('lets credit come back, and none go into a game', async () => {
    expect(endOf(await transfer('WALLET', 'PG', 10))).toBe('gone');
    expect(endOf(await transfer('PG', SECOND, 10))).toBe('gone');
    expect(endOf(await transfer('PG', 'WALLET', 100))).toBe('OK');
    await member.api.ok('POST /api/wallet/collect');
    expect(await member.wallet()).toEqual({ amount: 1_000, transit: 0 });
  });

  it('lets members log in, read, withdraw and give a withdrawal up', async () => {
    const token = await server.members.logIn(member.registration);
    const fresh = server.members.of(member.registration, token);
    const { _id } = await fresh.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
    await server.workOff();
    const payouts = await server.world.payoutsTo(member.registration.bankAccountNo);
    expect(payouts).toHaveLength(1);
    await server.world.control('POST', `/payouts/${payouts[0]?.id}`, { result: 'done' });
    await fresh.newestBecomes({ _id, status: 'SUCCESS' });
  });

  it('credits what is paid for an order that was made before', async () => {
    const { amount } = await member.wallet();
    await server.world.control('POST', `/qr/${qrcodeId}/pay`);
    await server.workOff();
    expect((await member.wallet()).amount).toBe(amount + 50);
  });

  it('has credit that was under way to a second game stay in the wallet', async () => {
    await setActive(true);
    expect(endOf(await transfer('WALLET', 'PG', 200))).toBe('OK');
    const { amount } = await member.wallet();
    await server.world.fault('provider', 'timeout_after_commit');
    expect((await transfer('PG', SECOND, 200)).body).toMatchObject({ status: 'PENDING' });
    await setActive(false);
    await server.world.heal();
    await server.pass(LEFT_MS);
    const open = await server.database.queries
      .selectFrom('onward_transfer')
      .select('transfer_id')
      .where('done', '=', false)
      .execute();
    expect(open).toEqual([]);
    expect(await member.wallet()).toEqual({ amount: amount + 200, transit: 0 });
  });

  it('says so in the operator’s words, by language, and says nothing of it once open', async () => {
    const ask = (language: string) =>
      server.api.call('GET /api/lookup/active', { headers: { 'accept-language': language } });
    expect((await ask('en')).body).toEqual({ isActive: false, message: WORDS.en });
    expect((await ask('th')).body).toEqual({ isActive: false, message: WORDS.th });
    await setActive(true);
    expect((await ask('en')).body).toEqual({ isActive: true });
  });
});
