import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Content } from '../content/schema.ts';
import { openDatabase } from '../database/open.ts';
import { endOf, type Answer } from '../testing/api.ts';
import { bonusRule, gift } from '../testing/bonus-rules.ts';
import { sharedPostgres } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { fromElsewhere, wideLimits } from '../testing/limits.ts';
import type { TestMember } from '../testing/members.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { countLockWaits, untilLockWaits } from '../testing/lock-waits.ts';

const POOL = 4;
/** More calls than connections. */
const PRESSES = 3 * POOL;
const MOST_WAITING = 5;

function rules(content: Content): void {
  content.bonuses = [bonusRule({ code: 'GIFT', quota: 1_000, ...gift('50.00') })];
}

const byKey = (name: string) => (id: string) => ({
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [`${name}:${id}`],
});

interface Case {
  readonly press: (member: TestMember) => Promise<Answer>;
  /** The lock that another process holds while the member's calls wait. */
  readonly lock: (memberId: string, member: TestMember) => { text: string; values: string[] };
}

const CASES: Readonly<Record<string, Case>> = {
  'QR codes': {
    press: ({ api }) =>
      api.call('POST /api/qrcode/:provider', { params: { provider: 'KBANK' }, body: { amount: 100 } }),
    lock: byKey('qr'),
  },
  refunds: { press: ({ api }) => api.call('GET /api/refund/receive'), lock: byKey('rewards') },
  'invite bonuses': { press: ({ api }) => api.call('GET /api/invite/bonus'), lock: byKey('rewards') },
  bonuses: {
    press: ({ api }) => api.call('GET /api/bonus/activate/:code', { params: { code: 'GIFT' } }),
    lock: byKey('rewards'),
  },
  'bonuses of a limited number': {
    press: ({ api }) => api.call('GET /api/bonus/activate/:code', { params: { code: 'GIFT' } }),
    lock: () => byKey('bonus')('GIFT'),
  },
  prizes: {
    press: ({ api }) => api.call('POST /api/spinwheel/coupon/claim', { body: { coupon: 'CASH50' } }),
    lock: byKey('rewards'),
  },
  spins: {
    press: ({ api }) => api.call('POST /api/spinwheel/spin', { body: {} }),
    lock: (id) => ({ text: 'select from spin_member where member_id = $1 for update', values: [id] }),
  },
  'one-time codes': {
    press: ({ api, registration }) =>
      api.call('POST /api/otp/send', {
        body: { phoneNumber: registration.username },
        headers: fromElsewhere(),
      }),
    lock: (_, { registration }) => byKey('otp')(registration.username),
  },
};

describe('while a member’s calls wait for an earlier one', () => {
  const servers: TestServer[] = [];
  let databaseUrl: string;
  let otherProcess: pg.Client;
  let flooder: TestMember;
  let flooderId: string;
  let other: TestMember;

  beforeAll(async () => {
    ({ databaseUrl } = await sharedPostgres());
    const open = () =>
      openDatabase({
        databaseUrl,
        databasePool: POOL,
        databaseWaitMs: 4_000,
        dataDir: '',
        limits: wideLimits({ CALLS_WAITING_PER_MEMBER: MOST_WAITING }),
      });
    for (let n = 0; n < 2; n += 1) {
      servers.push(await startTestServer({ open, content: rules, settings: { databaseUrl } }));
    }
    otherProcess = new pg.Client(databaseUrl);
    await otherProcess.connect();
  });
  afterAll(async () => {
    await otherProcess.end();
    await Promise.all(servers.map((server) => server.stop()));
  });

  beforeEach(async () => {
    const [server] = servers;
    [flooder, other] = [await server!.members.join(), await server!.members.joinWith(1_000)];
    flooderId = (await flooder.api.ok('GET /api/account/profile')).profile._id;
    await flooder.api.ok('GET /api/spinwheel/setup');
  });

  const waitingForLocks = (): Promise<number> => countLockWaits(servers[0]!.database.queries);
  const at = (server: TestServer, { registration, token }: TestMember): TestMember =>
    server.members.of(registration, token);
  const withdraw = ({ api }: TestMember) => api.call('POST /api/wallet/withdraw', { body: { amount: 100 } });

  describe.each(Object.entries(CASES))('%s', (_, { press, lock }) => {
    it('holds one connection a process, refuses what is beyond the bound, and keeps nobody else waiting', async () => {
      await otherProcess.query('begin');
      await otherProcess.query(lock(flooderId, flooder));
      const presses = servers.map((server) =>
        Promise.all(Array.from({ length: PRESSES }, () => press(at(server, flooder)))),
      );
      try {
        await untilLockWaits(servers[0]!.database.queries, servers.length);
        for (const server of servers) {
          expect(endOf(await withdraw(at(server, other)))).toBe('OK');
          await at(server, other).wallet();
        }
        expect(await waitingForLocks()).toBe(servers.length);
      } finally {
        await otherProcess.query('rollback');
      }
      for (const answers of await Promise.all(presses)) {
        const refused = answers.filter(({ status }) => status === 429);
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    });
  });

  it('loses none of those that wait, and refuses the others before anything is done', async () => {
    const { press, lock } = CASES['QR codes']!;
    await otherProcess.query('begin');
    await otherProcess.query(lock(flooderId, flooder));
    const presses = Promise.all(Array.from({ length: PRESSES }, () => press(flooder)));
    await eventually(async () => expect(servers[0]!.database.turns.waiting).toBe(MOST_WAITING));
    await otherProcess.query('rollback');
    const answers = await presses;
    const refused = answers.filter((answer) => endOf(answer) === 'REQUEST_LIMIT');
    expect(refused).toHaveLength(PRESSES - MOST_WAITING - 1);
    const { rows } = await otherProcess.query(
      'select state, count(*)::int as count from qr_order where member_id = $1 group by 1 order by 1',
      [flooderId],
    );
    expect(rows).toEqual([
      { state: 'cancelled', count: MOST_WAITING },
      { state: 'open', count: 1 },
    ]);
  });
});
