import { routes, type RouteKey } from '@krapao/contract/routes';
import type { RouteSpec } from '@krapao/contract/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { endOf, type Answer } from '../../testing/api.ts';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import { sendGift } from '../../testing/gift.ts';
import type { TestMember } from '../../testing/members.ts';
import { runAllChecks } from '../../testing/protection.ts';
import { slipForm, transferBy, upload } from '../../testing/slips.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const STATES = ['free', 'limit', 'break', 'exclusion'] as const;
type State = (typeof STATES)[number];

const BONUS = 'GIFT';
const LONG_MS = 60_000;

interface Row {
  call: (member: TestMember, server: TestServer, other: TestMember) => Promise<Answer>;
  /** The end in each state, in the order of {@link STATES}. */
  ends: readonly [free: string, limit: string, taking: string, excluded: string];
}

const always = ['OK', 'OK', 'OK', 'OK'] as const;
const stopped = ['OK', 'OK', 'ON_BREAK', 'EXCLUDED'] as const;
const move = (from: string, to: string, amount: number) => (member: TestMember) =>
  member.api.call('POST /api/wallet/transfer', { body: { from, to, amount } });

/** Each call that moves money or offers something. One member a state makes them, in this order. */
const TABLE: Readonly<Record<string, Row>> = {
  'a QR order': {
    call: (member) =>
      member.api.call('POST /api/qrcode/:provider', { params: { provider: 'KBANK' }, body: { amount: 20 } }),
    ends: ['OK', 'LIMIT_DEPOSIT', 'ON_BREAK', 'EXCLUDED'],
  },
  'a gift link': {
    call: (member, server) => sendGift(server, member, 20),
    ends: ['OK', 'LIMIT_DEPOSIT', 'ON_BREAK', 'EXCLUDED'],
  },
  'a slip': {
    call: async (member, server) => {
      const { picture } = await transferBy(server.world, member, { amount: 30 });
      return upload(server.url, member, slipForm(picture));
    },
    ends: always,
  },
  'credit into a game': {
    call: move('WALLET', 'PG', 10),
    ends: ['OK', 'LIMIT_LOSS', 'ON_BREAK', 'EXCLUDED'],
  },
  'all credit into a game': {
    call: (member) => member.api.call('POST /api/wallet/transferAll', { body: { to: 'PG' } }),
    ends: ['OK', 'LIMIT_LOSS', 'ON_BREAK', 'EXCLUDED'],
  },
  'a launch': {
    call: async (member) => {
      const { username } = await member.credentials();
      return member.api.call('GET /api/autoLogin/pg/:username', { params: { username } });
    },
    ends: stopped,
  },
  'credit home from a game': { call: move('PG', 'WALLET', 10), ends: always },
  'all credit home': { call: (member) => member.api.call('POST /api/wallet/collect'), ends: always },
  'a draw of the wheel': {
    call: (member) => member.api.call('POST /api/spinwheel/spin', { body: { clientSeed: '' } }),
    ends: stopped,
  },
  'a withdrawal': {
    call: (member) => member.api.call('POST /api/wallet/withdraw', { body: { amount: 200 } }),
    ends: always,
  },
  'a bonus': {
    // Another member of the same state, who has withdrawn nothing since the deposit.
    call: (_member, _server, other) =>
      other.api.call('GET /api/bonus/activate/:code', { params: { code: BONUS } }),
    ends: stopped,
  },
  'a promotion': {
    call: (member) => member.api.call('GET /api/promotion/activate/:code', { params: { code: 'NONE' } }),
    ends: ['NO_PROMOTION', 'NO_PROMOTION', 'ON_BREAK', 'EXCLUDED'],
  },
  'a refund': {
    call: (member) => member.api.call('GET /api/refund/receive'),
    ends: ['REFUND_INACTIVE', 'REFUND_INACTIVE', 'ON_BREAK', 'EXCLUDED'],
  },
  'invite earnings': {
    call: (member) => member.api.call('GET /api/invite/bonus'),
    ends: ['NO_INVITE_BONUS', 'NO_INVITE_BONUS', 'ON_BREAK', 'EXCLUDED'],
  },
  'a coupon': {
    call: (member) => member.api.call('POST /api/spinwheel/coupon/claim', { body: { coupon: 'NONE' } }),
    ends: ['INVALID_PRIZE_CODE', 'INVALID_PRIZE_CODE', 'ON_BREAK', 'EXCLUDED'],
  },
  'a game account': {
    call: (member) => member.api.call('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'PG' } }),
    ends: ['SLOT_ALREADY_ACTIVE', 'SLOT_ALREADY_ACTIVE', 'ON_BREAK', 'EXCLUDED'],
  },
  'the statement': {
    call: (member) => member.api.call('POST /api/statement', { body: { page: 1, limit: 10 } }),
    ends: always,
  },
  home: { call: (member) => member.api.call('GET /api/wallet'), ends: always },
  'a message in the chat': {
    call: ({ api, registration }) =>
      api.call('POST /api/chat/send-message', {
        body: {
          _id: newId(),
          sender: 'customer',
          message: { message_type: 'text', payload: { text: 'hello' } },
          session_id: '',
          userId: '',
          guestId: '',
          username: registration.username,
          name: registration.name,
          deviceToken: '',
        },
      }),
    ends: always,
  },
  'a log-in': {
    call: ({ api, registration: { username, password } }) =>
      api.call('POST /api/login', { body: { username, password } }),
    ends: always,
  },
  'a tighter limit': {
    call: (member) =>
      member.api.call('PUT /api/protection/limits', { body: { kind: 'deposit', period: 'week', amount: 5 } }),
    ends: always,
  },
};

describe('what a member may do', () => {
  let server: TestServer;
  const members = new Map<State, TestMember>();

  const enter = async (member: TestMember, state: State): Promise<void> => {
    const { api } = member;
    switch (state) {
      case 'free':
        return;
      case 'limit':
        await api.ok('PUT /api/protection/limits', { body: { kind: 'deposit', period: 'day', amount: 700 } });
        await api.ok('PUT /api/protection/limits', { body: { kind: 'loss', period: 'day', amount: 100 } });
        return;
      case 'break':
        await api.ok('POST /api/protection/break', { body: { hours: 24 } });
        return;
      case 'exclusion':
        await api.ok('POST /api/protection/exclusion', { body: { months: 6 } });
    }
  };

  beforeAll(async () => {
    server = await startTestServer({
      content: (content) => {
        content.bonuses = [bonusRule({ code: BONUS, ...gift('50.00') })];
        content.refund.active = false;
        // The members of tests share their names.
        content.protection.matchExcludedNames = 'off';
        content.spinwheel.coins.mostPerDay = 5;
      },
    });
    for (const state of STATES) {
      const member = await server.members.joinWith(700, { game: true });
      await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 100 } });
      // The coin of the deposit is counted when home is shown.
      await member.wallet();
      await enter(member, state);
      members.set(state, member);
    }
  }, LONG_MS);
  afterAll(async () => {
    expect(await runAllChecks(server.database)).toEqual([]);
    await server.stop();
  });

  const of = (state: State): TestMember => {
    const member = members.get(state);
    if (!member) throw new Error(`no member is ${state}`);
    return member;
  };

  it.each(STATES)(
    '%s: each call that moves money or offers something ends as the table says',
    async (state) => {
      const ends: Record<string, string> = {};
      const other = await server.members.joinWith(700);
      await enter(other, state);
      await server.workOff();
      for (const [name, { call }] of Object.entries(TABLE))
        ends[name] = endOf(await call(of(state), server, other));
      const expected = Object.entries(TABLE).map(([name, row]) => [name, row.ends[STATES.indexOf(state)]]);
      expect(ends).toEqual(Object.fromEntries(expected));
    },
    LONG_MS,
  );

  const shut = (Object.entries(routes) as [RouteKey, RouteSpec][])
    .filter(([, { closes, access }]) => closes !== undefined && access === 'member')
    .map(([key]) => key);

  describe.each(['break', 'exclusion'] as const)('during a %s', (state) => {
    const code = state === 'break' ? 'ON_BREAK' : 'EXCLUDED';

    it.each(shut)('every call that brings money in or plays is refused: %s', async (key) => {
      const { method, path }: RouteSpec = routes[key];
      const body =
        key === 'POST /api/wallet/transfer'
          ? { from: 'WALLET', to: 'PG', amount: 1 }
          : method === 'GET'
            ? undefined
            : {};
      const answer = await of(state).api.send(method, path.replace(/:(\w+)/g, 'X'), body);
      expect([answer.status, answer.body]).toEqual([409, expect.objectContaining({ message: code })]);
    });

    it('what arrives all the same is held, and can be paid out', async () => {
      const member = await server.members.join();
      await enter(member, state);
      await transferBy(server.world, member, { amount: 77 });
      await server.workOff();
      expect((await member.api.ok('GET /api/protection')).held).toBe(77);
      expect(await member.wallet()).toEqual({ amount: 0, transit: 0, held: 77 });
      expect(await member.api.refused('POST /api/protection/held/release')).toBe(code);
      expect(endOf(await member.api.call('POST /api/protection/held/withdraw'))).toBe('OK');
    });
  });
});
