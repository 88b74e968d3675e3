import { routes } from '@krapao/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { formTargets } from '../content/provider-links.ts';
import type { ContentStore } from '../content/store.ts';
import { isMigrated } from '../database/migrate.ts';
import type { Database } from '../database/open.ts';
import { LOOK_EVERY_MS, SecretKeys } from '../database/secret-keys.ts';
import { createApp } from '../http/app.ts';
import { healthRoutes, Readiness, type Obstacle } from '../http/health.ts';
import { createRouter, type Router } from '../http/router.ts';
import type { BrowserRules } from '../http/security-headers.ts';
import { serveSite } from '../http/site.ts';

import { systemClock, type Clock } from '../kernel/clock.ts';
import type { HashCost } from '../kernel/hashing.ts';
import { Metrics } from '../kernel/metrics.ts';
import type { RequestTracer } from '../kernel/request-tracer.ts';
import { createSecrets } from '../kernel/secrets.ts';
import type { Settings } from '../kernel/settings.ts';
import { trustProxyOf } from '../kernel/trust-proxy.ts';
import { Worker } from '../kernel/worker.ts';
import { addProcessGauges } from '../metrics/gauges.ts';
import { appFaultRoutes } from '../modules/app-faults/routes.ts';
import { accountRoutes } from '../modules/account/routes.ts';
import type { AccountService } from '../modules/account/service.ts';
import { bonusRoutes } from '../modules/bonus/routes.ts';
import { callbackRoutes } from '../modules/callbacks/routes.ts';
import { WEBHOOKS } from '../modules/callbacks/webhooks.ts';
import { chatFileRoute, chatRoutes } from '../modules/chat/routes.ts';
import { serveChatSockets } from '../modules/chat/socket.ts';
import { depositRoutes } from '../modules/deposits/routes.ts';
import { factorRoutes } from '../modules/factors/routes.ts';
import { gameRoutes, launchPageRoute } from '../modules/games/routes.ts';
import { giftRoutes } from '../modules/gifts/routes.ts';
import { inviteRoutes } from '../modules/invite/routes.ts';
import { lookupRoutes } from '../modules/lookup/routes.ts';
import { otpRoutes } from '../modules/otp/routes.ts';
import { noticeRoutes } from '../modules/notices/routes.ts';
import { passwordResetRoutes } from '../modules/password-reset/routes.ts';
import { playRoutes } from '../modules/play/routes.ts';
import { promotionRoutes } from '../modules/promotion/routes.ts';
import { protectionRoutes } from '../modules/protection/routes.ts';
import { refundRoutes } from '../modules/refund/routes.ts';
import { sessionRoutes } from '../modules/session/routes.ts';
import { createServiceRecords } from '../modules/service-records/repo.ts';
import { slipPictureRoute, slipRoutes } from '../modules/slips/routes.ts';
import { spinwheelRoutes } from '../modules/spinwheel/routes.ts';
import { statementRoutes } from '../modules/statement/routes.ts';
import { waitingRoutes } from '../modules/suspense/waiting.ts';
import { transferRoutes } from '../modules/transfers/routes.ts';
import { pushWalletChanges } from '../modules/wallet/push.ts';
import { walletRoutes } from '../modules/wallet/routes.ts';
import { withdrawalRoutes } from '../modules/withdrawals/routes.ts';
import { composeConsole, type Console } from './console.ts';
import { Circuits } from './circuits.ts';
import type { Dependencies } from './dependencies.ts';
import { observer } from './observe-counterparties.ts';
import { Connections } from './counterparties.ts';
import { PartsOffReport } from './parts-off.ts';
import { SEALED_COLUMNS } from './sealed-values.ts';
import { sendersOf } from './senders.ts';
import { openSockets } from './sockets.ts';
import {
  composeBackground,
  composeServices,
  listeningUrl,
  type Background,
  type Services,
} from './services.ts';

/** One composed server process. */
export interface Server {
  app: FastifyInstance;
  accounts: AccountService;
  /** Undefined where `CONSOLE_PORT` is off. */
  console: Console | undefined;
  background: readonly Background[];
  readiness: Readiness;
  metrics: Metrics;
}

export interface Foundations {
  settings: Settings;
  database: Database;
  content: ContentStore;
  secretKey: string;
  logger: Logger;
  clock?: Clock;
  metrics?: Metrics;
  tracer?: RequestTracer | undefined;
  /** Cost of password hashes, for tests; it is never set in production. */
  hashCost?: HashCost;
}

/** Pause between checks for new content. */
const CONTENT_EVERY_MS = 5_000;

/** Binds the handlers of the contract's routes; each route must have one. */
function addRoutes(router: Router, dependencies: Dependencies, services: Services): void {
  const { settings, database, content, clock, counterparties, logger, metrics } = dependencies;
  lookupRoutes(router, content, { off: counterparties.off, laos: settings.laos });
  sessionRoutes(router, services);
  factorRoutes(router, services, settings.publicUrl);
  otpRoutes(router, services.otps);
  passwordResetRoutes(router, services.passwordResets);
  accountRoutes(router, services.accounts);
  walletRoutes(router, { database, content, clock, ...services });
  gameRoutes(router, services, settings.publicUrl);
  transferRoutes(router, services);
  withdrawalRoutes(router, services.withdrawals);
  protectionRoutes(router, { ...services, content });
  playRoutes(router, services.plays);
  noticeRoutes(router, services.notices);
  depositRoutes(router, services.deposits);
  giftRoutes(router, services.gifts);
  slipRoutes(router, services.slips, services.hands);
  statementRoutes(router, database, content);
  waitingRoutes(router, database);
  spinwheelRoutes(router, services);
  bonusRoutes(router, services);
  promotionRoutes(router, services.promotions);
  inviteRoutes(router, services.invites, content);
  refundRoutes(router, services.refunds, content);
  chatRoutes(router, services);
  appFaultRoutes(router, { logger, metrics });

  const forgotten = Object.keys(routes).filter((key) => !router.added.has(key));
  if (forgotten.length > 0) throw new Error(`routes without a handler: ${forgotten.join(', ')}`);
}

/** Composes a server process from its dependencies. */
export async function composeServer(foundations: Foundations): Promise<Server> {
  const { settings, database, content, logger, clock = systemClock, metrics = new Metrics() } = foundations;
  const trustProxy = trustProxyOf(settings.trustProxy);
  const app = await createApp(logger, {
    tracer: foundations.tracer,
    metrics,
    trustProxy,
    rules: browserRules(settings, content),
    webhooks: WEBHOOKS,
    assertsErrors: settings.isDevelopment,
  });
  const secrets = createSecrets(foundations.secretKey, settings.oldSecretKeys);
  const secretKeys = await SecretKeys.open(database, { ring: secrets, columns: SEALED_COLUMNS, logger });
  const { counterparties, circuits } = await connectAndFollow(foundations, metrics);
  const dependencies: Dependencies = {
    settings,
    database,
    content,
    logger,
    clock,
    secrets,
    metrics,
    counterparties,
    circuits,
    hashCost: foundations.hashCost,
    publicUrl: () => settings.publicUrl ?? listeningUrl(app, settings),
  };
  database.turns.onRefused(() => metrics.limiterRefused('CALLS_WAITING_PER_MEMBER'));
  const services = composeServices(dependencies);

  services.limits.watch(app);
  const router = openRouter(app, services, content);
  addRoutes(router, dependencies, services);

  await callbackRoutes(app, { ...services, ...counterparties, maySend: sendersOf(settings, content) });
  launchPageRoute(app, services.games);
  slipPictureRoute(app, services.slips);
  chatFileRoute(app, services);
  const { io, gate } = openSockets(app, { logger, settings, trustProxy });
  serveChatSockets(app, { ...services, io, gate, logger, settings, trustProxy });
  pushWalletChanges(app, {
    ...services,
    io,
    gate,
    logger,
    trustProxy,
    hasOtherProcesses: settings.databaseUrl !== undefined,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  const readiness = new Readiness({ ask: () => obstacleOf(database, secretKeys), off: counterparties.off });
  healthRoutes(app, readiness);
  addProcessGauges(metrics, { ...services, settings, database, sockets: () => io.engine.clientsCount });
  const { webDir, contentDir, publicUrl } = settings;
  const brandName = async () => (await content.get()).operator.name;
  await serveSite(app, { webDir, contentDir, publicUrl, brandName });
  const background = [...composeBackground(dependencies, services), ...lookouts(dependencies, secretKeys)];
  const staffConsole =
    settings.consolePort === undefined ? undefined : await composeConsole(dependencies, services);
  return { app, accounts: services.accounts, console: staffConsole, background, readiness, metrics };
}

/** Connects the counterparties of the content, and again for new content before it is served. */
async function connectAndFollow(
  { settings, content, database, logger }: Foundations,
  metrics: Metrics,
): Promise<Pick<Dependencies, 'counterparties' | 'circuits'>> {
  const circuits = new Circuits({ rules: settings.circuit, metrics, logger });
  const observe = observer({ metrics, logger });
  const connections = await Connections.open(settings, await content.get(), {
    wrap: (counterparty, port) => circuits.wrap(counterparty, observe(counterparty, port)),
    records: createServiceRecords(database),
  });
  const report = new PartsOffReport({ metrics, logger });
  report.show(connections.faults);
  content.beforeServing(async (next) => {
    await connections.follow(next);
    report.show(connections.faults);
  });
  return { counterparties: connections.counterparties, circuits };
}

/** Composes the workers that watch for changes: new content, another secret key. */
const lookouts = ({ content, logger }: Dependencies, secretKeys: SecretKeys): Worker[] => [
  new Worker({
    name: 'content',
    everyMs: CONTENT_EVERY_MS,
    round: () => content.get().then(() => false),
    logger,
  }),
  new Worker({
    name: 'secret keys',
    everyMs: LOOK_EVERY_MS,
    round: () => secretKeys.look().then(() => false),
    logger,
  }),
];

/** Creates the router with authentication, call limits and the open or closed state of the site. */
const openRouter = (app: FastifyInstance, { sessions, limits }: Services, content: ContentStore): Router =>
  createRouter(app, sessions, limits, async () => (await content.get()).operator.active);

/** Returns a missing dependency of the process. */
async function obstacleOf(database: Database, keys: SecretKeys): Promise<Obstacle | undefined> {
  try {
    if (!(await isMigrated(database))) return 'migrations';
    return keys.isMissingOne ? 'secret key' : undefined;
  } catch {
    return 'database';
  }
}

/** Returns the browser rules of the settings and the content. */
const browserRules = (settings: Settings, content: ContentStore): BrowserRules => ({
  hasPasskeys: true,
  hstsDays: settings.hstsDays,
  hstsSubdomains: settings.hstsSubdomains,
  frameAncestors: settings.frameAncestors,
  callTargets: [settings.publicUrl, settings.chatOrigin].flatMap((url) => (url ? [new URL(url).origin] : [])),
  // Without its database the app is still served, and shows the outage itself.
  formTargets: () =>
    content.get().then(
      (loaded) => formTargets(loaded, settings.sandboxPublicUrl),
      () => [],
    ),
});
