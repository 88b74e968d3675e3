import { verifyDraw } from '@krapao/contract/verify-draw';
import { minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { Content } from '../../content/schema.ts';
import { newId } from '../../kernel/ids.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { AccountId } from '../../ledger/types.ts';
import { endOf } from '../../testing/api.ts';
import { sharedPostgres } from '../../testing/databases.ts';
import { inWhole } from '../../testing/forms.ts';
import type { TestMember } from '../../testing/members.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';

const DAY_MS = 24 * 60 * 60_000;
const COIN_BAHT = 500;

type Setup = ResponseBody<'GET /api/spinwheel/setup'>;

/** Makes the wheel always stop at one slice. */
const rigged = (code: string) => (content: Content) => {
  for (const slice of content.spinwheel.slices) slice.weight = slice.code === code ? 1 : 0;
};

const setUp = (member: TestMember): Promise<Setup> => member.api.ok('GET /api/spinwheel/setup');
const spin = (member: TestMember, key?: string, clientSeed = 'my word') =>
  member.api.call('POST /api/spinwheel/spin', {
    body: { clientSeed },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const spinOnce = (member: TestMember) => member.api.ok('POST /api/spinwheel/spin', { body: {} });
const coupons = (member: TestMember) => member.api.ok('GET /api/spinwheel/coupon');
const claim = (member: TestMember, coupon: string, key?: string) =>
  member.api.call('POST /api/spinwheel/coupon/claim', {
    body: { coupon },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const coinsOf = async (member: TestMember) => (await member.api.ok('GET /api/account/profile')).profile.coin;
const coinsAtHome = async (member: TestMember) => (await member.api.ok('GET /api/wallet')).profile.coin;

/** More movements than home searches for a deposit. */
const MANY = 60;

/** Moves money in and out of a member's wallet, like one of their providers. */
async function booksOf({ database }: TestServer, { registration }: TestMember) {
  const { id, wallet_account } = await database.queries
    .selectFrom('member')
    .select(['id', 'wallet_account'])
    .where('username', '=', registration.username)
    .executeTakeFirstOrThrow();
  const ledger = new Ledger(database);
  const wallet = wallet_account as AccountId;
  const houses = {
    deposit: await ledger.house('gateway:KBANK', 'BAHT'),
    game_out: await ledger.house('provider:PG', 'BAHT'),
  };
  const move = async (kind: 'deposit' | 'game_out', baht: number) => {
    const request = { id: newId(), debit: houses[kind], credit: wallet, amount: minor(BigInt(baht) * 100n) };
    const detail = { provider: 'PG', reference: request.id, username: 'u', memberId: id };
    const { outcome } = await ledger.submit({ ...request, kind, pending: false, detail });
    expect(outcome).toBe('created');
  };
  return {
    deposit: () => move('deposit', COIN_BAHT),
    play: () => Promise.all(Array.from({ length: MANY }, () => move('game_out', 1))),
    /** Returns the number of movements, and of those counted for coins. */
    async counted() {
      const spinner = database.queries
        .selectFrom('spin_member')
        .select('counted')
        .where('member_id', '=', id);
      const account = database.queries.selectFrom('ledger_account').select('movements');
      const { movements } = await account.where('id', '=', wallet_account).executeTakeFirstOrThrow();
      return { movements, counted: (await spinner.executeTakeFirst())?.counted };
    },
  };
}

describe('the wheel', () => {
  let server: TestServer;
  const clock = new TestClock();

  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.stop());

  /** Joins a member with that many earned coins. */
  async function joinWithCoins(coins: number): Promise<TestMember> {
    const member = await server.members.joinWith(coins * COIN_BAHT);
    expect(await coinsOf(member)).toBe(coins);
    return member;
  }

  async function withContent<T>(change: (content: Content) => void, work: () => Promise<T>): Promise<T> {
    const content = await server.content.get();
    const changed = structuredClone(content);
    change(changed);
    await server.content.save(changed);
    try {
      return await work();
    } finally {
      await server.content.save(content);
    }
  }

  it('is shown in the player’s language and currency, with the coins and a seed’s hash', async () => {
    const member = await server.members.join();
    const setup = await member.api.ok('GET /api/spinwheel/setup', { headers: { cookie: 'lang=en' } });
    expect(setup.activeSpinwheel?.name).toBe('Lucky wheel');
    expect(setup.activeSpinwheel?.slices[0]).toMatchObject({
      code: 'CASH20',
      label: '฿20',
      bgColor: '#35358f',
      textColor: '#fffaf0',
    });
    expect(setup.activeSpinwheel?.slices[0]?.htmlDescription).toContain('<strong>฿20</strong>');
    expect(setup).toMatchObject({
      userCoin: 0,
      nextDraw: { nonce: 0, seedHash: expect.stringMatching(/^[\da-f]{64}$/) },
    });
    expect(setup.activeSpinwheel?.slices.find(({ code }) => code === 'CASH1000')?.label).toBe('฿1,000');
    // A repeated look gives the same seed.
    expect((await setUp(member)).nextDraw).toEqual(setup.nextDraw);
    expect(await member.api.ok('GET /api/spinwheel/active')).toEqual({ isActive: true });
  });

  it('is not there when it is off, and deposits earn their coins once it is on again', async () => {
    const member = await server.members.join();
    await withContent(
      (content) => (content.spinwheel.active = false),
      async () => {
        await member.deposit(COIN_BAHT);
        expect(await setUp(member)).toEqual({ activeSpinwheel: null, userCoin: 0, nextDraw: null });
        expect(await member.api.ok('GET /api/spinwheel/active')).toEqual({ isActive: false });
        expect(endOf(await spin(member))).toBe('NO_DATA');
      },
    );
    expect((await setUp(member)).userCoin).toBe(1);
  });

  it('needs a coin', async () => {
    const member = await server.members.join();
    expect(endOf(await spin(member))).toBe('MONEY_NOT_ENOUGH');
    expect((await setUp(member)).nextDraw?.nonce).toBe(0);
  });

  it('needs no body: the server has a word of its own for the draw', async () => {
    const member = await joinWithCoins(2);
    const { remainingCoin, draw } = await member.api.ok('POST /api/spinwheel/spin');
    expect(remainingCoin).toBe(1);
    expect(draw.serverSeed).toMatch(/^[0-9a-f]{64}$/);
  });

  it('takes a coin for a draw and tells all there is to know about it', async () => {
    const member = await joinWithCoins(2);
    const before = await setUp(member);
    const { body } = await spin(member, undefined, 'my word');
    const { code, label, remainingCoin, draw } = body as ResponseBody<'POST /api/spinwheel/spin'>;
    expect(remainingCoin).toBe(1);
    expect(await coinsOf(member)).toBe(1);
    expect(draw).toMatchObject({ code, label, clientSeed: 'my word', ...before.nextDraw });
    expect(await verifyDraw(draw, before.nextDraw?.seedHash)).toMatchObject({
      isSeedKept: true,
      isSliceRight: true,
    });
    const params = { drawId: draw.drawId };
    expect(await member.api.ok('GET /api/spinwheel/draw/:drawId', { params })).toEqual(draw);
    const after = await setUp(member);
    expect(after.nextDraw?.nonce).toBe(1);
    expect(after.nextDraw?.seedHash).not.toBe(draw.seedHash);
    // Another member's draw is not accessible.
    const other = await server.members.join();
    expect(await other.api.refused('GET /api/spinwheel/draw/:drawId', { params })).toBe('NO_DATA');
  });

  it('takes a spin without a body, as an app sends it that has no word to mix in', async () => {
    const member = await joinWithCoins(1);
    expect((await member.api.ok('POST /api/spinwheel/spin')).draw.clientSeed).toBe('');
  });

  it('agrees with whoever recomputes it, on a hundred draws', inWhole, async () => {
    const member = await withContent(
      (content) => (content.spinwheel.coins.mostPerDay = 100),
      () => joinWithCoins(100),
    );
    const won = new Set<string>();
    for (let nonce = 0; nonce < 100; nonce += 1) {
      const { nextDraw } = await setUp(member);
      const { body } = await spin(member, undefined, `word ${Math.trunc(performance.now() * 1_000)}`);
      const { draw } = body as ResponseBody<'POST /api/spinwheel/spin'>;
      expect(draw.nonce).toBe(nonce);
      const verified = await verifyDraw(draw, nextDraw?.seedHash);
      expect(verified).toMatchObject({ isSeedKept: true, isSliceRight: true });
      won.add(draw.code);
    }
    expect(won.size).toBeGreaterThan(3);
    expect(endOf(await spin(member))).toBe('MONEY_NOT_ENOUGH');
  });

  it('answers a repeated request with the same draw, and takes no second coin', async () => {
    const member = await joinWithCoins(2);
    const first = await spin(member, 'lost-answer');
    expect(endOf(first)).toBe('OK');
    await spin(member, 'another');
    // The repeat returns the same draw without a coin left, and even without a wheel.
    expect((await spin(member, 'lost-answer')).body).toEqual(first.body);
    await withContent(
      (content) => (content.spinwheel.active = false),
      async () => expect((await spin(member, 'lost-answer')).body).toEqual(first.body),
    );
    expect(await coinsOf(member)).toBe(0);
    // The same key from another member is a separate spin.
    const other = await joinWithCoins(1);
    expect(endOf(await spin(other, 'lost-answer'))).toBe('OK');
  });

  describe('coins', () => {
    it('are a number for every so much deposited in a day, up to so many', async () => {
      const member = await server.members.join();
      const steps: [number, number][] = [
        [499, 0],
        [1, 1],
        [300, 1],
        [700, 3],
        [5_000, 5],
      ];
      for (const [baht, coins] of steps) {
        await member.deposit(baht);
        expect(await coinsOf(member)).toBe(coins);
      }
      expect((await member.api.ok('GET /api/wallet')).profile.coin).toBe(5);
      expect((await setUp(member)).userCoin).toBe(5);
    });

    it('are not earned by what was deposited before the wheel', async () => {
      const member = await server.members.join();
      await withContent(
        (content) => (content.spinwheel.coins.from = '2099-01-01'),
        async () => {
          await member.deposit(COIN_BAHT);
          expect(await coinsOf(member)).toBe(0);
        },
      );
    });

    it('are earned afresh the next day of Bangkok', async () => {
      const member = await server.members.joinWith(COIN_BAHT * 9);
      expect(await coinsOf(member)).toBe(5);
      // Moves the deposit so far to an earlier day.
      await server.database.queries
        .updateTable('coin_day')
        .set({ day: new Date(Date.now() - 2 * DAY_MS) })
        .where('member_id', '=', (await member.api.ok('GET /api/account/profile')).profile._id)
        .execute();
      await member.deposit(COIN_BAHT);
      expect(await coinsOf(member)).toBe(6);
    });

    it('are shown at home to whoever has never looked and has played much', async () => {
      const member = await server.members.join();
      const books = await booksOf(server, member);
      await books.play();
      expect(await coinsAtHome(member)).toBe(0);
      // Those movements are not searched again.
      const { movements, counted } = await books.counted();
      expect(counted).toBe(movements);
      await books.deposit();
      expect(await coinsAtHome(member)).toBe(1);
    });

    it('are found at home among more movements than it looks through', async () => {
      const member = await server.members.join();
      const books = await booksOf(server, member);
      await books.play();
      await books.deposit();
      await books.play();
      expect(await coinsAtHome(member)).toBe(1);
      await books.play();
      expect(await coinsAtHome(member)).toBe(1);
      const { movements, counted } = await books.counted();
      expect(counted).toBe(movements);
    });

    it('are not earned at home by what was deposited before the wheel, and that is not looked through again', async () => {
      const member = await server.members.join();
      const books = await booksOf(server, member);
      await books.deposit();
      await books.play();
      await withContent(
        (content) => (content.spinwheel.coins.from = '2099-01-01'),
        async () => expect(await coinsAtHome(member)).toBe(0),
      );
      expect(await coinsAtHome(member)).toBe(0);
    });

    it('are counted once, however many look at the same time', async () => {
      const member = await server.members.joinWith(COIN_BAHT * 3);
      const seen = await Promise.all(Array.from({ length: 30 }, () => coinsOf(member)));
      expect(seen).toEqual(Array.from({ length: 30 }, () => 3));
    });
  });

  describe('a coupon', () => {
    /** Joins a member who has won that prize that many times. */
    async function winner(code: string, times = 1): Promise<TestMember> {
      const member = await joinWithCoins(times);
      await withContent(rigged(code), async () => {
        for (let n = 0; n < times; n += 1) expect((await spinOnce(member)).code).toBe(code);
      });
      return member;
    }

    it('is held for each prize, in one row, and none for nothing', async () => {
      const member = await winner('CASH50', 2);
      expect(await coupons(member)).toEqual([
        {
          prize: { name: '฿50', slice: 'CASH50' },
          amount: 2,
          expiresAt: expect.any(String),
          lastDrawId: expect.any(String),
        },
      ]);
      expect(await coupons(await winner('TRY_AGAIN'))).toEqual([]);
    });

    it('says of a prize that people hand over that it is not claimed', async () => {
      const member = await winner('TEA');
      expect((await coupons(member)).map(({ prize, isHandedOver }) => [prize.slice, isHandedOver])).toEqual([
        ['TEA', true],
      ]);
    });

    it('becomes money when it is claimed, named in the statement', async () => {
      const member = await winner('CASH50', 2);
      const before = await member.wallet();
      expect(endOf(await claim(member, 'CASH50'))).toBe('OK');
      expect((await member.wallet()).amount).toBe(before.amount + 50);
      const [newest] = await member.statement(1);
      expect(newest).toMatchObject({
        statementType: 'bonus',
        amount: 50,
        status: 'SUCCESS',
        to: 'WALLET',
        luckydraw: { description: '฿50' },
      });
      expect((await coupons(member))[0]?.amount).toBe(1);
      expect(await auditLedger(server.database)).toEqual([]);
    });

    it('becomes coins, which spin', async () => {
      const member = await winner('COIN1');
      expect(await coinsOf(member)).toBe(0);
      expect(endOf(await claim(member, 'COIN1'))).toBe('OK');
      expect(await coinsOf(member)).toBe(1);
      expect(endOf(await spin(member))).toBe('OK');
    });

    it('is claimed once by a repeated request', async () => {
      const member = await winner('CASH20', 2);
      const before = await member.wallet();
      for (let n = 0; n < 3; n += 1) expect(endOf(await claim(member, 'CASH20', 'lost-answer'))).toBe('OK');
      expect((await member.wallet()).amount).toBe(before.amount + 20);
      expect((await coupons(member))[0]?.amount).toBe(1);
    });

    it('gives what it gave when it was won, whatever the wheel says now', async () => {
      const member = await winner('CASH20');
      const before = await member.wallet();
      await withContent(
        (content) => (content.spinwheel.slices = content.spinwheel.slices.slice(1)),
        async () => expect(endOf(await claim(member, 'CASH20'))).toBe('OK'),
      );
      expect((await member.wallet()).amount).toBe(before.amount + 20);
    });

    it('is refused with INVALID_CODE when its code is none', async () => {
      const member = await server.members.join();
      for (const code of ['', 'cash20', '20', 'CASH 20', 'รางวัล']) {
        expect(endOf(await claim(member, code))).toBe('INVALID_CODE');
      }
    });

    it('is refused with INVALID_PRIZE_CODE when no prize has that code', async () => {
      expect(endOf(await claim(await server.members.join(), 'CASH_999'))).toBe('INVALID_PRIZE_CODE');
    });

    it('is refused with NO_CLAIMABLE_COUPON when the member has none, or none left', async () => {
      expect(endOf(await claim(await server.members.join(), 'CASH20'))).toBe('NO_CLAIMABLE_COUPON');
      const member = await winner('CASH20');
      expect(endOf(await claim(member, 'CASH20'))).toBe('OK');
      expect(endOf(await claim(member, 'CASH20'))).toBe('NO_CLAIMABLE_COUPON');
    });

    it('is refused with INVALID_COUPON_TYPE when people hand the prize over, or there is no prize', async () => {
      const member = await winner('TEA');
      expect(endOf(await claim(member, 'TEA'))).toBe('INVALID_COUPON_TYPE');
      expect(endOf(await claim(member, 'TRY_AGAIN'))).toBe('INVALID_COUPON_TYPE');
      expect(await coupons(member)).toHaveLength(1);
    });

    it('is refused with BONUS_REMAINING while a bonus is active, if it gives money', async () => {
      const member = await winner('CASH20');
      await member.deposit(COIN_BAHT);
      await withContent(rigged('COIN1'), () => spinOnce(member));
      await member.api.ok('GET /api/bonus/activate/:code', { params: { code: 'WELCOME' } });
      const before = await member.wallet();
      expect(endOf(await claim(member, 'CASH20'))).toBe('BONUS_REMAINING');
      expect(await member.wallet()).toEqual(before);
      expect(endOf(await claim(member, 'COIN1'))).toBe('OK');
      await member.api.ok('GET /api/bonus/clear');
      expect(endOf(await claim(member, 'CASH20'))).toBe('OK');
    });

    it('is refused with COUPON_EXPIRED after its days, and listed as expired', async () => {
      const member = await winner('CASH20');
      const [{ expiresAt: lastAt } = {}] = await coupons(member);
      clock.forward(7 * DAY_MS);
      const expired = { amount: 1, lastAt };
      expect(await coupons(member)).toMatchObject([{ amount: 0, expiresAt: null, expired }]);
      const before = await member.wallet();
      expect(endOf(await claim(member, 'CASH20'))).toBe('COUPON_EXPIRED');
      expect(await member.wallet()).toEqual(before);
      // A valid coupon is claimed before the expired one.
      await member.deposit(COIN_BAHT);
      await withContent(rigged('CASH20'), () => spinOnce(member));
      expect(await coupons(member)).toMatchObject([{ amount: 1, expiresAt: expect.any(String), expired }]);
      expect(endOf(await claim(member, 'CASH20'))).toBe('OK');
      expect(endOf(await claim(member, 'CASH20'))).toBe('COUPON_EXPIRED');
      // The session has expired by then.
      clock.forward(30 * DAY_MS);
      const token = await server.members.logIn(member.registration);
      expect(await coupons(server.members.of(member.registration, token))).toEqual([]);
    });
  });
});

/** A member's actions, concurrent with others. */
const doings = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('deposit' as const), baht: fc.integer({ min: 1, max: 1_200 }) }),
    fc.record({ what: fc.constantFrom('spin', 'claim money', 'claim coins', 'look') }),
  ),
  { minLength: 4, maxLength: 14 },
);

describe('the wheel, with two servers on one database', () => {
  let servers: [TestServer, TestServer];

  beforeAll(async () => {
    const { open } = await sharedPostgres();
    const first = await startTestServer({ open, content: rigged('CASH50') });
    servers = [first, await startTestServer({ open, content: rigged('CASH50') })];
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  const onBoth = (member: TestMember): [TestMember, TestMember] => [
    member,
    servers[1].members.of(member.registration, member.token),
  ];
  const hundred = <T>(work: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 100 }, (_, n) => work(n)));
  const count = (ends: readonly string[]) =>
    Object.fromEntries([...new Set(ends)].map((end) => [end, ends.filter((other) => other === end).length]));

  it('makes one draw of a hundred simultaneous spins with one coin', async () => {
    const both = onBoth(await servers[0].members.joinWith(COIN_BAHT));
    const ends = (await hundred((n) => spin(both[n % 2] ?? both[0]))).map(endOf);
    expect(count(ends)).toEqual({ OK: 1, MONEY_NOT_ENOUGH: 99 });
    expect(await coinsOf(both[1])).toBe(0);
    expect((await coupons(both[0]))[0]?.amount).toBe(1);
  });

  it('makes one draw of a hundred repeats of one request', async () => {
    const both = onBoth(await servers[0].members.joinWith(2 * COIN_BAHT));
    const answers = await hundred((n) => spin(both[n % 2] ?? both[0], 'one-intent'));
    expect(count(answers.map(endOf))).toEqual({ OK: 100 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await coinsOf(both[0])).toBe(1);
  });

  it('pays one coupon once, of a hundred simultaneous claims', async () => {
    const both = onBoth(await servers[0].members.joinWith(COIN_BAHT));
    await spinOnce(both[0]);
    const ends = (await hundred((n) => claim(both[n % 2] ?? both[0], 'CASH50'))).map(endOf);
    expect(count(ends)).toEqual({ OK: 1, NO_CLAIMABLE_COUPON: 99 });
    expect(await both[0].wallet()).toEqual({ amount: COIN_BAHT + 50, transit: 0 });
    expect(await auditLedger(servers[0].database)).toEqual([]);
  });

  it(
    'gives what the rules give, in whatever order things are done, alone or at once',
    { ...inWhole, timeout: 60_000 },
    async () => {
      const weights = (content: Content) => {
        for (const slice of content.spinwheel.slices) slice.weight = slice.code.startsWith('C') ? 1 : 0;
      };
      const content = structuredClone(await servers[0].content.get());
      const before = structuredClone(content);
      weights(content);
      await Promise.all(servers.map((server) => server.content.save(content)));
      await fc.assert(
        fc.asyncProperty(doings, fc.boolean(), async (steps, isAtOnce) => {
          const both = onBoth(await servers[0].members.join());
          const ends: [what: string, end: string][] = [];
          const act = async (step: (typeof steps)[number], n: number) => {
            const member = both[n % 2] ?? both[0];
            if (step.what === 'spin') ends.push(['spin', endOf(await spin(member))]);
            else if (step.what === 'claim money') ends.push(['money', endOf(await claim(member, 'CASH20'))]);
            else if (step.what === 'claim coins') ends.push(['coins', endOf(await claim(member, 'COIN1'))]);
            else if (step.what === 'look') await setUp(member);
            else if (!isAtOnce && 'baht' in step) await both[0].deposit(step.baht);
          };
          // A member has one open QR at a time, so these are paid one after the other.
          if (isAtOnce) for (const step of steps) if ('baht' in step) await both[0].deposit(step.baht);
          const deposited = steps.reduce((sum, step) => sum + ('baht' in step ? step.baht : 0), 0);
          if (isAtOnce) await Promise.all(steps.map(act));
          else for (const [n, step] of steps.entries()) await act(step, n);
          const done = (what: string) => ends.filter(([of, end]) => of === what && end === 'OK').length;
          const earned = Math.min(Math.floor(deposited / COIN_BAHT), 5);
          expect(await coinsOf(both[1])).toBe(earned + done('coins') - done('spin'));
          expect((await both[1].wallet()).amount).toBe(deposited + 20 * done('money'));
          const held = (await coupons(both[0])).reduce((sum, { amount }) => sum + amount, 0);
          expect(held).toBe(done('spin') - done('coins') - done('money'));
          expect(done('spin')).toBeLessThanOrEqual(earned + done('coins'));
        }),
        { numRuns: 8 },
      );
      await Promise.all(servers.map((server) => server.content.save(before)));
      expect(await auditLedger(servers[0].database)).toEqual([]);
    },
  );

  it('counts each deposit once, and every one, while homes are looked at in both', async () => {
    const member = await servers[0].members.join();
    const both = onBoth(member);
    const books = await booksOf(servers[0], member);
    for (let coins = 1; coins <= 5; coins += 1) {
      await books.play();
      const looks = async () => {
        for (let n = 0; n < 4; n += 1) await Promise.all(both.map(coinsAtHome));
      };
      // A deposit comes in while homes skip play movements and a spin may be counting.
      await Promise.all([looks(), looks(), books.deposit(), setUp(both[1])]);
      expect(await Promise.all(both.map(coinsAtHome))).toEqual([coins, coins]);
    }
    const { movements, counted } = await books.counted();
    expect(counted).toBe(movements);
  });

  it('does not take back what the other has counted while a home passes over what was played', async () => {
    const member = await servers[0].members.join();
    const books = await booksOf(servers[1], member);
    await books.play();
    const { profile } = await member.api.ok('GET /api/wallet');
    await books.play();
    let home: Promise<number> | undefined;
    await servers[0].database.transaction(async (tx) => {
      const countTo = (counted: RawBuilder<bigint>) =>
        sql`update spin_member set counted = ${counted} where member_id = ${profile._id}`.execute(tx);
      await countTo(sql`counted`);
      home = coinsAtHome(onBoth(member)[1]);
      // Waits until the request, which has seen no deposit, waits in PostgreSQL for the lock.
      await untilLockWaits(tx);
      // Now there is a deposit. The lock holder counts it, and it gives no coin.
      await books.deposit();
      const { movements } = await books.counted();
      await countTo(sql`${movements}`);
    });
    expect(await home).toBe(0);
    expect(await coinsAtHome(member)).toBe(0);
    const { movements, counted } = await books.counted();
    expect(counted).toBe(movements);
  });

  it('never spends more coins than there are, nor counts a deposit twice, in any mixture', async () => {
    const both = onBoth(await servers[0].members.joinWith(3 * COIN_BAHT));
    const ends = await hundred(async (n) => {
      const member = both[n % 2] ?? both[0];
      return n % 3 === 0
        ? `coins ${(await setUp(member)).activeSpinwheel !== null}`
        : endOf(await spin(member));
    });
    expect(count(ends)).toEqual({ 'coins true': 34, OK: 3, MONEY_NOT_ENOUGH: 63 });
    expect((await coupons(both[0]))[0]?.amount).toBe(3);
  });
});
