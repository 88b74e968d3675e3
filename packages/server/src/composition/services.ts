import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { DailyAudit } from '../audit/daily-audit.ts';
import type { Settings } from '../kernel/settings.ts';
import { LaneWorker, type LaneSource } from '../kernel/lane-worker.ts';
import { Worker } from '../kernel/worker.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Reconciler } from '../ledger/reconciler.ts';
import { AccountService } from '../modules/account/service.ts';
import { IncomingTransfers } from '../modules/incoming/service.ts';
import { IncomingPayments } from '../modules/incoming-payments/service.ts';
import { BANK_CALLBACK, DESK_CALLBACK, GATEWAY_CALLBACK } from '../modules/callbacks/routes.ts';
import { ChatBudget } from '../modules/chat/budget.ts';
import { FileLinks } from '../modules/chat/file-links.ts';
import { ChatFiles } from '../modules/chat/files.ts';
import { ChatService } from '../modules/chat/service.ts';
import { Controls } from '../modules/controls/service.ts';
import { Freezing } from '../modules/controls/freezing.ts';
import { EwalletCallbacks } from '../modules/deposits/ewallet-callbacks.ts';
import { EwalletTransferMatcher } from '../modules/deposits/ewallet-transfers.ts';
import { OrderLooks } from '../modules/deposits/order-looks.ts';
import { GatewayPayments } from '../modules/deposits/gateway-payments.ts';
import { OrderPoller } from '../modules/deposits/order-poller.ts';
import { DepositService } from '../modules/deposits/service.ts';
import type { StoredFiles } from '../modules/files/service.ts';
import { ProviderWatch } from '../modules/games/health.ts';
import { LaunchPages } from '../modules/games/launch-pages.ts';
import { GameService } from '../modules/games/service.ts';
import { GiftKey } from '../modules/gifts/key.ts';
import { GiftService } from '../modules/gifts/service.ts';
import { SenderFinder } from '../modules/senders/service.ts';
import { RejectedEntries } from '../modules/rejected-entries/service.ts';
import { HeldBalance } from '../modules/protection/held-balance.ts';
import { ProtectionService } from '../modules/protection/service.ts';
import { SlipPictureAge } from '../modules/slips/picture-age.ts';
import { SlipPipeline } from '../modules/slips/pipeline.ts';
import { SlipReader } from '../modules/slips/reader/slip-reader.ts';
import { SlipService } from '../modules/slips/service.ts';
import { BalanceClaims } from '../modules/transfers/balance-claims.ts';
import { createSecondLegs } from '../modules/transfers/second-legs.ts';
import { TransferService } from '../modules/transfers/service.ts';
import { WithdrawalService } from '../modules/withdrawals/service.ts';
import { TurnoverRollUp } from '../modules/turnover/roll-up.ts';
import { Cleaner } from '../database/cleaner.ts';
import { dailyPeriod, runAudit } from './audit.ts';
import { hasAuditJob, runAuditJob } from './audit-job.ts';
import type { Dependencies } from './dependencies.ts';
import { composeAccess } from './access.ts';
import { composeFeeds } from './feeds.ts';
import { composeStatementWorkers } from './statements.ts';
import { composeFiles } from './files.ts';
import { composeLimits } from './limits.ts';
import { composeNotices } from './notices.ts';
import { composeRewards } from './rewards.ts';

/**
 * Time for which workers leave a request alone: it may still be calling a counterparty, several times in a
 * row.
 */
const graceMs = ({ counterpartyTimeoutMs }: Settings, calls = 2): number =>
  calls * counterpartyTimeoutMs + 2_000;

/** A gift link may be checked, redeemed and checked again. */
const CALLS_OF_A_GIFT = 3;

/** A transfer is looked up, sent again, and looked up once more. */
const CALLS_OF_A_STATUS_CHECK = 3;

/** Pause between exchanges of in-memory counts between processes. */
const EXCHANGE_EVERY_MS = 1_000;
/** Pause between looks for freezings that end. */
const FREEZE_ENDS_EVERY_MS = 10_000;
/** Pause between deletions of expired rows. */
const CLEAN_EVERY_MS = 60_000;

/** For providers that take one transfer at a time, the player is logged out and the balance is read first. */
const CALLS_BEFORE_A_HOLD = 2;

/** Background work of a process, from the start of serving to its end. */
export interface Background {
  start(): void;
  stop(): Promise<void>;
  /** Runs one round now and waits for what it began. @returns whether it found work, so that there may be more */
  round(): Promise<boolean>;
}

export type Services = ReturnType<typeof composeServices>;

/** Composes the services. */
export function composeServices(dependencies: Dependencies) {
  const { settings, database, content, logger, clock, counterparties } = dependencies;
  const ledger = new Ledger(database, dependencies.metrics);
  const access = composeAccess(dependencies);
  const { stepUp } = access;
  const incomingPayments = new IncomingPayments({ ledger, logger });
  const controls = new Controls({ database, logger, everyMs: settings.reconcileEveryMs });
  const { games, health } = composeGames(dependencies);
  const storage = composeFiles(dependencies);
  const rewards = composeRewards(dependencies, { ledger, games, leaseMs: graceMs(settings) });
  // The services that make held transfers register their status checks with it.
  const reconciler = composeReconciler(dependencies, ledger);
  const transfers = new TransferService({
    database,
    ledger,
    games,
    health,
    controls,
    claims: composeClaims(dependencies),
    reports: rewards.turnover,
    patienceMs: graceMs(settings, CALLS_BEFORE_A_HOLD),
    // The call itself may take its whole time.
    sendWithinMs: graceMs(settings) - settings.counterpartyTimeoutMs,
    secondLegGraceMs: graceMs(settings),
    providers: counterparties.providers,
    off: counterparties.off,
    reconciler,
    logger,
  });
  const accounts = composeAccounts(dependencies, ledger, access, rewards);
  const withdrawals = new WithdrawalService({
    database,
    bonuses: rewards.bonuses,
    controls,
    stepUp,
    ledger,
    content,
    bank: counterparties.bank,
    clock,
    options: { delayAfterChangeHours: settings.payoutDelayHours },
    reconciler,
    rejected: new RejectedEntries(database),
    logger,
    callbackUrl: () => dependencies.publicUrl() + BANK_CALLBACK,
  });
  const deposits = composeDeposits(dependencies, incomingPayments);
  const gifts = composeGifts(dependencies, incomingPayments);
  const protection = new ProtectionService({ database, ledger, content, clock, deposits, stepUp });
  const heldBalance = new HeldBalance({ database, ledger, withdrawals, clock });
  return {
    ledger,
    ...access,
    accounts,
    incomingPayments,
    controls,
    games,
    health,
    transfers,
    withdrawals,
    deposits,
    gifts,
    protection,
    heldBalance,
    ...composeBankTransfers(dependencies, ledger, storage.files),
    ...rewards,
    ...storage,
    ...composeChat(dependencies, storage),
    ...composeNotices(dependencies),
    ...composeLimits(dependencies, ledger),
    reconciler,
  };
}

function composeAccounts(
  { settings, database, content, clock }: Dependencies,
  ledger: Ledger,
  { otps, hashing, passwordRules, allowance, stepUp, messages }: ReturnType<typeof composeAccess>,
  { coins, invites }: ReturnType<typeof composeRewards>,
): AccountService {
  return new AccountService({
    database,
    content,
    ledger,
    otps,
    hashing,
    passwordRules,
    allowance,
    invites,
    coins: (member) => coins.count(member),
    stepUp,
    messages,
    clock,
    options: { laos: settings.laos },
  });
}

function composeReconciler({ settings, database, logger }: Dependencies, ledger: Ledger): Reconciler {
  return new Reconciler({
    database,
    ledger,
    logger,
    options: {
      everyMs: settings.reconcileEveryMs,
      graceMs: graceMs(settings),
      leaseMs: graceMs(settings, CALLS_OF_A_STATUS_CHECK),
    },
  });
}

function composeClaims({ settings, database }: Dependencies): BalanceClaims {
  return new BalanceClaims({
    database,
    leaseMs: graceMs(settings, CALLS_BEFORE_A_HOLD),
    answerMs: settings.counterpartyTimeoutMs,
    quietMs: graceMs(settings),
  });
}

function composeGames({ settings, database, content, secrets, logger, counterparties }: Dependencies) {
  const { providers, off } = counterparties;
  const health = new ProviderWatch({ database, providers, off, logger, everyMs: settings.reconcileEveryMs });
  const games = new GameService({
    database,
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

function composeDeposits(dependencies: Dependencies, incomingPayments: IncomingPayments): DepositService {
  const { database, content, logger, clock, counterparties } = dependencies;
  return new DepositService({
    database,
    payments: new GatewayPayments({ database, incomingPayments, content }),
    content,
    gateways: counterparties.gateways,
    clock,
    rejected: new RejectedEntries(database),
    logger,
    ewallet: new EwalletCallbacks({
      webhook: counterparties.ewalletWebhook,
      transfers: new EwalletTransferMatcher({ database, content, incomingPayments }),
      rejected: new RejectedEntries(database),
    }),
    callbackUrl: (provider) => dependencies.publicUrl() + GATEWAY_CALLBACK + provider,
  });
}

function composeGifts(dependencies: Dependencies, incomingPayments: IncomingPayments): GiftService {
  const { settings, database, content, secrets, logger, counterparties } = dependencies;
  return new GiftService({
    database,
    key: new GiftKey({ database, secrets }),
    content,
    wallet: counterparties.giftWallet,
    off: counterparties.off,
    incomingPayments,
    secrets,
    leaseMs: graceMs(settings, CALLS_OF_A_GIFT),
    logger,
  });
}

function composeChat(
  { settings, database, secrets, clock, logger, counterparties, publicUrl }: Dependencies,
  { files }: { files: StoredFiles },
) {
  const { CHAT_GUEST_MEGABYTES, CHAT_MEGABYTES_KEPT } = settings.limits;
  const budget = new ChatBudget({
    secrets,
    guestMegabytes: CHAT_GUEST_MEGABYTES.points,
    keptMegabytes: CHAT_MEGABYTES_KEPT.points,
  });
  const chatFiles = new ChatFiles({ database, budget, files });
  const fileLinks = new FileLinks({ secrets, clock });
  const { desk } = counterparties;
  const callbackUrl = () => publicUrl() + DESK_CALLBACK;
  const { chatPrefix: prefix } = settings;
  return {
    chatFiles,
    fileLinks,
    chat: new ChatService({
      database,
      files: chatFiles,
      links: fileLinks,
      budget,
      desk,
      prefix,
      callbackUrl,
      leaseMs: graceMs(settings),
      everyMs: settings.reconcileEveryMs,
      logger,
    }),
  };
}

/** Composes the bank transfers: feeds and slips report the same ones. */
function composeBankTransfers(dependencies: Dependencies, ledger: Ledger, files: StoredFiles) {
  const { settings, database, content, secrets, logger, clock, counterparties } = dependencies;
  const senders = new SenderFinder({ database, logger });
  const incoming = new IncomingTransfers({ database, ledger, logger });
  const slipPipeline = new SlipPipeline({
    database,
    reader: new SlipReader(),
    lookup: counterparties.slipLookup,
    off: counterparties.off,
    files,
    incoming,
    senders,
    content,
    clock,
    logger,
    everyMs: settings.reconcileEveryMs,
  });
  const slips = new SlipService({
    database,
    files,
    content,
    secrets,
    clock,
    nudge: () => slipPipeline.nudge(),
  });
  return { senders, incoming, slips, slipPipeline };
}

/** Composes the background work of a process. */
export function composeBackground(dependencies: Dependencies, services: Services): readonly Background[] {
  const { settings, database, logger, counterparties } = dependencies;
  const { bonusExpiryWorker, chat, deposits, gifts, invites, reconciler, slipPipeline, transfers, turnover } =
    services;
  const rejected = new RejectedEntries(database);
  const freezing = new Freezing(database);
  const worker = (name: string, round: () => Promise<boolean>): Worker =>
    new Worker({ name, everyMs: settings.reconcileEveryMs, round, logger });
  const lanes = (
    name: string,
    source: LaneSource,
    bounds: { perLane: number; inTotal: number },
  ): LaneWorker =>
    new LaneWorker({
      ...bounds,
      name,
      everyMs: settings.reconcileEveryMs,
      dueLanes: () => source.dueLanes(),
      take: (rooms) => source.take(rooms),
      logger,
    });
  return [
    services.messages,
    services.resetMessages,
    reconciler,
    services.controls,
    services.health,
    slipPipeline,
    ...composeFeeds(dependencies, services, graceMs(settings)),
    ...composeStatementWorkers(dependencies, services),
    new OrderPoller({
      looks: new OrderLooks({ database, leaseMs: graceMs(settings) }),
      gateways: counterparties.gateways,
      credit: (provider, payment) => deposits.credit(provider, payment),
      rejected,
      everyMs: settings.reconcileEveryMs,
      logger,
    }),
    lanes('gift links', gifts, { perLane: 8, inTotal: 24 }),
    // Messages are kept until the support desk is connected.
    lanes(
      'support desk',
      {
        dueLanes: async () => (counterparties.off.has('desk') ? [] : chat.dueLanes()),
        take: (rooms) => chat.take(rooms),
      },
      { perLane: 10, inTotal: 20 },
    ),
    createSecondLegs({
      database,
      ledger: services.ledger,
      sendSecondLeg: (secondLeg, amount) => transfers.sendSecondLeg(secondLeg, amount),
      graceMs: graceMs(settings),
      everyMs: settings.reconcileEveryMs,
      logger,
    }),
    lanes('turnover', turnover, { perLane: 1, inTotal: 32 }),
    lanes('bonus ends', bonusExpiryWorker, { perLane: 8, inTotal: 32 }),
    worker('invites', () => invites.workOutDue()),
    new Worker({
      name: 'ends of freezings',
      everyMs: FREEZE_ENDS_EVERY_MS,
      round: () => freezing.endDue(dependencies.clock.now()),
      logger,
    }),
    new Worker({
      name: 'limits',
      everyMs: EXCHANGE_EVERY_MS,
      round: () => services.memoryLimiter.exchange(),
      logger,
    }),
    worker('file moves', async () => (await services.fileMover.moveSome()) > 0),
    worker('file removals', () => services.fileMover.removeSome()),
    lanes('pushes', services.pushSender, { perLane: 8, inTotal: 32 }),
    services.limitRounds,
    ...sweeps(dependencies),
    ...dailyAudit(dependencies),
  ];
}

/** Composes the workers that delete rows by age. */
function sweeps({ settings, database, clock, logger }: Dependencies): Background[] {
  const cleaner = new Cleaner({ database, clock, chatFileDays: settings.chatFileDays });
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

function dailyAudit({ settings, database, content, logger, counterparties }: Dependencies): Background[] {
  const { auditHour: hour } = settings;
  if (hour === undefined) return [];
  const audit = async (signal: AbortSignal) => {
    // Only one process can open a PGlite data directory.
    if (settings.databaseUrl && hasAuditJob()) return runAuditJob(signal);
    return runAudit({ database, counterparties, content: await content.get() }, { ...dailyPeriod(), signal });
  };
  return [new DailyAudit({ database, logger, hour, audit })];
}

/** Returns the address of a listening server without a configured public URL. */
export const listeningUrl = (app: FastifyInstance, settings: Settings): string =>
  `http://127.0.0.1:${(app.server.address() as AddressInfo | null)?.port ?? settings.port}`;
