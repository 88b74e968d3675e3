/**
 * The counterparties as one HTTP server: the endpoints that the wallet's server calls, and the control calls.
 */
import Fastify, { type FastifyServerOptions } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AddressInfo } from 'node:net';
import { bankFeedRoutes } from './bank/feed-routes.ts';
import { Bank } from './bank/payouts.ts';
import { bankRoutes } from './bank/routes.ts';
import { BankTransfers } from './bank/transfers.ts';
import { Callbacks, pauseAfter } from './callbacks/callbacks.ts';
import { chanceOf, type Chance } from './chance.ts';
import { controlRoutes } from './control/routes.ts';
import { Desk } from './desk/desk.ts';
import { deskCallbacks } from './desk/service-callbacks.ts';
import { deskPageRoute, deskRoutes } from './desk/routes.ts';
import { ewalletRoutes } from './ewallet/routes.ts';
import { WalletTransfers } from './ewallet/transfers.ts';
import { TrueMoneyWebhook } from './ewallet/truemoney.ts';
import { applyFaults } from './faults/apply.ts';
import { Faults, type FaultPort } from './faults/faults.ts';
import { Gateway } from './gateway/orders.ts';
import { gatewayRoutes } from './gateway/routes.ts';
import { Gifts } from './gift/gifts.ts';
import { GIFT_FAILURE, giftRoutes } from './gift/routes.ts';
import { serveAssets } from './http/assets.ts';
import { CallCounts } from './http/call-counts.ts';
import { answerErrors } from './http/errors.ts';
import { keepRawBody, refuseBadJson } from './http/json-body.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { App } from './http/types.ts';
import { operatorUrls } from './provider/dialects/service.ts';
import { pageRoutes } from './page/state.ts';
import { createOpn } from './opn/opn.ts';
import { Payonex } from './payonex/payonex.ts';
import { balanceOnlyRoutes } from './provider/balance-only.ts';
import { hashedFormRoutes } from './provider/hashed-form.ts';
import { Launcher } from './provider/launcher.ts';
import { PageTokens } from './provider/page-tokens.ts';
import { serviceDialects } from './provider/dialects/services.ts';
import type { SchemasByRoute } from './protocol/document.ts';
import { Players } from './provider/players.ts';
import { Providers, type ServicesByCode } from './provider/providers.ts';
import { signedJsonRoutes } from './provider/signed-json.ts';
import { SiteAccess } from './provider/site-access.ts';
import { loginPageRoute } from './provider/site-door.ts';
import { siteRoutes } from './provider/site-routes.ts';
import { Turnover } from './provider/turnover.ts';
import { PushBrowsers } from './push/push-browsers.ts';
import { pushRoutes } from './push/routes.ts';
import { Scb } from './scb/scb.ts';
import { ForcedErrors } from './services/forced-errors.ts';
import { paymentTaker, payoutTaker } from './services/takers.ts';
import { serviceRoutes } from './services/routes.ts';
import { Webhooks } from './services/webhooks.ts';
import { requireSignature } from './signature/guard.ts';
import { slipLookupRoutes } from './slip/routes.ts';
import { SmsInbox } from './sms/inbox.ts';
import { smsRoutes } from './sms/routes.ts';
import { Store } from './store/store.ts';
import { AskedTime, PassingTime } from './time/time.ts';
import { StripeIntents } from './stripe/intents.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

export const DEFAULT_SECRET = 'sandbox-only-secret';

export interface SandboxOptions extends Partial<Chance> {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Folder of the state; left out, the state lives in memory and ends with the sandbox. */
  readonly dataFolder?: string;
  readonly secret?: string;
  /** Address of the sandbox for a player's browser; left out, the listening address. */
  readonly publicUrl?: string;
  /**
   * Providers that speak a real service's protocol: `{ JOKER: 'joker' }`. The others speak the house's. Left out:
   * those of the demo, which speak the house's too.
   */
  readonly dialects?: ServicesByCode;
  /** Address under which the service `pgsoft` asks who a player is; left out, that of `serverUrl`. */
  readonly operatorUrl?: string;
  /** Address of the wallet's server, to which webhooks are connected from the start; left out, none is. */
  readonly serverUrl?: string;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** True: nothing is done later by itself, but when {@link Sandbox.workOff} asks for it. For tests. */
  readonly isAsked?: boolean;
  /** For so many milliseconds a call without an answer is kept open, unless {@link isAsked}; left out, a minute. */
  readonly silenceMs?: number;
  /** Repeats what is left to chance; left out, chance decides. */
  readonly seed?: string;
  /** Pause in milliseconds before a callback is sent again, by the number of failed tries. */
  readonly callbackPauseMs?: (attempts: number) => number;
  readonly logger?: FastifyServerOptions['logger'];
}

export interface Sandbox {
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /**
   * Does what is due and waits for callbacks under way.
   * @returns whether there was anything, which is known only if the sandbox is asked for it
   */
  workOff(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * Starts the sandbox.
 * @throws JournalError when the data folder cannot be used; an `EADDRINUSE` error when the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, now = Date.now, secret = DEFAULT_SECRET } = options;
  const store = new Store(options.dataFolder ?? null);
  const { random, dice } = { ...chanceOf(options.seed), ...options };
  const asked = options.isAsked ? new AskedTime(now) : undefined;
  const faults = new Faults(random, asked ?? new PassingTime(options.silenceMs));
  const app = createApp(options.logger ?? false);
  const callbacks = new Callbacks({
    store,
    faults,
    secret,
    now,
    pauseMs: options.callbackPauseMs ?? pauseAfter,
    onGivenUp: ({ port: from, url }) => app.log.warn({ from, url }, 'a callback was never taken: given up'),
  });
  let address = '';
  const publicUrl = (): string => options.publicUrl?.replace(/\/+$/, '') ?? address;
  const world = createWorld(options, { store, faults, callbacks, dice, now, publicUrl });
  protocolRoutes(app, world, { secret, now });
  openRoutes(app, world);

  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    store.close();
    throw error;
  }
  address = addressOf(host, app.server.address() as AddressInfo);
  callbacks.start();
  return {
    url: address,
    port: (app.server.address() as AddressInfo).port,
    async workOff() {
      const hadWork = (await asked?.workOff()) ?? false;
      await callbacks.idle();
      return hadWork;
    },
    async stop() {
      await app.close();
      await callbacks.stop();
      store.close();
    },
  };
}

/** Returns the schemas with which the requests of the protocols are checked. */
export async function requestSchemas(): Promise<SchemasByRoute> {
  const schemas = new Map<string, object>();
  const app = createApp(false);
  app.addHook('onRoute', ({ method, url, schema = {} }) => {
    for (const one of [method].flat()) schemas.set(`${one} ${url}`, schema);
  });
  const dice = () => 0;
  const [store, faults, now, secret] = [new Store(null), new Faults(dice), Date.now, DEFAULT_SECRET];
  const callbacks = new Callbacks({ store, faults, secret, now, pauseMs: pauseAfter, onGivenUp: () => {} });
  const world = createWorld({}, { store, faults, callbacks, dice, now, publicUrl: () => '' });
  protocolRoutes(app, world, { secret, now });
  await app.ready();
  await app.close();
  store.close();
  return schemas;
}

interface Keys {
  readonly secret: string;
  readonly now: () => number;
}

type World = ReturnType<typeof createWorld>;

/** Routes for the operator's server: callers authenticate, and faults strike. */
function protocolRoutes(app: App, world: World, { secret, now }: Keys): void {
  const { faults, calls } = world;
  /** Registers a protocol that authenticates its caller in its own way. */
  const dialect = (name: string, routes: (scope: App) => void): void => {
    app.register(async (plugin) => {
      const scope = plugin.withTypeProvider<ZodTypeProvider>();
      calls.watch(scope, name);
      applyFaults(scope, faults, 'provider');
      routes(scope);
    });
  };
  const protocol = (name: FaultPort, routes: (scope: App) => void, failure?: object): void => {
    app.register(async (plugin) => {
      const scope = plugin.withTypeProvider<ZodTypeProvider>();
      calls.watch(scope, name === 'provider' ? 'signed-json' : `house ${name}`);
      requireSignature(scope, secret, now);
      refuseBadJson(scope);
      applyFaults(scope, faults, name, failure && { failure });
      routes(scope);
    });
  };
  protocol('sms', (scope) => smsRoutes(scope, world.inbox));
  protocol('gateway', (scope) => gatewayRoutes(scope, world.gateway));
  protocol('provider', (scope) => signedJsonRoutes(scope, world));
  dialect('hashed-form', (scope) => hashedFormRoutes(scope, { ...world, secret, now }));
  dialect('balance-only', (scope) => balanceOnlyRoutes(scope, { ...world, secret }));
  dialect('page-tokens', (scope) => loginPageRoute(scope, world));
  serviceDialects(app, { ...world, secret, now });
  protocol('bank', (scope) => bankRoutes(scope, world.bank));
  protocol('feed', (scope) => bankFeedRoutes(scope, world.transfers, faults));
  protocol('slip', (scope) => slipLookupRoutes(scope, world.transfers, faults));
  protocol('gift', (scope) => giftRoutes(scope, world.gifts), GIFT_FAILURE);
  protocol('ewallet', (scope) => ewalletRoutes(scope, world.wallets, faults));
  protocol('desk', (scope) => deskRoutes(scope, world.desk));
  serviceRoutes(app, { ...world, now });
}

/** Routes for people and tests. */
function openRoutes(app: App, world: World): void {
  const open = (routes: (scope: App) => void): void => {
    app.register(async (plugin) => routes(plugin.withTypeProvider<ZodTypeProvider>()));
  };
  open((scope) => controlRoutes(scope, world));
  open((scope) => siteRoutes(scope, world));
  open((scope) => pushRoutes(scope, world.push, world.publicUrl, world.faults.time));
  open((scope) => pageRoutes(scope, world));
  open((scope) => deskPageRoute(scope));
}

interface WorldParts {
  readonly store: Store;
  readonly faults: Faults;
  readonly callbacks: Callbacks;
  readonly dice: Chance['dice'];
  readonly now: () => number;
  readonly publicUrl: () => string;
}

/** Creates every counterparty on shared dependencies. */
function createWorld(
  options: SandboxOptions,
  { store, faults, callbacks, dice, now, publicUrl }: WorldParts,
) {
  const players = new Players(store, now);
  const providers = new Providers(options.dialects);
  const access = new SiteAccess(store, now);
  const serverUrl = options.serverUrl?.replace(/\/+$/, '');
  const webhooks = new Webhooks(store, serverUrl);
  const parts = { store, faults, webhooks, callbacks, now };
  const [payonex, scb] = [new Payonex(parts), new Scb(parts)];
  const opn = createOpn({ ...parts, publicUrl });
  const stripe = new StripeIntents({ ...parts, publicUrl });
  return {
    inbox: new SmsInbox(store, now),
    payonex,
    scb,
    opn,
    stripe,
    gateway: new Gateway({
      store,
      callbacks,
      now,
      toService: paymentTaker({ payonex, scb, opn: opn.charges, stripe }),
    }),
    providers,
    players,
    access,
    operatorUrlOf: operatorUrls(options.operatorUrl?.replace(/\/+$/, ''), serverUrl),
    launcher: new Launcher({ players, access, publicUrl }),
    turnover: new Turnover(store),
    pageTokens: new PageTokens(now),
    bank: new Bank({ store, callbacks, now, toService: payoutTaker({ payonex, opn: opn.transfers }) }),
    transfers: new BankTransfers(store, now),
    webhooks,
    wallets: new WalletTransfers(store, new TrueMoneyWebhook({ webhooks, callbacks, faults }), now),
    gifts: new Gifts(store, now, dice),
    desk: new Desk({ store, callbacks, now, toService: deskCallbacks(webhooks) }),
    forced: new ForcedErrors(),
    calls: new CallCounts(),
    push: new PushBrowsers(now),
    publicUrl,
    faults,
    store,
    dice,
  };
}

function createApp(logger: NonNullable<FastifyServerOptions['logger']>): App {
  const app = Fastify({
    logger,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 300 },
    // A busy machine loads the parts slowly.
    pluginTimeout: 0,
    // Connections held open by a fault must not delay the stop.
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  keepRawBody(app);
  answerErrors(app);
  securityHeaders(app);
  serveAssets(app);
  return app;
}

/** Returns a usable address: a host that means 'every address' becomes this machine's own. */
function addressOf(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
