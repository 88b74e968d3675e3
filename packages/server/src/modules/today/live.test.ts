import { QUEUE_CHANGED, STAFF_SOCKET_PATH } from '@krapao/contract/staff/live';
import { QUEUES } from '@krapao/contract/staff/today';
import { minor } from '@krapao/contract/money';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { STAFF_COOKIE } from '../../http/staff-router.ts';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { heardBy, untilClosed, untilConnected } from '../../testing/socket-events.ts';
import { staffOf, type StaffBrowser } from '../../testing/staff.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let one: TestServer;
let two: TestServer;
let cashier: StaffBrowser;
let content: StaffBrowser;
const open: Socket[] = [];

beforeAll(async () => {
  const { databaseUrl, open: shared } = await sharedPostgres();
  const settings = { databaseUrl, consolePort: 0 };
  one = await startTestServer({ open: shared, settings });
  two = await startTestServer({ open: shared, settings });
  [cashier, content] = (await staffOf(one, 'cashier', 'content')) as [StaffBrowser, StaffBrowser];
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(async () => {
  await one.stop();
  await two.stop();
});

/** Opens a console's socket; rejects with the refusal. */
async function listen(at: TestServer, cookie: string | undefined, headers: Record<string, string> = {}) {
  const socket = io(at.staff?.url ?? '', {
    path: STAFF_SOCKET_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { ...(cookie === undefined ? {} : { cookie: `${STAFF_COOKIE}=${cookie}` }), ...headers },
  });
  open.push(socket);
  const told = heardBy<string>(socket, QUEUE_CHANGED);
  await untilConnected(socket);
  return { socket, told };
}

/** Books a deposit without a member, at the first server. */
async function strange(): Promise<void> {
  const ledger = new Ledger(one.database);
  const id = newId();
  await ledger.submit({
    id,
    debit: await ledger.house('bank:0001234561', 'BAHT'),
    credit: await ledger.house('suspense', 'BAHT'),
    amount: minor(100n),
    kind: 'deposit',
    pending: false,
    detail: {
      provider: 'SCB',
      reference: id,
      unmatched: 'no_member',
      fromAccountNo: '1112223334',
      fromName: 'X Y',
    },
  });
}

describe('queues that change', () => {
  it('are told to those who may see them, in another process too', async () => {
    const there = await listen(two, cashier.cookie);
    const unasked = await listen(two, content.cookie);
    // Everything is told once, up to the last queue, since it may have changed before the first look.
    await there.told.until((all) => all.includes(QUEUES.at(-1)!));
    there.told.forget();
    await strange();
    await there.told.until((all) => all.length > 0);
    expect(there.told.all).toEqual(['suspense']);
    // Nothing but what the first look tells all who are connected by then.
    expect([[], ['approvals']]).toContainEqual(unasked.told.all);
  });

  it('are told to no one without a session, from another site, or after signing out', async () => {
    await expect(listen(one, undefined)).rejects.toThrow('UNAUTHORIZED');
    await expect(listen(one, 'x'.repeat(43))).rejects.toThrow('UNAUTHORIZED');
    await expect(listen(one, cashier.cookie, { origin: 'https://elsewhere.example' })).rejects.toThrow();
    const { socket, told } = await listen(two, cashier.cookie);
    await strange();
    await told.until((all) => all.includes('suspense'));
    await cashier.call('DELETE /staff/api/session');
    told.forget();
    await strange();
    await untilClosed(socket);
    expect(told.all).toEqual([]);
  });
});
