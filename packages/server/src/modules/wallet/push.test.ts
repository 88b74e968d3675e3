import assert from 'node:assert/strict';
import { WALLET_CHANGED, WALLET_SOCKET } from '@krapao/contract/limits';
import { minor } from '@krapao/contract/money';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { pgliteDatabase, postgresDatabase, sharedPostgres } from '../../testing/databases.ts';
import type { Heard } from '../../testing/heard.ts';
import { fromElsewhere, wideLimits } from '../../testing/limits.ts';
import { heardBy, untilClosed, untilConnected } from '../../testing/socket-events.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const open: Socket[] = [];

interface Listener {
  socket: Socket;
  /** Notifications, which say nothing more. */
  told: Heard<unknown>;
}

/** Connects a browser that listens for its member's money; rejects with the refusal. */
async function listen(
  server: TestServer,
  token?: string,
  extraHeaders: Record<string, string> = fromElsewhere(),
): Promise<Listener> {
  const socket = io(server.url + WALLET_SOCKET, {
    auth: { token },
    extraHeaders,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  open.push(socket);
  const told = heardBy(socket, WALLET_CHANGED);
  socket.on(WALLET_CHANGED, (...said: unknown[]) => expect(said).toEqual([]));
  await untilConnected(socket);
  return { socket, told };
}

/** Waits for a notification, unless there has been one. */
const isTold = ({ told }: Listener): Promise<void> => told.until((all) => all.length > 0);

afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});

describe('two processes on one database', () => {
  let one: TestServer;
  let two: TestServer;

  beforeAll(async () => {
    const { databaseUrl, open: shared } = await sharedPostgres();
    one = await startTestServer({ open: shared, settings: { databaseUrl } });
    two = await startTestServer({ open: shared, settings: { databaseUrl } });
  });
  afterAll(async () => {
    await one.stop();
    await two.stop();
  });

  it('money that comes by a callback at one is told at the other, to its member alone', async () => {
    const [member, neighbour] = [await one.members.join(), await one.members.join()];
    const [there, here, next] = [
      await listen(two, member.token),
      await listen(one, member.token),
      await listen(two, neighbour.token),
    ];
    const qr = await member.api.ok('POST /api/qrcode/:provider', {
      params: { provider: 'KBANK' },
      body: { amount: 120 },
    });
    await one.world.control('POST', `/qr/${qr.qrcodeId}/pay`);
    await one.workOff();
    await isTold(there);
    await isTold(here);
    expect((await member.wallet()).amount).toBe(120);
    expect(next.told.all).toEqual([]);
  });

  it('tells of money that leaves, and of how that ends', async () => {
    const member = await one.members.joinWith(300, { game: true });
    const there = await listen(two, member.token);
    await member.api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' } });
    await isTold(there);
    there.told.forget();
    await member.api.ok('POST /api/wallet/transfer', { body: { from: 'PG', to: 'WALLET', amount: 300 } });
    await isTold(there);
    there.told.forget();
    // A withdrawal's hold is a transaction of several steps.
    await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 200 } });
    await isTold(there);
    there.told.forget();
    await one.workOff();
    const [mine] = await one.world.payoutsTo(member.registration.bankAccountNo);
    assert.ok(mine);
    await one.world.control('POST', `/payouts/${mine.id}`, { result: 'done' });
    await member.newestBecomes({ status: 'SUCCESS' });
    await isTold(there);
  });

  it('ends with the session, wherever that is ended', async () => {
    const member = await one.members.join();
    const there = await listen(two, member.token);
    await member.api.ok('POST /api/logout');
    await untilClosed(there.socket);
    assert.equal(there.socket.connected, false);
  });

  it.each([
    [undefined, 'UNAUTHORIZED'],
    ['', 'UNAUTHORIZED'],
    ['x'.repeat(43), 'INVALID_USER_1'],
  ])('lets nobody listen with %j', async (token, code) => {
    await expect(listen(one, token)).rejects.toThrow(code);
  });
});

describe('a process by itself, on PGlite', () => {
  let server: TestServer;
  const MOST = { tabs: 3, calls: 30 };

  beforeAll(async () => {
    const limits = wideLimits({ SOCKETS_PER_MEMBER: MOST.tabs, WRONG_TOKENS_PER_ADDRESS: MOST.calls });
    // Limits count by clock minute. A running clock could start a new minute in the middle of a test.
    server = await startTestServer({
      open: pgliteDatabase,
      clock: new TestClock(),
      settings: { limits },
    });
  });
  afterAll(() => server.stop());

  it('tells its own members', async () => {
    const member = await server.members.join();
    const listener = await listen(server, member.token);
    await member.payQr(75);
    await isTold(listener);
  });

  it('lets so many tabs of a member listen, as its limit says', async () => {
    const member = await server.members.join();
    const headers = fromElsewhere();
    for (let tab = 0; tab < MOST.tabs; tab += 1) await listen(server, member.token, headers);
    await expect(listen(server, member.token, headers)).rejects.toThrow('REQUEST_LIMIT');
  });

  it('looks up invented tokens as often as the limit of the address says, and members’ all the same', async () => {
    const headers = fromElsewhere();
    const member = await server.members.join();
    const guess = () => listen(server, 'x'.repeat(43), headers);
    for (let n = 0; n < MOST.calls; n += 1) await expect(guess()).rejects.toThrow('INVALID_USER_1');
    await expect(guess()).rejects.toThrow('REQUEST_LIMIT');
    await listen(server, member.token, headers);
  });
});

describe('the ledger', () => {
  it('tells what stands and nothing else: after the commit, members only, new movements only', async () => {
    const database = await postgresDatabase();
    const ledger = new Ledger(database);
    const received: AccountId[][] = [];
    ledger.onMoved((accounts) => received.push([...accounts]));
    const house = await ledger.house('gateway:KBANK', 'BAHT');
    const account = await ledger.openMemberAccount(database.queries, { code: 'm', currency: 'BAHT' });
    const deposit = {
      id: newId(),
      debit: house,
      credit: account,
      amount: minor(500n),
      kind: 'deposit',
      pending: false,
      detail: { provider: 'KBANK', reference: 'r' },
    } as const;
    await ledger.submit(deposit);
    expect(received).toEqual([[account]]);
    await ledger.submit(deposit);
    expect(received).toHaveLength(1);

    const payout = {
      ...deposit,
      debit: account,
      credit: await ledger.house('bank:payout', 'BAHT'),
      kind: 'withdraw',
      pending: true,
      detail: { bankCode: 'KBANK', bankAccountNo: '1', bankAccountName: 'A' },
    } as const;
    const failed = database.transaction(async (tx) => {
      await ledger.submitIn(tx, { ...payout, id: newId() });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(received).toHaveLength(1);

    const id = newId();
    await database.transaction(async (tx) => {
      await ledger.submitIn(tx, { ...payout, id });
      expect(received).toHaveLength(1);
    });
    expect(received).toEqual([[account], [account]]);
    await ledger.submit({ ...payout, id: newId(), amount: minor(1n) });
    expect(received).toHaveLength(2);

    await ledger.settle({ id, result: 'void', outcome: {} });
    expect(received).toEqual([[account], [account], [account]]);
    await ledger.settle({ id, result: 'void', outcome: {} });
    await ledger.settle({ id: newId(), result: 'post', outcome: {} });
    expect(received).toHaveLength(3);
    await database.close();
  });
});
