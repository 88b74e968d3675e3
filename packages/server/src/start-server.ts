import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readContent, readDemoMembers } from './content/read.ts';
import { ContentStore } from './content/store.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, type Database } from './database/open.ts';
import { assertSessionsAreKept } from './database/pooler.ts';
import { answerWhileStarting, type StartingServer } from './http/starting.ts';
import type { Metrics } from './kernel/metrics.ts';
import type { RequestTracer } from './kernel/request-tracer.ts';
import { loadSecretKey } from './kernel/secrets.ts';
import { SettingsError, type Settings } from './kernel/settings.ts';
import { FORMER_METRICS, SharedGauges } from './metrics/gauges.ts';
import { serveMetrics, type MetricsListener } from './metrics/serve.ts';
import { watchWalShipping } from './metrics/wal-shipping.ts';
import type { Console } from './composition/console.ts';
import type { AccountService } from './modules/account/service.ts';

export interface RunningServer {
  /** Address of the server. */
  url: string;
  /** Address of the metrics, if a setting enables them. */
  metricsUrl: string | undefined;
  /**
   * Takes no more work, finishes running work, then releases all resources.
   * @param graceMs time for which requests are still accepted, so that load balancers can notice; none by
   *   default
   */
  stop(graceMs?: number): Promise<void>;
}

/** Opens, migrates and fills the store, and serves. */
export async function startServer(
  settings: Settings,
  logger: Logger,
  tracer?: RequestTracer,
): Promise<RunningServer> {
  for (const renamed of settings.formerNames)
    logger.warn(`${renamed} now; the next version drops the old name`);
  const starting = await answerWhileStarting(settings.port, settings.host);
  try {
    return await startOn(starting, { settings, logger, tracer });
  } catch (error) {
    await starting.stop();
    throw error;
  }
}

interface StartParts {
  settings: Settings;
  logger: Logger;
  tracer: RequestTracer | undefined;
}

async function startOn(
  starting: StartingServer,
  { settings, logger, tracer }: StartParts,
): Promise<RunningServer> {
  // The server's code is loaded while the database opens.
  const [database, { composeServer }, { assertConnectable, assertOwnSettings }] = await Promise.all([
    openStore(settings, logger, starting),
    import('./composition/server.ts'),
    import('./composition/part-faults.ts'),
  ]);
  try {
    const content = new ContentStore(database);
    const isNew = await content.isEmpty();
    const fresh = isNew ? await readContent(settings.contentDir) : undefined;
    // Checked before anything is stored: a start with missing settings leaves nothing behind.
    if (fresh) await assertConnectable(settings, fresh);
    // Accepted content is served with the parts that can be connected.
    else assertOwnSettings(settings);
    const secretKey = await loadSecretKey(settings);
    if (fresh) await content.saveFirst(fresh);

    await warnOfDemoRules(content, settings, logger);
    const server = await composeServer({ settings, database, content, secretKey, logger, tracer });
    if (isNew && settings.sandboxUrl) await createDemoMembers(server.accounts, settings);
    if (settings.sandboxUrl) await server.console?.addDemoStaff();
    await starting.stop();
    await server.app.listen({ port: settings.port, host: settings.host });
    await listenForStaff(server.console, settings, logger);
    const metrics = await listenForScrapes({ settings, metrics: server.metrics, database, logger });
    for (const part of server.background) part.start();
    server.readiness.serve();
    const { port } = server.app.server.address() as AddressInfo;
    return {
      url: `http://${settings.host}:${port}`,
      metricsUrl: metrics && `http://${settings.metricsHost}:${metrics.port}/metrics`,
      async stop(graceMs = 0) {
        server.readiness.drain();
        if (graceMs > 0) await delay(graceMs);
        await Promise.all([server.app.close(), server.console?.app.close()]);
        await Promise.all(server.background.map((part) => part.stop()));
        await metrics?.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The demo allows any password of six characters, and its content is copied. */
async function warnOfDemoRules(content: ContentStore, settings: Settings, logger: Logger): Promise<void> {
  if (settings.sandboxUrl) return;
  const { easyPasswords } = (await content.get()).protection;
  if (easyPasswords === 'allow') logger.warn('protection.yaml allows easy passwords, as the demo does');
}

async function openStore(settings: Settings, logger: Logger, starting: StartingServer): Promise<Database> {
  starting.status = 'migrations';
  await migrateFirst(settings, logger);
  starting.status = 'starting';
  const database = await openDatabase({ ...settings, statementTimeoutMs: settings.databaseTimeoutMs });
  try {
    // PGlite is opened once, under the lock file of its data folder.
    if (!settings.databaseUrl) logMigrated(logger, await migrate(database));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Migrates over separate connections: a migration has no time limit. */
async function migrateFirst(settings: Settings, logger: Logger): Promise<void> {
  if (!settings.databaseUrl) return;
  await assertSessionsAreKept(settings.databaseUrl);
  const database = await openDatabase({ ...settings, databasePool: 1 });
  try {
    logMigrated(logger, await migrate(database));
  } finally {
    await database.close();
  }
}

function logMigrated(logger: Logger, applied: number): void {
  if (applied > 0) logger.info({ applied }, 'migrated');
}

async function listenForScrapes(parts: {
  settings: Settings;
  metrics: Metrics;
  database: Database;
  logger: Logger;
}): Promise<MetricsListener | undefined> {
  const { settings, metrics, database, logger } = parts;
  const { metricsPort: port, metricsHost: host } = settings;
  if (port === undefined) return undefined;
  const shared = new SharedGauges({ metrics, database });
  logger.info({ metrics: FORMER_METRICS }, 'the next version drops these former names of metrics');
  const refresh = (): Promise<void> => shared.refresh();
  const listener = await serveMetrics(metrics, { port, host, refresh }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    throw new SettingsError(`METRICS_PORT: ${port} is in use by another program`);
  });
  // PGlite has neither an archive nor standbys.
  if (!settings.databaseUrl) return listener;
  const { databaseReplicas: expectedReplicas } = settings;
  const shipping = watchWalShipping({ metrics, database, logger, expectedReplicas });
  shipping.start();
  return {
    port: listener.port,
    async stop() {
      await shipping.stop();
      await listener.stop();
    },
  };
}

/** @throws SettingsError when the port is taken */
async function listenForStaff(
  staffConsole: Console | undefined,
  settings: Settings,
  logger: Logger,
): Promise<void> {
  const { consolePort: port, consoleHost: host } = settings;
  if (!staffConsole || port === undefined) return;
  await staffConsole.app.listen({ port, host }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    const reason = `CONSOLE_PORT: ${port} is in use by another program`;
    if (!settings.consolePortIsDefault) throw new SettingsError(reason);
    logger.warn(`${reason}; this process has no console`);
  });
}

/** Creates the demo members of this country; another process may have created them a moment ago. */
async function createDemoMembers(
  accounts: AccountService,
  settings: Pick<Settings, 'contentDir' | 'laos'>,
): Promise<void> {
  for (const { phone, laos, ...member } of await readDemoMembers(settings.contentDir)) {
    if (laos !== settings.laos) continue;
    await accounts
      .registerTrusted({ ...member, username: phone, sourceCode: '', inviteCode: '' })
      .catch((error: { code?: string }) => {
        if (error.code !== 'EXISTING_USER') throw error;
      });
  }
}
