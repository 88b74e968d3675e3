import type { Database } from '../database/open.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Settings } from '../kernel/settings.ts';
import { lookAtStuckMoney, type StuckMoney, type Waiting } from './stuck-money.ts';

/** Metrics by their names in 1.1.14, which this version has as well, with the current name of each. */
export const FORMER_METRICS = {
  krapao_onward_transfers_waiting: 'krapao_second_legs_waiting',
  krapao_outside_call_duration_seconds: 'krapao_counterparty_call_duration_seconds',
  krapao_transfers_unclear: 'krapao_transfers_in_review',
} as const;

/** The database is queried at most this often, however many scrapes arrive. */
const FRESH_MS = 5_000;
/** A scrape is answered within this time, if necessary without the database's figures. */
const PATIENCE_MS = 3_000;

export interface ProcessParts {
  database: Database;
  sockets: () => number;
  hashing: { readonly waiting: number };
  settings: Pick<Settings, 'limits'>;
}

/** Adds the gauges of this process that are read on scrape. */
export function addProcessGauges(metrics: Metrics, parts: ProcessParts): void {
  const { database, sockets, hashing } = parts;
  const pool = metrics.gauge('krapao_database_connections', 'Connections of this process', ['state']);
  const read = (): void => {
    const use = database.poolUse;
    if (!use) return;
    pool.set({ state: 'busy' }, use.open - use.idle);
    pool.set({ state: 'idle' }, use.idle);
  };
  metrics.gauge('krapao_database_queries_waiting', 'Queries that wait for a connection', [], () => {
    read();
    return database.poolUse?.waiting ?? 0;
  });
  metrics.gauge(
    'krapao_password_hashes_waiting',
    'Password hashes that wait for a core',
    [],
    () => hashing.waiting,
  );
  metrics.gauge(
    'krapao_calls_waiting_in_turn',
    'Calls that wait for an earlier call of the same member',
    [],
    () => database.turns.waiting,
  );
  const budget = metrics.gauge('krapao_sms_budget_per_hour', 'Messages that may be sent in an hour', ['to']);
  const { limits } = parts.settings;
  budget.set({ to: 'strangers' }, limits.SMS_PER_HOUR.points);
  budget.set({ to: 'known' }, limits.SMS_TO_KNOWN_PER_HOUR.points);
  metrics.gauge('krapao_sockets', 'Open sockets, of the chat and of wallets', [], sockets);
}

/** Figures shared by all processes, read from the database on scrape. */
export class SharedGauges {
  readonly #database: Database;
  readonly #show: (figures: StuckMoney) => void;
  readonly #showUp: (isUp: boolean) => void;
  #looking: Promise<void> | undefined;
  #lookedAtMs = -Infinity;

  constructor(parts: { metrics: Metrics; database: Database }) {
    this.#database = parts.database;
    this.#show = showStuckMoney(parts.metrics);
    const up = parts.metrics.gauge('krapao_database_up', 'Whether the database answered the last look', []);
    this.#showUp = (isUp) => up.set(isUp ? 1 : 0);
  }

  /** Refreshes the figures; if the database does not answer, they keep their values. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#lookedAtMs < FRESH_MS) return;
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#showUp(false);
        resolve();
      }, PATIENCE_MS);
    });
    await Promise.race([this.#looking, late]);
    clearTimeout(timer);
  }

  async #look(): Promise<void> {
    try {
      this.#show(await lookAtStuckMoney(this.#database));
      this.#showUp(true);
      this.#lookedAtMs = performance.now();
    } catch {
      this.#showUp(false);
    }
  }
}

/** @returns a function that sets the gauges */
function showStuckMoney(metrics: Metrics): (figures: StuckMoney) => void {
  const pending = metrics.gauge('krapao_transfers_pending', 'Transfers under way', ['kind']);
  const pendingAmount = metrics.gauge('krapao_transfers_pending_amount', 'Their amounts, whole units', [
    'kind',
  ]);
  const pendingAge = metrics.gauge('krapao_transfers_pending_oldest_seconds', 'Age of the oldest', ['kind']);
  const showPayouts = showHeldMoney(metrics);
  const suspense = metrics.gauge('krapao_suspense_amount', 'Money without a known member', ['currency']);
  const unmatched = waitingGauges(metrics, 'krapao_deposits_unmatched', 'Deposits in suspense');
  const manualReview = waitingGauges(
    metrics,
    'krapao_transfers_in_review',
    'Transfers that need manual review',
    'krapao_transfers_unclear',
  );
  const rejected = waitingGauges(
    metrics,
    'krapao_rejected_entries',
    'Entries of feeds and reports put aside',
  );
  const slips = waitingGauges(metrics, 'krapao_slips_waiting', 'Slips not decided');
  const gifts = waitingGauges(metrics, 'krapao_gift_links_waiting', 'Gift links being redeemed');
  const secondLegs = waitingGauges(
    metrics,
    'krapao_second_legs_waiting',
    'Credit between two games',
    'krapao_onward_transfers_waiting',
  );
  const outbox = waitingGauges(
    metrics,
    'krapao_chat_outbox_waiting',
    'Messages the support desk has not taken',
  );
  const outages = metrics.gauge('krapao_provider_outage_seconds', 'How long a provider has been down', [
    'provider',
  ]);
  const findings = metrics.gauge('krapao_audit_findings', 'Findings of the last finished audit', [
    'severity',
  ]);
  const sinceRun = metrics.gauge('krapao_audit_finished_seconds_ago', 'Since an audit has finished', []);
  const sinceClean = metrics.gauge(
    'krapao_audit_clean_seconds_ago',
    'Since an audit found nothing wrong',
    [],
  );
  const sinceBackup = metrics.gauge(
    'krapao_backup_seconds_ago',
    'Age of the newest copy of the database',
    [],
  );

  return (figures) => {
    for (const gauge of [pending, pendingAmount, pendingAge, suspense, outages]) gauge.reset();
    for (const { kind, count, amount, oldestSeconds } of figures.pending) {
      pending.set({ kind }, count);
      pendingAmount.set({ kind }, amount);
      pendingAge.set({ kind }, oldestSeconds);
    }
    showPayouts(figures);
    if (figures.backupSeconds !== undefined) sinceBackup.set(figures.backupSeconds);
    for (const { currency, amount } of figures.suspense) suspense.set({ currency }, amount);
    for (const { provider, seconds } of figures.outages) outages.set({ provider }, seconds);
    unmatched(figures.suspenseDeposits);
    manualReview(figures.manualReview);
    rejected(figures.rejected);
    slips(figures.slips);
    gifts(figures.gifts);
    secondLegs(figures.secondLegs);
    outbox(figures.outbox);
    if (!figures.audit) return;
    findings.set({ severity: 'wrong' }, figures.audit.wrong);
    findings.set({ severity: 'attention' }, figures.audit.attention);
    sinceRun.set(figures.audit.sinceRunSeconds);
    sinceClean.set(figures.audit.sinceCleanSeconds);
  };
}

/** @returns a function that shows payouts, including those held back by staff and rules */
function showHeldMoney(
  metrics: Metrics,
): (figures: Pick<StuckMoney, 'payouts' | 'payoutsWaiting' | 'payoutsHeld' | 'switches'>) => void {
  const payouts = metrics.gauge('krapao_payouts_waiting', 'Payouts under way, by age', ['age']);
  const payoutsOldest = metrics.gauge(
    'krapao_payouts_waiting_oldest_seconds',
    'Payouts under way: age of the oldest',
    [],
  );
  const held = metrics.gauge('krapao_payouts_held', 'Payouts that we hold back, by why', ['by']);
  const heldOldest = metrics.gauge(
    'krapao_payouts_held_oldest_seconds',
    'Payouts that we hold back: age of the oldest',
    ['by'],
  );
  const stopped = metrics.gauge('krapao_control_stopped_seconds', 'For how long a switch has been stopped', [
    'control',
  ]);
  return (figures) => {
    for (const { age, count } of figures.payouts) payouts.set({ age }, count);
    payoutsOldest.set(figures.payoutsWaiting.oldestSeconds);
    for (const { by, count, oldestSeconds } of figures.payoutsHeld) {
      held.set({ by }, count);
      heldOldest.set({ by }, oldestSeconds);
    }
    for (const { control, stoppedSeconds } of figures.switches) stopped.set({ control }, stoppedSeconds);
  };
}

function waitingGauges(
  metrics: Metrics,
  name: string,
  help: string,
  formerName?: keyof typeof FORMER_METRICS,
): (found: Waiting) => void {
  const count = metrics.gauge(name, help, []);
  const oldest = metrics.gauge(`${name}_oldest_seconds`, `${help}: age of the oldest`, []);
  const former = formerName && waitingGauges(metrics, formerName, `${name} by its former name`);
  return (found) => {
    count.set(found.count);
    oldest.set(found.oldestSeconds);
    if (former) former(found);
  };
}
