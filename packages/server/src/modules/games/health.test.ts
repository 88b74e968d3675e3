import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectCounterparties, type Counterparties } from '../../composition/counterparties.ts';
import { createLogger } from '../../kernel/logger.ts';
import { readSettings } from '../../kernel/settings.ts';
import { MAINTENANCE_AT_PROVIDER, type GameProvider } from '../../ports/game-provider.ts';
import { done, doneUnasked, notFound, refused, unknown } from '../../ports/outcome.ts';
import { OutsideWorld, SECRET } from '../../testing/counterparties-world.ts';
import { moveTime } from '../../testing/moved-time.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { ProviderWatch } from './health.ts';

const EVERY_MS = 60_000;
/** After this long a provider that is down is asked again. */
const UNTIL_ASKED_MS = 5 * EVERY_MS + 1;
/** Dice rolls with which a fault of rate 1/2 does and does not affect a call. */
const STRUCK = 0;
const SPARED = 0.9;

describe('the health of providers', () => {
  let server: TestServer;
  /** Counterparties of the watches; the server has its own. */
  let world: OutsideWorld;
  let rolls: number[] = [];
  let counterparties: Counterparties;
  let watches: ProviderWatch[] = [];

  beforeAll(async () => {
    [server, world] = await Promise.all([
      startTestServer(),
      OutsideWorld.start(() => rolls.shift() ?? STRUCK),
    ]);
    const settings = readSettings({ SANDBOX_URL: world.url, SANDBOX_SECRET: SECRET });
    counterparties = await connectCounterparties(settings, await server.content.get());
  });
  afterAll(() => Promise.all([server.stop(), world.stop()]));
  afterEach(async () => {
    await Promise.all(watches.map((watch) => watch.stop()));
    watches = [];
    rolls = [];
    await world.heal();
    await maintenance('PG', false);
    await server.database.queries.deleteFrom('provider_outage').execute();
  });

  /** Creates the watch of one process. */
  const watch = ({ everyMs = EVERY_MS } = {}): ProviderWatch => {
    const made = new ProviderWatch({
      database: server.database,
      providers: counterparties.providers,
      off: counterparties.off,
      logger: createLogger('silent'),
      everyMs,
    });
    watches.push(made);
    return made;
  };
  /** Lets health checks time out by the given dice rolls, in their order. */
  const strikeQuestions = async (given: number[]) => {
    await world.fault('provider:PG', 'timeout_before_commit', { rate: 0.5 });
    rolls = given;
  };
  const maintenance = (provider: string, on: boolean) =>
    world.control('POST', '/maintenance', { provider, on });
  const outages = async () =>
    (await server.database.queries.selectFrom('provider_outage').select('provider').execute()).map(
      ({ provider }) => provider,
    );

  it('learns nothing from a result for which the provider was not asked', async () => {
    const one = watch();
    one.recordOutcome('PG', refused(MAINTENANCE_AT_PROVIDER));
    expect(one.isDown('PG')).toBe(true);
    one.recordOutcome('PG', doneUnasked);
    expect(one.isDown('PG')).toBe(true);
    one.recordOutcome('PG', done(undefined));
    expect(one.isDown('PG')).toBe(false);
  });

  it('is good until something is heard', async () => {
    const health = watch();
    expect(health.isDown('PG')).toBe(false);
    expect(await health.confirmUp('PG')).toBe(true);
  });

  it('is bad at once when a provider says that it is closed', () => {
    const health = watch();
    health.recordOutcome('PG', refused(MAINTENANCE_AT_PROVIDER));
    expect(health.isDown('PG')).toBe(true);
    expect(health.isDown('JOKER')).toBe(false);
  });

  it.each([
    ['a success', done(undefined)],
    ['a refusal', refused('insufficient_funds')],
    ['no record', notFound],
  ])('is good again at once after %s', (_name, outcome) => {
    const health = watch();
    health.recordOutcome('PG', refused(MAINTENANCE_AT_PROVIDER));
    health.recordOutcome('PG', outcome);
    expect(health.isDown('PG')).toBe(false);
  });

  it('stays good after one call without an answer', async () => {
    const health = watch();
    health.recordOutcome('PG', unknown('no answer in time'));
    expect(health.isDown('PG')).toBe(false);
    await health.stop();
    expect(health.isDown('PG')).toBe(false);
    expect(await outages()).toEqual([]);
  });

  it.each(['http_500', 'timeout_before_commit'] as const)(
    'is bad when the question after it stays without an answer too (%s)',
    async (kind) => {
      const health = watch();
      await world.fault('provider:PG', kind);
      health.recordOutcome('PG', unknown('no answer in time'));
      await health.stop();
      expect(health.isDown('PG')).toBe(true);
    },
  );

  it('stays good when another call was answered before the question after a silent one failed', async () => {
    const health = watch();
    await strikeQuestions([STRUCK, SPARED]);
    health.recordOutcome('PG', unknown('no answer in time'));
    health.recordOutcome('PG', done(undefined));
    await health.stop();
    expect(health.isDown('PG')).toBe(false);
    expect(await outages()).toEqual([]);
  });

  it('is bad when the question fails twice, whatever was answered during the first', async () => {
    const health = watch();
    await strikeQuestions([STRUCK, STRUCK]);
    health.recordOutcome('PG', unknown('no answer in time'));
    health.recordOutcome('PG', done(undefined));
    await health.stop();
    expect(health.isDown('PG')).toBe(true);
  });

  it('is asked for again when a call stays silent while the question is being answered', async () => {
    const health = watch();
    await strikeQuestions([SPARED, STRUCK]);
    health.recordOutcome('PG', unknown('no answer in time'));
    health.recordOutcome('PG', unknown('no answer in time'));
    await health.stop();
    expect(health.isDown('PG')).toBe(true);
  });

  it('is known to every process, and so is that it is good again', async () => {
    const [here, there] = [watch(), watch()];
    await maintenance('PG', true);
    here.recordOutcome('PG', refused(MAINTENANCE_AT_PROVIDER));
    await here.round();
    await there.round();
    expect(there.isDown('PG')).toBe(true);
    expect(here.isDown('PG')).toBe(true);
    await maintenance('PG', false);
    await moveTime(UNTIL_ASKED_MS);
    await here.round();
    await there.round();
    expect(there.isDown('PG')).toBe(false);
    expect(here.isDown('PG')).toBe(false);
    expect(await outages()).toEqual([]);
  });

  it('is asked for again and again, by one process for all', async () => {
    await maintenance('PG', true);
    const [here, there] = [watch(), watch()];
    here.recordOutcome('PG', refused(MAINTENANCE_AT_PROVIDER));
    await here.round();
    await there.round();
    expect(there.isDown('PG')).toBe(true);
    const probeAt = async () => {
      const rows = server.database.queries.selectFrom('provider_outage').select('probe_at');
      return (await rows.executeTakeFirstOrThrow()).probe_at;
    };
    const first = await probeAt();
    await moveTime(UNTIL_ASKED_MS);
    await Promise.all([here.round(), there.round()]);
    expect((await probeAt()).getTime()).toBeGreaterThan(first.getTime());
    expect(await outages()).toEqual(['PG']);
  });

  it('survives a restart', async () => {
    await maintenance('PG', true);
    const before = watch();
    before.recordOutcome('PG', refused(MAINTENANCE_AT_PROVIDER));
    await before.stop();
    const after = watch();
    await after.round();
    expect(after.isDown('PG')).toBe(true);
  });

  it('is asked for on the spot before money is refused', async () => {
    // No answer is recent.
    const health = watch({ everyMs: 0 });
    await maintenance('PG', true);
    health.recordOutcome('PG', refused(MAINTENANCE_AT_PROVIDER));
    expect(await health.confirmUp('PG')).toBe(false);
    expect(health.isDown('PG')).toBe(true);
    await maintenance('PG', false);
    expect(await health.confirmUp('PG')).toBe(true);
    expect(health.isDown('PG')).toBe(false);
  });

  it('is asked for once when many want to know', async () => {
    const health = watch();
    await maintenance('PG', true);
    health.recordOutcome('PG', refused(MAINTENANCE_AT_PROVIDER));
    const told = await Promise.all(Array.from({ length: 20 }, () => health.confirmUp('PG')));
    expect(new Set(told)).toEqual(new Set([false]));
    await maintenance('PG', false);
    // The answer is recent and is reused for a moment.
    expect(await health.confirmUp('PG')).toBe(false);
  });

  it('leaves alone what an outage of another content is about', async () => {
    await server.database.queries.insertInto('provider_outage').values({ provider: 'GONE' }).execute();
    const health = watch();
    await health.round();
    expect(health.isDown('GONE')).toBe(true);
    expect(await health.confirmUp('GONE')).toBe(false);
    await server.database.queries
      .updateTable('provider_outage')
      .set({ probe_at: sql<Date>`now() - interval '1 hour'` })
      .execute();
    await health.round();
    expect(await outages()).toEqual(['GONE']);
  });

  it('is what home shows, without a word from the provider', async () => {
    const member = await server.members.join();
    await member.activate();
    await server.world.control('POST', '/maintenance', { provider: 'PG', on: true });
    await member.api.ok('GET /api/wallet/refresh/slot');
    const { slots } = await member.api.ok('GET /api/wallet');
    expect(slots.filter(({ isDown }) => isDown).map(({ code }) => code)).toEqual(['PG']);
  });

  it('is heard of from other processes while one provider leaves its question unanswered', async () => {
    let answer = (): void => {};
    const silence = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const silent = {
      health: async () => {
        await silence;
        return done(undefined);
      },
    } as GameProvider;
    let told = (): void => {};
    const stillDown = {
      health: async () => {
        told();
        return unknown('no answer in time');
      },
    } as unknown as GameProvider;
    const health = new ProviderWatch({
      database: server.database,
      providers: new Map([
        ['PG', silent],
        ['JOKER', stillDown],
        ['JILI', stillDown],
      ]),
      off: counterparties.off,
      logger: createLogger('silent'),
      everyMs: EVERY_MS,
    });
    watches.push(health);
    const addOutage = (provider: string) =>
      sql`insert into provider_outage (provider, probe_at) values (${provider}, now())`.execute(
        server.database.queries,
      );
    const rounds: Promise<boolean>[] = [];
    /** Begins a round, and waits until it has read what others found and asks a provider that answers. */
    const roundAsks = () =>
      new Promise<void>((resolve) => {
        told = resolve;
        rounds.push(health.round());
      });
    for (const provider of ['PG', 'JOKER']) await addOutage(provider);
    await roundAsks();
    expect([health.isDown('PG'), health.isDown('JOKER')]).toEqual([true, true]);
    // Another process has found one provider up, and one down.
    await sql`delete from provider_outage where provider = 'JOKER'`.execute(server.database.queries);
    await addOutage('JILI');
    await roundAsks();
    expect(health.isDown('JOKER')).toBe(false);
    expect(health.isDown('PG')).toBe(true);
    answer();
    await Promise.all(rounds);
  });
});
