/** @module-tag whole */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IDEMPOTENCY_HEADER } from '@krapao/contract/limits';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readContent } from './content/read.ts';
import type { Content } from './content/schema.ts';
import { ContentStore } from './content/store.ts';
import { openDatabase } from './database/open.ts';
import { readSettings } from './kernel/settings.ts';
import { startServer, type RunningServer } from './start-server.ts';
import { migratedPostgresUrl } from './testing/databases.ts';
import { eventually } from './testing/eventually.ts';
import { logInMemory } from './testing/log-in-memory.ts';
import { Members, type TestMember } from './testing/members.ts';
import { OutsideWorld, type PayoutView } from './testing/counterparties-world.ts';
import { freePort } from './testing/free-port.ts';
import { copyRealContent, realEnvironment, without } from './testing/real-counterparties.ts';

/** Each test starts several servers on its own database. */
const SEVERAL_STARTS_MS = 120_000;

describe('a server whose content was accepted before', { timeout: SEVERAL_STARTS_MS }, () => {
  let world: OutsideWorld;
  let folder: string;
  let content: Content;
  let environment: Record<string, string>;
  let running: RunningServer[] = [];

  beforeAll(async () => {
    [world, folder] = await Promise.all([
      OutsideWorld.start(undefined, { isAsked: false }),
      mkdtemp(path.join(tmpdir(), 'krapao-parts-')).then(copyRealContent),
    ]);
    content = await readContent(folder);
  });
  beforeEach(async () => {
    environment = {
      ...(await realEnvironment(world, folder)),
      DATABASE_URL: await migratedPostgresUrl(),
      WEB_DIR: '/nowhere',
      AUDIT_HOUR: 'off',
      METRICS_PORT: '0',
      COUNTERPARTY_TIMEOUT_MS: '400',
      RECONCILE_EVERY_MS: '40',
    };
    return async () => {
      await world.heal();
      await Promise.all(running.map((server) => server.stop()));
      running = [];
    };
  });
  afterAll(() => Promise.all([world.stop(), rm(folder, { recursive: true })]));

  /** Starts a whole server, as its program does: its background work has timers, which no test can move. */
  const start = async (given: Record<string, string>) => {
    const log = logInMemory();
    const server = await startServer(readSettings(given), pino({ level: 'info' }, log.stream));
    running.push(server);
    return { server, log };
  };
  const stop = async (server: RunningServer) => {
    await server.stop();
    running = running.filter((one) => one !== server);
  };
  /** Loads other content, as a program of another version accepted it. */
  const load = async (changed: Content) => {
    const settings = readSettings(environment);
    const database = await openDatabase({ ...settings, databasePool: 2 });
    await new ContentStore(database).save(changed);
    await database.close();
  };
  /** Makes all status checks due now: the pauses between them grow. */
  const checkNow = async () => {
    const database = await openDatabase({ ...readSettings(environment), databasePool: 1 });
    await database.queries
      .updateTable('settlement_attempt')
      .set({ next_at: new Date(0) })
      .execute();
    await database.close();
  };
  const ready = async ({ url }: RunningServer): Promise<[number, unknown]> => {
    const answer = await fetch(`${url}/health/ready`);
    return [answer.status, await answer.json()];
  };
  const partsOff = async ({ metricsUrl }: RunningServer): Promise<string[]> =>
    [...(await (await fetch(metricsUrl ?? '')).text()).matchAll(/^krapao_parts_off\{part="(.+?)"\} 1$/gm)]
      .map(([, part]) => part!)
      .sort();
  const at = (server: RunningServer, member: TestMember) =>
    new Members(server.url, world).of(member.registration, member.token);
  const slot = async (member: TestMember, code: string) =>
    (await member.api.ok('GET /api/wallet')).slots.find((one) => one.code === code);
  const move = (member: TestMember, from: string, to: string, amount: number, key: string) =>
    member.api.call('POST /api/wallet/transfer', {
      body: { from, to, amount },
      headers: { [IDEMPOTENCY_HEADER]: key },
    });

  it('starts without the address of a provider, whose transfers wait and which is shown as down', async () => {
    const before = (await start(environment)).server;
    const joined = await new Members(before.url, world).joinWith(1_000, { game: true });
    await joined.activate('JOKER');
    expect(await move(joined, 'WALLET', 'PG', 250, 'first')).toMatchObject({ status: 200 });
    await world.fault('provider:PG', 'timeout_after_commit');
    expect(await move(joined, 'WALLET', 'PG', 100, 'second')).toMatchObject({ body: { status: 'PENDING' } });
    await stop(before);
    await world.heal();

    const { server, log } = await start(without(environment, 'PROVIDER_PG'));
    expect(await ready(server)).toEqual([200, { status: 'ready', off: ['provider:PG'] }]);
    expect(await partsOff(server)).toEqual(['provider:PG']);
    expect(log.lines()).toContainEqual(
      expect.objectContaining({
        level: 50,
        part: 'provider:PG',
        why: ['PROVIDER_PG_URL, PROVIDER_PG_SECRET: must be set while SANDBOX=0'],
      }),
    );
    const member = at(server, joined);
    expect(await slot(member, 'PG')).toMatchObject({ isActive: true, isDown: true, amount: 250 });
    expect(await move(member, 'WALLET', 'PG', 10, 'third')).toMatchObject({
      status: 409,
      body: { message: 'TRANSFER_FAIL' },
    });
    // A repeated call returns the transfer's state, not that nothing moved.
    expect(await move(member, 'WALLET', 'PG', 100, 'second')).toMatchObject({ body: { status: 'PENDING' } });
    // The next look of the reconciler.
    await eventually(async () => expect(log.text()).toContain('the provider is not connected'));
    expect(await member.wallet()).toEqual({ amount: 650, transit: 100 });
    expect(await slot(member, 'JOKER')).toMatchObject({ isActive: true, isDown: false });
    expect(await move(member, 'WALLET', 'JOKER', 50, 'fourth')).toMatchObject({ status: 200 });
    // Other processes check for themselves: a part that is off here is no outage.
    const beside = (await start({ ...environment, ...(await otherPort()) })).server;
    expect(await slot(at(beside, joined), 'PG')).toMatchObject({ isDown: false });
    expect(await ready(beside)).toEqual([200, { status: 'ready' }]);
    // The reconciler of the other process, which can ask the provider, takes the transfer before this one does.
    await eventually(async () => {
      await checkNow();
      expect((await member.wallet()).transit).toBe(0);
    });
    expect(await slot(at(beside, joined), 'PG')).toMatchObject({ isDown: false });
    expect(await move(at(beside, joined), 'PG', 'WALLET', 350, 'home')).toMatchObject({ status: 200 });
    expect(await member.wallet()).toEqual({ amount: 950, transit: 0 });
  });

  it('starts with an adapter that it does not know, and works the provider once it knows it', async () => {
    const before = (await start(environment)).server;
    const member = await new Members(before.url, world).joinWith(100);
    await stop(before);
    const other = structuredClone(content);
    other.providers.find(({ code }) => code === 'PG')!.adapter = 'unheard-of';
    await load(other);
    const { server, log } = await start(environment);
    expect(await ready(server)).toEqual([200, { status: 'ready', off: ['provider:PG'] }]);
    expect(log.text()).toContain('content: provider PG names an unknown adapter, unheard-of');
    expect(await slot(at(server, member), 'PG')).toMatchObject({ isActive: false, isDown: true });
    const activate = { params: { slotCode: 'PG' } };
    expect(await member.api.refused('GET /api/wallet/activate/:slotCode', activate)).toBe(
      'SLOT_ACTIVATE_FAIL',
    );

    // A running server follows newly loaded content without a restart: at its next look for some.
    await load(content);
    await eventually(async () => expect(await ready(server)).toEqual([200, { status: 'ready' }]), 15_000);
    expect(await partsOff(server)).toEqual([]);
    expect(log.text()).toContain('a part of the content is on again');
    await member.activate('PG');
    expect(await move(member, 'WALLET', 'PG', 100, 'in')).toMatchObject({ status: 200 });
    expect(await slot(member, 'PG')).toMatchObject({ isDown: false, amount: 100 });
  });

  it('starts without gateway, bank, slips, gifts and desk: none is offered, and what waits is done later', async () => {
    const before = (await start(environment)).server;
    const joined = await new Members(before.url, world).joinWith(1_000);
    await world.fault('bank', 'timeout_before_commit');
    await joined.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
    await stop(before);
    await world.heal();

    const names = ['GATEWAY_KBANK', 'BANK', 'SLIP', 'GIFT', 'EWALLET', 'DESK', 'SMS'];
    const { server } = await start(without(environment, ...names));
    const off = ['bank', 'desk', 'ewallet', 'gateway:KBANK', 'gift', 'slip', 'sms'];
    expect(await ready(server)).toEqual([200, { status: 'ready', off }]);
    expect(await partsOff(server)).toEqual(off);
    const member = at(server, joined);
    const { banks, wallets } = await member.api.ok('GET /api/lookup/deposit');
    expect(wallets).toEqual([]);
    expect(new Set(banks.map(({ bankType }) => bankType))).toEqual(new Set(['PAYMENT']));
    expect(await member.api.ok('GET /api/lookup/enableChatWidget')).toEqual({ isActive: false });
    const qr = { params: { provider: 'KBANK' as const }, body: { amount: 100 } };
    expect(await member.api.ok('POST /api/qrcode/:provider', qr)).toMatchObject({
      hasQrcode: false,
      message: 'QR_FAIL',
    });
    // A counterparty's callback is refused for now and must be repeated; it does not count as forged.
    const callback = await fetch(`${server.url}/api/callback/bank`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...world.signCallback('/api/callback/bank', '{}') },
      body: '{}',
    });
    expect(callback.status).toBe(503);
    const phone = { body: { phoneNumber: '0899999999' } };
    expect(await member.api.refused('POST /api/otp/send', phone)).toBe('OTP_SEND_FAIL');
    expect(await member.wallet()).toEqual({ amount: 700, transit: 300 });

    await stop(server);
    const again = at((await start(environment)).server, joined);
    // The next look of the reconciler, which sends the payout again.
    const payout = await eventually(async () => {
      const [newest] = await world.control<PayoutView[]>('GET', '/payouts');
      expect(newest?.toAccountNo).toBe(joined.registration.bankAccountNo);
      return newest!;
    });
    await world.control('POST', `/payouts/${payout.id}`, { result: 'done' });
    await again.newestBecomes({ statementType: 'withdraw', amount: 300, status: 'SUCCESS' });
  });

  it('works a provider that is added while it runs, and says which one it cannot', async () => {
    const few = structuredClone(content);
    few.providers = few.providers.filter(({ code }) => code !== 'PG' && code !== 'JOKER');
    await load(few);
    const { server, log } = await start(without(environment, 'PROVIDER_JOKER'));
    const member = await new Members(server.url, world).joinWith(100);
    expect(await slot(member, 'PG')).toBeUndefined();
    await load(content);
    // The next look for new content.
    await eventually(
      async () => expect(await ready(server)).toEqual([200, { status: 'ready', off: ['provider:JOKER'] }]),
      15_000,
    );
    expect(log.text()).toContain('PROVIDER_JOKER_URL, PROVIDER_JOKER_SECRET: must be set');
    expect(await slot(member, 'JOKER')).toMatchObject({ isDown: true });
    await member.activate('PG');
    expect(await move(member, 'WALLET', 'PG', 60, 'in')).toMatchObject({ status: 200 });
  });

  /** For another process on the same database, which needs another port. */
  const otherPort = async () => {
    const PORT = String(await freePort());
    return { PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` };
  };
});
