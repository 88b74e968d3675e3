import type { AddressInfo } from 'node:net';
import { routes } from '@krapao/contract/routes';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createPayoutBank } from './adapters/payout-bank.ts';
import { createPg } from './adapters/providers/pg.ts';
import { createQrGateway } from './adapters/qr-gateway.ts';
import { createSmsService } from './adapters/sms-service.ts';
import type { SignedClientOptions } from './adapters/http/signed-client.ts';
import type { ContentStore } from './content/store.ts';
import type { Content } from './content/schema.ts';
import type { Database } from './database/open.ts';
import { createApp } from './http/app.ts';
import { createRouter } from './http/router.ts';
import { serveSite } from './http/site.ts';
import { systemClock, type Clock } from './kernel/clock.ts';
import { createSecrets } from './kernel/secrets.ts';
import { SettingsError, type Settings } from './kernel/settings.ts';
import { Ledger } from './ledger/ledger.ts';
import { Settler } from './ledger/settler.ts';
import { accountRoutes } from './modules/account/routes.ts';
import { AccountService } from './modules/account/service.ts';
import { BANK_CALLBACK, callbackRoutes, GATEWAY_CALLBACK } from './modules/callbacks/routes.ts';
import { QrOrderRepo } from './modules/deposits/repo.ts';
import { depositRoutes } from './modules/deposits/routes.ts';
import { DepositService } from './modules/deposits/service.ts';
import { GameAccountRepo } from './modules/games/repo.ts';
import { gameRoutes } from './modules/games/routes.ts';
import { GameService } from './modules/games/service.ts';
import { lookupRoutes } from './modules/lookup/routes.ts';
import { otpRoutes } from './modules/otp/routes.ts';
import { OtpService } from './modules/otp/service.ts';
import { sessionRoutes } from './modules/session/routes.ts';
import { SessionService } from './modules/session/service.ts';
import { statementRoutes } from './modules/statement/routes.ts';
import { transferRoutes } from './modules/transfers/routes.ts';
import { TransferService } from './modules/transfers/service.ts';
import { walletRoutes } from './modules/wallet/routes.ts';
import { withdrawalRoutes } from './modules/withdrawals/routes.ts';
import { WithdrawalService } from './modules/withdrawals/service.ts';
import type { GameProvider } from './ports/game-provider.ts';
import type { PaymentGateway } from './ports/payment-gateway.ts';

/** Adapters by the name content gives them. */
const PROVIDER_ADAPTERS: Readonly<Record<string, (options: SignedClientOptions) => GameProvider>> = {
  pg: createPg,
};

const QR_GATEWAYS = ['KBANK'] as const;

/** A worker must not meddle with a request that may still be calling outside, at most so many times in a row. */
const MOST_CALLS = 2;
const GRACE_OVER_TIMEOUTS_MS = 2_000;

/** One server process, put together. */
export interface Server {
  app: FastifyInstance;
  accounts: AccountService;
  settler: Settler;
}

export interface Foundations {
  settings: Settings;
  database: Database;
  content: ContentStore;
  secretKey: string;
  logger: Logger;
  clock?: Clock;
}

/** The composition root: the one place that names adapters and ties modules together. */
export async function composeServer(foundations: Foundations): Promise<Server> {
  const { settings, database, content, logger, clock = systemClock } = foundations;
  const secrets = createSecrets(foundations.secretKey);
  const outside = connectOutside(settings, await content.get());
  // Asked when a callback address is needed: port 0 has become a real one by then.
  const publicUrl = (): string =>
    settings.publicUrl ??
    `http://127.0.0.1:${(app.server.address() as AddressInfo | null)?.port ?? settings.port}`;

  const ledger = new Ledger(database);
  const sessions = new SessionService(database, clock, settings.sessionDays);
  const otpOptions = { laos: settings.laos, perPhoneDay: settings.otpPerPhoneDay };
  const otps = new OtpService({ database, content, sms: outside.sms, secrets, clock, options: otpOptions });
  const accounts = new AccountService({ database, content, ledger, otps, options: { laos: settings.laos } });
  const games = new GameService({
    repo: new GameAccountRepo(database),
    content,
    providers: outside.providers,
    secrets,
  });
  const transfers = new TransferService({
    ledger,
    games,
    providers: outside.providers,
    settler: () => settler,
    logger,
  });
  const withdrawals = new WithdrawalService({
    ledger,
    content,
    bank: outside.bank,
    settler: () => settler,
    logger,
    callbackUrl: () => publicUrl() + BANK_CALLBACK,
  });
  const deposits = new DepositService({
    orders: new QrOrderRepo(database),
    ledger,
    content,
    gateways: outside.gateways,
    clock,
    logger,
    callbackUrl: (provider) => publicUrl() + GATEWAY_CALLBACK + provider,
  });
  const settler = new Settler({
    database,
    ledger,
    logger,
    inquiries: new Map([
      ['game_in', (transfer) => transfers.inquire(transfer)],
      ['game_out', (transfer) => transfers.inquire(transfer)],
      ['withdraw', (transfer) => withdrawals.inquire(transfer)],
    ]),
    options: {
      everyMs: settings.settleEveryMs,
      graceMs: MOST_CALLS * settings.outsideTimeoutMs + GRACE_OVER_TIMEOUTS_MS,
    },
  });

  const app = await createApp(logger);
  const router = createRouter(app, (token) => sessions.authenticate(token));
  lookupRoutes(router, content);
  sessionRoutes(router, sessions);
  otpRoutes(router, otps);
  accountRoutes(router, accounts);
  walletRoutes(router, { database, accounts, games });
  gameRoutes(router, games);
  transferRoutes(router, transfers);
  withdrawalRoutes(router, withdrawals);
  depositRoutes(router, deposits);
  statementRoutes(router, database);
  const forgotten = Object.keys(routes).filter((key) => !router.added.has(key));
  if (forgotten.length > 0) throw new Error(`routes without a handler: ${forgotten.join(', ')}`);

  await callbackRoutes(app, { deposits, withdrawals });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  await serveSite(app, settings.webDir, settings.contentDir);
  return { app, accounts, settler };
}

interface Outside {
  sms: ReturnType<typeof createSmsService>;
  bank: ReturnType<typeof createPayoutBank>;
  gateways: ReadonlyMap<string, PaymentGateway>;
  providers: ReadonlyMap<string, GameProvider>;
}

/**
 * Connects the adapters. Each counterparty `NAME` has `NAME_URL` and `NAME_SECRET` in the environment;
 * with the sandbox on, it stands in for those that are not set.
 */
function connectOutside(settings: Settings, content: Content): Outside {
  const connection = (name: string, sandboxPath: string): SignedClientOptions => {
    const { sandboxUrl, environment } = settings;
    const baseUrl = environment[`${name}_URL`] ?? (sandboxUrl && sandboxUrl + sandboxPath);
    const secret = environment[`${name}_SECRET`] ?? (sandboxUrl && settings.sandboxSecret);
    if (!baseUrl || !URL.canParse(baseUrl))
      throw new SettingsError(`${name}_URL: must be an address while SANDBOX=0`);
    if (!secret) throw new SettingsError(`${name}_SECRET: must be set while SANDBOX=0`);
    return { baseUrl, secret, timeoutMs: settings.outsideTimeoutMs };
  };
  const providers = new Map<string, GameProvider>();
  for (const { code, adapter, enabled } of content.providers) {
    if (!enabled) continue;
    const create = PROVIDER_ADAPTERS[adapter];
    if (!create) throw new SettingsError(`content: provider ${code} names an unknown adapter, ${adapter}`);
    providers.set(code, create(connection(`PROVIDER_${code}`, `/provider/${code}`)));
  }
  return {
    sms: createSmsService(connection('SMS', '/sms')),
    bank: createPayoutBank(connection('BANK', '/bank')),
    gateways: new Map(
      QR_GATEWAYS.map((code) => [code, createQrGateway(connection(`GATEWAY_${code}`, `/gateway/${code}`))]),
    ),
    providers,
  };
}
