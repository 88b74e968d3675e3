import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Console } from '../composition/console.ts';
import { composeServer } from '../composition/server.ts';
import { readContent } from '../content/read.ts';
import type { Content } from '../content/schema.ts';
import { ContentStore } from '../content/store.ts';
import type { Database } from '../database/open.ts';
import type { Clock } from '../kernel/clock.ts';
import type { HashCost } from '../kernel/hashing.ts';
import { createLogger } from '../kernel/logger.ts';
import { HOUSE_SERVICES } from '../kernel/sandbox-services.ts';
import { readSettings, type Settings } from '../kernel/settings.ts';
import { Api } from './api.ts';
import { postgresDatabase } from './databases.ts';
import { speakHouse } from './house-protocol.ts';
import { Members } from './members.ts';
import { OutsideWorld, SECRET } from './counterparties-world.ts';

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
  /** Runs when the counterparties listen, before the server connects to them. */
  beforeConnecting?: (world: OutsideWorld) => void;
  /** False leaves pending transfers to the requests that made them. */
  settle?: boolean;
  logger?: Logger;
  /** Cost of password hashes; a very low one by default. */
  hashCost?: HashCost;
}

/** At the usual cost, registering members takes longer than most of the tests. */
const LOW_HASH_COST: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** For tests that wait for turnover: by default the providers are asked too rarely. */
export const QUICK_TURNOVER: Partial<Settings> = { turnoverEveryMs: 100 };

/**
 * Timeout of calls to counterparties. It is short if tests wait for the reconciler, which acts seconds after
 * it; otherwise it is long enough for a machine that is busy with other tests.
 */
const COUNTERPARTY_TIMEOUT_MS = { settling: '600', quiet: '2000' };

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
  stop(): Promise<void>;
}

/**
 * Cached: reading and checking the folder takes longer than the rest of a start and gives every test the same
 * result.
 */
let demoContent: Promise<Content> | undefined;

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { open = postgresDatabase, settle = true, logger = createLogger('silent') } = options;
  const [world, database, original] = await Promise.all([
    OutsideWorld.start(),
    open(),
    (demoContent ??= readContent(DEMO_CONTENT)),
  ]);
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
      COUNTERPARTY_TIMEOUT_MS: settle ? COUNTERPARTY_TIMEOUT_MS.settling : COUNTERPARTY_TIMEOUT_MS.quiet,
      RECONCILE_EVERY_MS: '200',
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
    hashCost: options.hashCost ?? LOW_HASH_COST,
    ...(options.clock && { clock: options.clock }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const staff = console && {
    url: await console.app.listen({ port: settings.consolePort ?? 0, host: '127.0.0.1' }),
    console,
  };
  if (settle) for (const part of background) part.start();
  return {
    url,
    app,
    database,
    content,
    world,
    api: new Api(url),
    members: new Members(url, world),
    staff,
    async stop() {
      // The counterparties stop first: they hold connections of unanswered calls.
      await world.stop();
      await Promise.all([app.close(), console?.app.close()]);
      await Promise.all(background.map((part) => part.stop()));
      await database.close();
    },
  };
}
