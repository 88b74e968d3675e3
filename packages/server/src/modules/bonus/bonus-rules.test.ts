/** @module-tag whole */
import { minor, type Minor } from '@krapao/contract/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bonusChecks } from '../../audit/bonuses.ts';
import { auditLedger } from '../../audit/ledger-audit.ts';
import type { Member } from '../../domain/member.ts';
import { newId } from '../../kernel/ids.ts';
import { BonusModel } from '../../testing/bonus-model.ts';
import { bonusRule, gift } from '../../testing/bonus-rules.ts';
import { BonusWorld, refusalOf } from '../../testing/bonus-world.ts';
import { baht } from '../../testing/books-only.ts';
import { workOff } from '../../testing/work-off.ts';

const HOUR_MS = 60 * 60_000;
/** Above this game balance a member wins no more rounds; the amounts would grow without limit. */
const RICH = baht(1_000_000);
/** Timeout for many runs on a busy machine. */
const LONG_MS = 240_000;

const RULES = [
  bonusRule({ code: 'DOUBLE', turnoverTimes: 1, games: { slot: 50 }, maxReceived: 4, minDeposit: '50.00' }),
  bonusRule({ code: 'GIFT', turnoverTimes: 2, percentFail: 50, maxReceived: 2, ...gift('40.01') }),
  bonusRule({
    code: 'FIFTH',
    gives: { kind: 'percent', percent: 20, upTo: '30.00' },
    turnoverTimes: 1,
    percentFail: 33,
    maxReceived: 6,
    minDeposit: '10.00',
    endsBelow: '8.00',
    validDays: 1,
  }),
];
const CODES = RULES.map(({ code }) => code);

let world: BonusWorld;
beforeAll(async () => {
  world = await BonusWorld.open(RULES);
});
afterAll(() => world.close());

/** A member's tap or a background event. Several may happen at once. */
type Press =
  | { kind: 'deposit'; amount: Minor }
  | { kind: 'activate'; code: string }
  | { kind: 'clear' }
  | { kind: 'withdraw'; amount: Minor }
  | { kind: 'withdrawAll' }
  | { kind: 'move'; amount: Minor }
  | { kind: 'keep' }
  | { kind: 'report' };

type Step =
  | { kind: 'presses'; presses: Press[] }
  /** Moves the whole wallet into the game, plays rounds, and moves all back if `isInWallet`. */
  | { kind: 'session'; rounds: { percent: number; timesWon: number }[]; isInWallet: boolean }
  | { kind: 'bet'; percent: number }
  | { kind: 'decide'; timesWon: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'restart'; process: number }
  | { kind: 'payouts'; result: 'post' | 'void' };

const amount = fc.integer({ min: 1, max: 40_000 }).map((cents) => minor(BigInt(cents)));
const code = fc.constantFrom(...CODES);
const press: fc.Arbitrary<Press> = fc.oneof(
  { weight: 3, arbitrary: amount.map((given): Press => ({ kind: 'deposit', amount: given })) },
  { weight: 5, arbitrary: code.map((given): Press => ({ kind: 'activate', code: given })) },
  { weight: 3, arbitrary: fc.constant<Press>({ kind: 'clear' }) },
  { weight: 1, arbitrary: amount.map((given): Press => ({ kind: 'withdraw', amount: given })) },
  { weight: 2, arbitrary: fc.constant<Press>({ kind: 'withdrawAll' }) },
  { weight: 2, arbitrary: amount.map((given): Press => ({ kind: 'move', amount: given })) },
  { weight: 3, arbitrary: fc.constant<Press>({ kind: 'move', amount: minor(-1n) }) },
  { weight: 1, arbitrary: fc.constant<Press>({ kind: 'keep' }) },
  { weight: 1, arbitrary: fc.constant<Press>({ kind: 'report' }) },
);
const percent = fc.integer({ min: 1, max: 100 });
const timesWon = fc.integer({ min: 0, max: 3 });
const session = fc.record({
  kind: fc.constant('session' as const),
  rounds: fc.array(fc.record({ percent, timesWon }), { minLength: 1, maxLength: 8 }),
  isInWallet: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: session },
  {
    weight: 12,
    arbitrary: fc
      .array(press, { minLength: 1, maxLength: 5 })
      .map((presses): Step => ({ kind: 'presses', presses })),
  },
  {
    weight: 5,
    arbitrary: percent.map((given): Step => ({ kind: 'bet', percent: given })),
  },
  {
    weight: 6,
    arbitrary: timesWon.map((given): Step => ({ kind: 'decide', timesWon: given })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(1, HOUR_MS, 25 * HOUR_MS).map((ms): Step => ({ kind: 'wait', ms })),
  },
  { weight: 1, arbitrary: fc.nat({ max: 1 }).map((process): Step => ({ kind: 'restart', process })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step>(
      { kind: 'payouts', result: 'post' },
      { kind: 'payouts', result: 'void' },
    ),
  },
);

const pressed = (...presses: Press[]): Step => ({ kind: 'presses', presses });

/** Attempts to get more than the rules give. Random steps generate them too seldom. */
const TRICKS: Step[][] = [
  // The deposit is withdrawn before the bonus on it is taken.
  [
    pressed({ kind: 'deposit', amount: baht(100) }),
    pressed({ kind: 'withdrawAll' }),
    { kind: 'payouts', result: 'post' },
    pressed({ kind: 'activate', code: 'DOUBLE' }),
  ],
  // All credit is staked while the bonus is ended by the member or by time; then the stake wins.
  [
    pressed({ kind: 'activate', code: 'GIFT' }),
    { kind: 'session', rounds: [], isInWallet: false },
    { kind: 'bet', percent: 100 },
    pressed({ kind: 'clear' }),
    { kind: 'wait', ms: 200 * HOUR_MS },
    pressed({ kind: 'keep' }),
    { kind: 'decide', timesWon: 3 },
  ],
  // The provider reports stakes from before the bonus after it was taken.
  [
    pressed({ kind: 'deposit', amount: baht(60) }),
    { kind: 'session', rounds: [{ percent: 100, timesWon: 1 }], isInWallet: true },
    pressed({ kind: 'activate', code: 'FIFTH' }, { kind: 'report' }),
    pressed({ kind: 'report' }),
    pressed({ kind: 'withdrawAll' }),
  ],
];
const steps = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: step.map((one) => [one]) },
      { weight: 1, arbitrary: fc.constantFrom(...TRICKS) },
    ),
    { minLength: 10, maxLength: 40, size: 'max' },
  )
  .map((parts) => parts.flat());

async function doPress(member: Member, given: Press, index: number): Promise<void> {
  const { offers, bonuses, expiryWorker, turnover, withdrawals } = world.process(index);
  switch (given.kind) {
    case 'deposit':
      return world.books.deposit(member, given.amount);
    case 'activate':
      return void (await refusalOf(offers.activate(member, given.code)));
    case 'clear':
      return void (await refusalOf(bonuses.clear(member)));
    case 'withdraw':
      return void (await refusalOf(withdrawals.withdraw(member, given.amount, newId())));
    case 'withdrawAll': {
      const all = await world.books.available(member);
      return void (await refusalOf(withdrawals.withdrawAll(member, all, newId())));
    }
    case 'move': {
      const isOut = given.amount < 0n;
      const there = world.game.balance(member.id);
      const moved = isOut ? minor(-there) : given.amount;
      if (moved !== 0n) await world.move(member, moved);
      return;
    }
    case 'keep':
      await workOff(expiryWorker);
      return;
    case 'report':
      await workOff(turnover);
  }
}

async function doStep(member: Member, model: BonusModel, given: Step): Promise<void> {
  const { game, clock } = world;
  switch (given.kind) {
    case 'presses':
      await Promise.all(given.presses.map((one, index) => doPress(member, one, index)));
      return;
    case 'bet': {
      const stake = minor((game.balance(member.id) * BigInt(given.percent)) / 100n);
      if (stake > 0n && game.bet(member.id, stake)) model.credited(-stake);
      return;
    }
    case 'decide': {
      const won = game.balance(member.id) > RICH ? 0 : given.timesWon;
      const stake = game.decide(member.id, won, clock.now());
      if (stake === undefined) return;
      model.credited(stake * BigInt(won));
      model.decided(stake, clock.now());
      return;
    }
    case 'session':
      await playSession(member, model, given.rounds);
      if (given.isInWallet) await doPress(member, { kind: 'move', amount: minor(-1n) }, 0);
      return;
    case 'wait':
      clock.forward(given.ms);
      return;
    case 'restart':
      world.restart(given.process);
      return;
    case 'payouts':
      await endPayouts(member, model, given.result);
  }
}

async function playSession(
  member: Member,
  model: BonusModel,
  rounds: readonly { percent: number; timesWon: number }[],
): Promise<void> {
  const all = await world.books.available(member);
  if (all > 0n) await world.move(member, all);
  // Stakes left on the table are decided first, and lost.
  for (const round of rounds) {
    while (world.game.onTable(member.id) > 0n) await doStep(member, model, { kind: 'decide', timesWon: 0 });
    await doStep(member, model, { kind: 'bet', percent: round.percent });
    await doStep(member, model, { kind: 'decide', timesWon: round.timesWon });
  }
}

async function endPayouts(member: Member, model: BonusModel, result: 'post' | 'void'): Promise<void> {
  const { database, ledger } = world.books.first;
  const open = await database.queries
    .selectFrom('ledger_transfer')
    .select(['id', 'amount'])
    .where('debit_account', '=', member.walletAccount)
    .where('kind', '=', 'withdraw')
    .where('state', '=', 'pending')
    .execute();
  for (const { id, amount: held } of open) {
    await ledger.settle({ id, result, outcome: {} });
    if (result === 'void') model.voided(id, held);
  }
}

describe('whatever the order of deposits, bets, cancellations, restarts and presses at once', () => {
  it(
    'a member has what the rules give, to the last satang',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (given) => {
          const member = await world.join();
          const model = new BonusModel(world, member, RULES);
          for (const one of given) {
            // Only the presses of one step share a timestamp.
            world.clock.forward(1);
            await doStep(member, model, one);
            await model.check();
          }
        }),
        { numRuns: 40, plugins: [fc.interruptAfterTimeLimit(LONG_MS / 4)] },
      );
      const { database } = world.books.first;
      expect(await auditLedger(database)).toEqual([]);
      for (const check of bonusChecks(database)) expect(await check.run()).toEqual([]);
    },
    LONG_MS,
  );
});

describe('a stake that is never decided', () => {
  it('keeps a bonus open for a week after its time, and not for ever', async () => {
    const member = await world.join();
    const { offers, bonuses, expiryWorker } = world.process(0);
    await offers.activate(member, 'GIFT');
    await world.move(member, minor(4_001n));
    world.game.bet(member.id, minor(4_001n));
    const isOpen = async () => (await bonuses.findOpenNow(member.id)) !== undefined;
    for (const [days, expected] of [
      [7, true],
      [6, true],
      [1, false],
    ] as const) {
      world.clock.forward(days * 24 * HOUR_MS);
      // A round takes ten of a lane, and members of the tests before have due bonuses too.
      for (let round = 0; round < 10; round += 1) await workOff(expiryWorker);
      expect(await isOpen()).toBe(expected);
    }
  });
});

describe('a hundred presses at once, at two processes', () => {
  const hundred = <T>(press_: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 100 }, (_, index) => press_(index)));

  it(
    'activate once, and clear once',
    async () => {
      const member = await world.join();
      await world.books.deposit(member, baht(200));
      const activated = await hundred((index) =>
        refusalOf(world.process(index).offers.activate(member, CODES[index % 3] ?? '')),
      );
      expect(activated.filter((end) => end === undefined)).toHaveLength(1);
      const given = (await world.books.available(member)) - baht(200);
      expect([baht(200), 4_001n, baht(30)]).toContain(given);

      const cleared = await hundred((index) => refusalOf(world.process(index).bonuses.clear(member)));
      expect(cleared.filter((end) => end === undefined)).toHaveLength(1);
      expect(new Set(cleared)).toEqual(new Set([undefined, 'NO_DATA']));
      const rows = await world.books.first.database.queries
        .selectFrom('user_bonus')
        .select(['state', 'cost'])
        .where('member_id', '=', member.id)
        .execute();
      expect(rows).toHaveLength(1);
      expect((await world.books.available(member)) - baht(200)).toBe(given - (rows[0]?.cost ?? 0n));
    },
    LONG_MS,
  );
});
