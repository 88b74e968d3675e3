import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { DailyAudit } from '../audit/daily-audit.ts';
import type { Settings } from '../kernel/settings.ts';
import { LaneWorker, type LaneSource } from '../kernel/lane-worker.ts';
import { Worker } from '../kernel/worker.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Settler } from '../ledger/settler.ts';
import { AccountService } from '../modules/account/service.ts';
import { IncomingTransfers } from '../modules/incoming/service.ts';
import { ArrivalService } from '../modules/arrivals/service.ts';
import { BANK_CALLBACK, DESK_CALLBACK, GATEWAY_CALLBACK } from '../modules/callbacks/routes.ts';
import { ChatBudget } from '../modules/chat/budget.ts';
import { FileLinks } from '../modules/chat/file-links.ts';
import { ChatFiles } from '../modules/chat/files.ts';
import { ChatRepo } from '../modules/chat/repo.ts';
import { ChatService } from '../modules/chat/service.ts';
import { Controls } from '../modules/controls/service.ts';
import { OrderLooks } from '../modules/deposits/order-looks.ts';
import { GatewayPayments } from '../modules/deposits/gateway-payments.ts';
import { OrderPoller } from '../modules/deposits/order-poller.ts';
import { QrOrderRepo } from '../modules/deposits/repo.ts';
import { DepositService } from '../modules/deposits/service.ts';
import type { StoredFiles } from '../modules/files/service.ts';
import { ProviderWatch } from '../modules/games/health.ts';
import { LaunchPages } from '../modules/games/launch-pages.ts';
import { GameAccountRepo } from '../modules/games/repo.ts';
import { GameService } from '../modules/games/service.ts';
import { GiftKey } from '../modules/gifts/key.ts';
import { GiftRepo } from '../modules/gifts/repo.ts';
import { GiftService } from '../modules/gifts/service.ts';
import { SenderFinder } from '../modules/senders/service.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
import { SlipPictureAge } from '../modules/slips/picture-age.ts';
import { SlipPipeline } from '../modules/slips/pipeline.ts';
import { SlipReader } from '../modules/slips/reader/slip-reader.ts';
import { SlipRepo } from '../modules/slips/repo.ts';
import { SlipService } from '../modules/slips/service.ts';
import { BalanceClaims } from '../modules/transfers/balance-claims.ts';
import { OnwardRepo } from '../modules/transfers/repo.ts';
import { createSecondLegs } from '../modules/transfers/second-legs.ts';
import { TransferService } from '../modules/transfers/service.ts';
import { WithdrawalService } from '../modules/withdrawals/service.ts';
import { TurnoverRollUp } from '../modules/turnover/roll-up.ts';
import { Cleaner } from '../database/cleaner.ts';
import { dailyPeriod, runAudit } from './audit.ts';
import { hasAuditJob, runAuditJob } from './audit-job.ts';
import type { Ground } from './ground.ts';
import { composeAccess } from './access.ts';
import { composeFeeds } from './feeds.ts';
import { composeFiles } from './files.ts';
import { composeRewards } from './rewards.ts';

/**
 * Time for which workers leave a request alone: it may still be calling a counterparty, several times in a
 * row.
 */
const graceMs = ({ outsideTimeoutMs }: Settings, calls = 2): number => calls * outsideTimeoutMs + 2_000;

/** A gift link may be checked, redeemed and checked again. */
const CALLS_OF_A_GIFT = 3;

/** A transfer is looked up, sent again, and looked up once more. */
const CALLS_OF_AN_INQUIRY = 3;

/** Pause between exchanges of in-memory counts between processes. */
const EXCHANGE_EVERY_MS = 1_000;
/** Pause between deletions of expired rows. */
const CLEAN_EVERY_MS = 60_000;

/** For providers that take one transfer at a time, the player is logged out and the balance is read first. */
const CALLS_BEFORE_A_HOLD = 2;

/** Background work of a process, from the start of serving to its end. */
export interface Background {
  start(): void;
  stop(): Promise<void>;
}

/** Services whose transfers the reconciler settles. */
interface SettledParts {
  ledger: Ledger;
  transfers: TransferService;
  withdrawals: WithdrawalService;
}

export type Services = ReturnType<typeof composeServices>;

/** Composes the services. */
export function composeServices(ground: Ground) {
  const { settings, database, content, logger, clock, outside } = ground;
  const ledger = new Ledger(database, ground.metrics);
  const access = composeAccess(ground);
  const { hashing, otps, allowance } = access;
  const arrivals = new ArrivalService({ ledger, logger });
  const controls = new Controls({ database, logger, everyMs: settings.settleEveryMs });
  const { games, health } = composeGames(ground);
  const storage = composeFiles(ground);
  const rewards = composeRewards(ground, { ledger, games, leaseMs: graceMs(settings) });
  const { coins, invites } = rewards;
  const transfers: TransferService = new TransferService({
    ledger,
    onward: new OnwardRepo(database, graceMs(settings)),
    games,
    health,
    controls,
    claims: composeClaims(ground),
    reports: rewards.turnover,
    patienceMs: graceMs(settings, CALLS_BEFORE_A_HOLD),
    providers: outside.providers,
    off: outside.off,
    settler: () => settler,
    logger,
  });
  const accounts = new AccountService({
    database,
    content,
    ledger,
    otps,
    hashing,
    allowance,
    invites,
    coins: (member) => coins.count(member),
    options: { laos: settings.laos },
  });
  const withdrawals: WithdrawalService = new WithdrawalService({
    database,
    bonuses: rewards.bonuses,
    controls,
    ledger,
    content,
    bank: outside.bank,
    clock,
    options: { delayAfterChangeHours: settings.payoutDelayHours },
    settler: () => settler,
    rejected: new RejectedEntries(database),
    logger,
    callbackUrl: () => ground.publicUrl() + BANK_CALLBACK,
  });
  const deposits = composeDeposits(ground, arrivals);
  const gifts = composeGifts(ground, arrivals);
  const settler = composeSettler(ground, { ledger, transfers, withdrawals });
  return {
    ledger,
    ...access,
    accounts,
    arrivals,
    controls,
    games,
    health,
    transfers,
    withdrawals,
    deposits,
    gifts,
    ...composeBankTransfers(ground, ledger, storage.files),
    ...rewards,
    ...storage,
    ...composeChat(ground, storage),
    settler,
  };
}

function composeSettler(
  { settings, database, logger }: Ground,
  { ledger, transfers, withdrawals }: SettledParts,
): Settler {
  return new Settler({
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
      graceMs: graceMs(settings),
      leaseMs: graceMs(settings, CALLS_OF_AN_INQUIRY),
    },
  });
}

function composeClaims({ settings, database }: Ground): BalanceClaims {
  return new BalanceClaims(database, {
    leaseMs: graceMs(settings, CALLS_BEFORE_A_HOLD),
    answerMs: settings.outsideTimeoutMs,
    quietMs: graceMs(settings),
  });
}

function composeGames({ settings, database, content, secrets, logger, outside }: Ground) {
  const { providers, off } = outside;
  const health = new ProviderWatch({ database, providers, off, logger, everyMs: settings.settleEveryMs });
  const games = new GameService({
    repo: new GameAccountRepo(database),
    content,
    providers,
    off,
    secrets,
    health,
    pages: new LaunchPages({ database, secrets }),
    sandboxUrl: settings.sandboxPublicUrl,
  });
  return { games, health };
}

function composeDeposits(ground: Ground, arrivals: ArrivalService): DepositService {
  const { database, content, logger, clock, outside } = ground;
  const orders = new QrOrderRepo(database);
  return new DepositService({
    orders,
    payments: new GatewayPayments({ orders, arrivals, content }),
    content,
    gateways: outside.gateways,
    clock,
    rejected: new RejectedEntries(database),
    logger,
    callbackUrl: (provider) => ground.publicUrl() + GATEWAY_CALLBACK + provider,
  });
}

function composeGifts(ground: Ground, arrivals: ArrivalService): GiftService {
  const { settings, database, content, secrets, logger, outside } = ground;
  return new GiftService({
    repo: new GiftRepo(database, graceMs(settings, CALLS_OF_A_GIFT)),
    key: new GiftKey(database, secrets),
    content,
    wallet: outside.giftWallet,
    off: outside.off,
    arrivals,
    secrets,
    logger,
  });
}

function composeChat(
  { settings, database, secrets, clock, logger, outside, publicUrl }: Ground,
  { files }: { files: StoredFiles },
) {
  const { CHAT_GUEST_MEGABYTES, CHAT_MEGABYTES_KEPT } = settings.limits;
  const budget = new ChatBudget(secrets, CHAT_GUEST_MEGABYTES.points, CHAT_MEGABYTES_KEPT.points);
  const chatFiles = new ChatFiles(database, budget, files);
  const fileLinks = new FileLinks(secrets, clock);
  const repo = new ChatRepo(database);
  const { desk } = outside;
  const callbackUrl = () => publicUrl() + DESK_CALLBACK;
  const { chatPrefix: prefix } = settings;
  return {
    chatFiles,
    fileLinks,
    chat: new ChatService({
      repo,
      files: chatFiles,
      links: fileLinks,
      budget,
      desk,
      prefix,
      callbackUrl,
      leaseMs: graceMs(settings),
      everyMs: settings.settleEveryMs,
      logger,
    }),
  };
}

/** Composes the bank transfers: feeds and slips report the same ones. */
function composeBankTransfers(ground: Ground, ledger: Ledger, files: StoredFiles) {
  const { settings, database, content, secrets, logger, clock, outside } = ground;
  const senders = new SenderFinder({ database, logger });
  const incoming = new IncomingTransfers({ database, ledger, logger });
  const repo = new SlipRepo(database);
  const slipPipeline = new SlipPipeline({
    repo,
    reader: new SlipReader(),
    lookup: outside.slipLookup,
    off: outside.off,
    files,
    incoming,
    senders,
    content,
    clock,
    logger,
    everyMs: settings.settleEveryMs,
  });
  const slips = new SlipService({
    repo,
    files,
    content,
    secrets,
    clock,
    nudge: () => slipPipeline.nudge(),
  });
  return { senders, incoming, slips, slipPipeline };
}

/** Composes the background work of a process. */
export function composeBackground(ground: Ground, services: Services): readonly Background[] {
  const { settings, database, logger, outside } = ground;
  const { bonusKeeper, chat, deposits, gifts, invites, settler, slipPipeline, transfers, turnover } =
    services;
  const rejected = new RejectedEntries(database);
  const worker = (name: string, round: () => Promise<boolean>): Worker =>
    new Worker({ name, everyMs: settings.settleEveryMs, round, logger });
  const lanes = (
    name: string,
    source: LaneSource,
    bounds: { perLane: number; inTotal: number },
  ): LaneWorker =>
    new LaneWorker({
      ...bounds,
      name,
      everyMs: settings.settleEveryMs,
      dueLanes: () => source.dueLanes(),
      take: (rooms) => source.take(rooms),
      logger,
    });
  return [
    settler,
    services.controls,
    services.health,
    slipPipeline,
    ...composeFeeds(ground, services, graceMs(settings)),
    new OrderPoller({
      looks: new OrderLooks(database, graceMs(settings)),
      gateways: outside.gateways,
      credit: (provider, payment) => deposits.credit(provider, payment),
      rejected,
      everyMs: settings.settleEveryMs,
      logger,
    }),
    lanes('gift links', gifts, { perLane: 8, inTotal: 24 }),
    // Messages are kept until the support desk is connected.
    lanes(
      'support desk',
      {
        dueLanes: async () => (outside.off.has('desk') ? [] : chat.dueLanes()),
        take: (rooms) => chat.take(rooms),
      },
      { perLane: 10, inTotal: 20 },
    ),
    createSecondLegs({
      repo: new OnwardRepo(database, graceMs(settings)),
      ledger: services.ledger,
      goOn: (onward, amount) => transfers.goOn(onward, amount),
      everyMs: settings.settleEveryMs,
      logger,
    }),
    lanes('turnover', turnover, { perLane: 1, inTotal: 32 }),
    lanes('bonus ends', bonusKeeper, { perLane: 8, inTotal: 32 }),
    worker('invites', () => invites.workOutDue()),
    new Worker({
      name: 'limits',
      everyMs: EXCHANGE_EVERY_MS,
      round: () => services.flood.exchange(),
      logger,
    }),
    worker('file moves', async () => (await services.fileMover.moveSome()) > 0),
    worker('file removals', () => services.fileMover.removeSome()),
    ...sweeps(ground),
    ...dailyAudit(ground),
  ];
}

/** Composes the workers that delete rows by age. */
function sweeps({ settings, database, clock, logger }: Ground): Background[] {
  const cleaner = new Cleaner(database, clock, settings.chatFileDays);
  const slipPictures = new SlipPictureAge({ database, clock, keepDays: settings.slipKeepDays });
  const rollUp = new TurnoverRollUp({ database, clock, keepDays: settings.turnoverKeepDays });
  const sweep = (name: string, round: () => Promise<boolean>): Worker =>
    new Worker({ name, everyMs: CLEAN_EVERY_MS, round, logger });
  return [
    sweep('cleaner', () => cleaner.sweep()),
    sweep('slip pictures', () => slipPictures.sweep()),
    sweep('turnover roll-up', () => rollUp.rollUp()),
  ];
}

function dailyAudit({ settings, database, content, logger, outside }: Ground): Background[] {
  const { auditHour: hour } = settings;
  if (hour === undefined) return [];
  const audit = async (signal: AbortSignal) => {
    // Only one process can open a PGlite data directory.
    if (settings.databaseUrl && hasAuditJob()) return runAuditJob(signal);
    return runAudit({ database, outside, content: await content.get() }, { ...dailyPeriod(), signal });
  };
  return [new DailyAudit({ database, logger, hour, audit })];
}

/** Returns the address of a listening server without a configured public URL. */
export const listeningUrl = (app: FastifyInstance, settings: Settings): string =>
  `http://127.0.0.1:${(app.server.address() as AddressInfo | null)?.port ?? settings.port}`;
