import { toWire, type Minor } from '@krapao/contract/money';
import { LIMIT_KINDS, LIMIT_PERIODS } from '@krapao/contract/protection';
import fc from 'fast-check';
import { expect } from 'vitest';
import { addMonths, dayOf, periodOf } from '../kernel/bangkok-time.ts';
import { DAY_MS, HOUR_MS } from '../kernel/durations.ts';
import { newId } from '../kernel/ids.ts';
import { findWallet } from '../modules/account/queries.ts';
import { endOf } from './api.ts';
import { DatabaseClock } from './database-clock.ts';
import { postgresDatabase } from './databases.ts';
import { CHANNELS, DepositChannels, type Payee } from './deposit-channels.ts';
import { prove } from './member-factors.ts';
import type { TestMember } from './members.ts';
import { ProtectionModel } from './protection-model.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const GAMES = ['PG', 'JOKER'] as const;

/** A server whose clock jumps, with the channels that pay in. */
export interface HistoryWorld {
  server: TestServer;
  clock: DatabaseClock;
  channels: DepositChannels;
}

export async function openHistoryWorld(): Promise<HistoryWorld> {
  const database = await postgresDatabase();
  const clock = await DatabaseClock.install(database);
  const server = await startTestServer({
    open: async () => database,
    clock,
    // Sessions outlive every jump of the clock.
    settings: { sessionDays: 36_500 },
    content: ({ operator, protection }) => {
      operator.registerOtp = false;
      protection.matchExcludedNames = 'off';
    },
  });
  return { server, clock, channels: new DepositChannels(database) };
}

/** A member of the server, beside the model of them. */
interface Scene {
  world: HistoryWorld;
  /** Milliseconds since 1970. */
  now: () => number;
  member: TestMember;
  id: string;
  payee: Payee;
  model: ProtectionModel;
}

type Step = (scene: Scene) => Promise<void>;

const wire = (amount: number) => toWire(BigInt(amount) as Minor);
const money = fc.integer({ min: 1, max: 50_000 });

async function newScene(world: HistoryWorld): Promise<Scene> {
  const { server, clock } = world;
  const registration = server.members.registration();
  await server.api.ok('POST /api/account', { body: registration });
  const member = server.members.of(registration, await server.members.logIn(registration));
  const { profile } = await member.api.ok('GET /api/account/profile');
  const { walletAccount } = await findWallet(server.database.queries, profile._id);
  const payee = { phone: registration.username, walletAccount };
  const now = () => clock.now().getTime();
  return { world, now, member, id: profile._id, payee, model: new ProtectionModel() };
}

const limitName = fc.record({
  kind: fc.constantFrom(...LIMIT_KINDS),
  period: fc.constantFrom(...LIMIT_PERIODS),
});

const deposit = fc
  .tuple(fc.constantFrom(...CHANNELS), money)
  .map(([channel, amount]): Step => async (scene) => {
    await scene.world.channels.deposit(channel, scene.payee, BigInt(amount) as Minor);
    scene.model.deposit(scene.now(), amount);
  });

const setLimit = fc
  .tuple(limitName, fc.option(money, { freq: 6 }))
  .map(([{ kind, period }, amount]): Step => async ({ member, model, now }) => {
    const body = { kind, period, amount: amount === null ? null : wire(amount) };
    await member.api.ok('PUT /api/protection/limits', { body });
    model.setLimit(now(), kind, period, amount);
  });

const confirm = limitName.map(({ kind, period }): Step => async ({ member, model, now }) => {
  await prove(member);
  const answer = await member.api.call('POST /api/protection/limits/confirm', { body: { kind, period } });
  expect(endOf(answer)).toBe(model.confirm(now(), kind, period));
});

const takeBreak = fc.integer({ min: 24, max: 1_008 }).map((hours): Step => async ({ member, model, now }) => {
  await member.api.ok('POST /api/protection/break', { body: { hours } });
  model.takeBreak(now(), hours);
});

const exclude = fc
  .oneof(
    { weight: 8, arbitrary: fc.integer({ min: 6, max: 60 }) },
    { weight: 1, arbitrary: fc.constant('forever' as const) },
  )
  .map((months): Step => async ({ member, model, now }) => {
    await member.api.ok('POST /api/protection/exclusion', { body: { months } });
    model.exclude(now(), months);
  });

const askEnd = fc.constant<Step>(async ({ member, model, now }) => {
  await prove(member);
  expect(endOf(await member.api.call('POST /api/protection/exclusion/end'))).toBe(model.askEnd(now()));
});

/** Moves credit as the transfers do, without the calls to the games. */
const move = fc
  .tuple(fc.constantFrom(...GAMES), money, fc.boolean(), fc.constantFrom('post' as const, 'void' as const))
  .map(([game, amount, intoGame, result]): Step => async ({ id: memberId, payee, model, now, world }) => {
    const { ledger } = world.channels;
    const [wallet, house] = [payee.walletAccount, await ledger.house(`provider:${game}`, 'BAHT')];
    const id = newId();
    const common = { id, amount: BigInt(amount) as Minor, pending: true };
    const detail = { provider: game, username: 'x', memberId };
    const end = await ledger
      .submit(
        intoGame
          ? { ...common, kind: 'game_in', debit: wallet, credit: house, detail }
          : { ...common, kind: 'game_out', debit: house, credit: wallet, detail },
      )
      .then(
        ({ outcome }) => (outcome === 'created' ? 'OK' : 'MONEY_NOT_ENOUGH'),
        (error: { code: string }) => error.code,
      );
    if (end === 'OK') await ledger.settle({ id, result, outcome: {} });
    if (intoGame) expect(end).toBe(model.intoGame(now(), game, amount, result === 'post'));
    else if (result === 'post') model.home(now(), game, amount);
  });

const release = fc.constant<Step>(async ({ member, model, now }) => {
  expect(endOf(await member.api.call('POST /api/protection/held/release'))).toBe(model.release(now()));
});

const payOut = fc
  .constantFrom('post' as const, 'void' as const)
  .map((result): Step => async ({ member, model, world }) => {
    const answer = await member.api.call('POST /api/protection/held/withdraw');
    expect(endOf(answer)).toBe(model.payOut(result === 'post'));
    if (answer.status === 200)
      await world.channels.ledger.settle({ id: (answer.body as { _id: string })._id, result, outcome: {} });
  });

/** Returns the midnight that ends the month in Bangkok. */
function monthEnd(at: Date): Date {
  let { to } = periodOf('day', at);
  while (!dayOf(to).endsWith('-01')) ({ to } = periodOf('day', to));
  return to;
}

const jump = fc
  .oneof(
    fc.integer({ min: 1, max: 3 * HOUR_MS }).map((ms) => (at: Date) => new Date(at.getTime() + ms)),
    fc.integer({ min: 1, max: 40 }).map((days) => (at: Date) => new Date(at.getTime() + days * DAY_MS)),
    fc.integer({ min: 1, max: 9 }).map((months) => (at: Date) => addMonths(at, months)),
    fc.constant((at: Date) => new Date(at.getTime() + DAY_MS)),
    fc.constantFrom(-1, 0, 1).map((ms) => (at: Date) => new Date(periodOf('day', at).to.getTime() + ms)),
    fc.constantFrom(-1, 0).map((ms) => (at: Date) => new Date(periodOf('week', at).to.getTime() + ms)),
    fc.constantFrom(-1, 0).map((ms) => (at: Date) => new Date(monthEnd(at).getTime() + ms)),
  )
  .map(
    (to): Step =>
      ({ world: { clock } }) =>
        clock.set(to(clock.now())),
  );

const step = fc.oneof(
  { weight: 10, arbitrary: deposit },
  { weight: 5, arbitrary: setLimit },
  { weight: 3, arbitrary: confirm },
  { weight: 8, arbitrary: move },
  { weight: 7, arbitrary: jump },
  { weight: 3, arbitrary: release },
  { weight: 2, arbitrary: payOut },
  { weight: 1, arbitrary: takeBreak },
  { weight: 1, arbitrary: exclude },
  { weight: 1, arbitrary: askEnd },
);

/**
 * Plays so many histories of one member each, as the seed draws them, and compares the server with the model after
 * every step.
 * @returns the failure of the first history in which they differ; undefined when there is none
 */
export async function playHistories(
  world: HistoryWorld,
  count: number,
  seed: number,
): Promise<string | undefined> {
  const start = fc.date({ min: new Date('2027-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
  const steps = fc.array(step, { minLength: 8, maxLength: 40 });
  const property = fc.asyncProperty(start, steps, async (at, taken) => {
    await world.clock.set(at);
    const scene = await newScene(world);
    const { member, payee, model, now } = scene;
    for (const take of taken) {
      await take(scene);
      const { realityCheckMinutes: _, ...shown } = await member.api.ok('GET /api/protection');
      expect(shown).toEqual(model.view(now()));
      const { available } = await world.channels.ledger.balance(payee.walletAccount);
      expect(Number(available)).toBe(model.wallet);
    }
  });
  const { failed, numRuns, errorInstance } = await fc.check(property, {
    numRuns: count,
    seed,
    endOnFailure: true,
  });
  return failed ? `seed ${seed}, history ${numRuns}: ${String(errorInstance)}` : undefined;
}
