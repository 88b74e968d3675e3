import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Console } from '../composition/console.ts';
import { composeServer } from '../composition/server.ts';
import { readContent } from '../content/read.ts';
import type { Content } from '../content/schema.ts';
import { ContentStore } from '../content/store.ts';
import type { Database } from '../database/open.ts';
import { periodOf } from '../kernel/bangkok-time.ts';
import type { Clock } from '../kernel/clock.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { createLogger } from '../kernel/logger.ts';
import { HOUSE_SERVICES } from '../kernel/sandbox-services.ts';
import { readSettings, type Settings } from '../kernel/settings.ts';
import { Api } from './api.ts';
import { postgresDatabase } from './databases.ts';
import { speakHouse } from './house-protocol.ts';
import { eventually } from './eventually.ts';
import { Members } from './members.ts';
import { followTime, moveTime } from './moved-time.ts';
import { LOW_HASH_COST } from './seed.ts';
import { COUNTERPARTY_TIMEOUT_MS, OutsideWorld, SECRET } from './counterparties-world.ts';
import { workOffRounds } from './work-off.ts';

export const DEMO_CONTENT = fileURLToPath(new URL('../../../../content/demo', import.meta.url));

/** The secret key of test servers. */
export const TEST_SECRET_KEY = 'thirty-two characters of a secret key';

export interface TestServerOptions {
  /** Opens the database; a new PostgreSQL one by default. */
  open?: () => Promise<Database>;
  settings?: Partial<Settings>;
  /** Changes the demo content before it is stored. */
  content?: (content: Content) => void;
  clock?: Clock;
  /** Counterparties beside the server's own. It works off what is due there, too. */
  moreOutside?: readonly OutsideWorld[];
  /** Runs when the counterparties listen, before the server connects to them. */
  beforeConnecting?: (world: OutsideWorld) => void;
  /**
   * `moved` (default): time is in the test's hand. Background work and the counterparties' callbacks are done by
   * {@link TestServer.workOff} alone, time is moved by {@link TestServer.pass}, and a call without an answer ends at
   * once. `passing`: everything runs by itself, by the clock of the machine.
   */
  time?: 'moved' | 'passing';
  logger?: Logger;
}

/** After this time workers take over what a request has left, in moved time. */
export const LEFT_MS = 2 * MINUTE_MS;

/** After this time a provider that is down is asked again, in moved time. */
export const DOWN_MS = 5 * MINUTE_MS;

/** After this time a bank is asked about a payout that it has accepted, in moved time. */
export const ACCEPTED_MS = 10 * MINUTE_MS;

/** A whole listening server on a new database, with its own counterparties. */
export interface TestServer {
  url: string;
  app: FastifyInstance;
  database: Database;
  content: ContentStore;
  world: OutsideWorld;
  /** Calls the server as a guest. */
  api: Api;
  members: Members;
  /** The staff's half, listening; undefined unless `consolePort` is set. */
  staff: { url: string; console: Console } | undefined;
  /** Does everything that is due, here and at the counterparties, until nothing is. */
  workOff(): Promise<void>;
  /** Works off what is due, or waits for it in real time. @returns the result of the check after it */
  whenDone<T>(check: () => Promise<T> | T): Promise<T>;
  /** Lets time pass, then works off what is due. */
  pass(ms: number): Promise<void>;
  /** Lets time pass until the next day begins in Bangkok. */
  toNextDay(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Cached: reading and checking the folder takes longer than the rest of a start and gives every test the same
 * result.
 */
let demoContent: Promise<Content> | undefined;

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { open = postgresDatabase, time = 'moved', logger = createLogger('silent') } = options;
  const isMoved = time === 'moved';
  const [world, database, original] = await Promise.all([
    OutsideWorld.start(undefined, { isAsked: isMoved }),
    open(),
    (demoContent ??= readContent(DEMO_CONTENT)),
  ]);
  const outside = [world, ...(options.moreOutside ?? [])];
  options.beforeConnecting?.(world);
  const changed = structuredClone(original);
  speakHouse(changed);
  options.content?.(changed);
  const content = new ContentStore(database);
  await content.save(changed);
  const settings: Settings = {
    ...readSettings({
      NODE_ENV: 'test',
      PORT: '0',
      SANDBOX_URL: world.url,
      SANDBOX_SECRET: SECRET,
      COUNTERPARTY_TIMEOUT_MS: String(COUNTERPARTY_TIMEOUT_MS),
      // In moved time nothing that is tried again is due again while a slow machine works.
      RECONCILE_EVERY_MS: isMoved ? '60000' : '200',
      // Tests make a counterparty fail many times in a row, and go on at once when it is healed.
      CIRCUIT_FAILURES: '1000000',
      WEB_DIR: '/nowhere',
      AUDIT_HOUR: 'off',
      CONSOLE_PORT: 'off',
      ...HOUSE_SERVICES,
    }),
    ...options.settings,
  };
  const { app, background, console } = await composeServer({
    settings,
    database,
    content,
    secretKey: TEST_SECRET_KEY,
    logger,
    hashCost: LOW_HASH_COST,
    ...(options.clock && { clock: options.clock }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const staff = console && {
    url: await console.app.listen({ port: settings.consolePort ?? 0, host: '127.0.0.1' }),
    console,
  };
  const leaveTime = isMoved ? await followTime(database) : () => {};
  if (!isMoved) for (const part of background) part.start();
  const workOffNow = () =>
    workOffRounds(async () => {
      let hadWork = false;
      for (const one of outside) hadWork = (await one.workOff()) || hadWork;
      for (const part of background) hadWork = (await part.round()) || hadWork;
      return hadWork;
    });
  // One after another: a second one would find the work of the first taken, and not wait for it.
  const inTurn = pLimit(1);
  const workOff = () => inTurn(workOffNow);
  const whenDone: TestServer['whenDone'] = isMoved
    ? async (check) => {
        await workOff();
        return check();
      }
    : eventually;
  const pass = async (ms: number): Promise<void> => {
    await moveTime(ms);
    await workOff();
  };
  return {
    url,
    app,
    database,
    content,
    world,
    api: new Api(url),
    members: new Members(url, world, { whenDone, database }),
    staff,
    workOff,
    whenDone,
    pass,
    toNextDay: () => pass(periodOf('day', new Date()).to.getTime() - Date.now()),
    async stop() {
      leaveTime();
      // The counterparties stop first: they hold connections of unanswered calls.
      await world.stop();
      await Promise.all([app.close(), console?.app.close()]);
      await Promise.all(background.map((part) => part.stop()));
      await database.close();
    },
  };
}
