import { audit } from '../audit/audit.ts';
import { Checkpoints } from '../audit/checkpoints.ts';
import type { Finding } from '../audit/finding.ts';
import type { Content } from '../content/schema.ts';
import type { Database } from '../database/open.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/durations.ts';
import type { Counterparties } from './counterparties.ts';

/**
 * Period of the daily comparison with counterparties: the previous day, and late entries of the day before
 * that.
 */
const DAILY_PERIOD_MS = 2 * DAY_MS;

export interface AuditPeriod {
  /** Without it, everything. */
  since?: Date;
  /** Time for which a movement may be in flight before it is reported. */
  graceMs?: number;
  recheckAfterMs?: number;
  /** Reads feeds from the last audit's checkpoint and advances the checkpoint. */
  readsOn?: boolean;
  signal?: AbortSignal;
}

/** Returns the period of the daily audit. */
export const dailyPeriod = (): AuditPeriod & { since: Date } => ({
  since: new Date(Date.now() - DAILY_PERIOD_MS),
  readsOn: true,
});

/** Runs the audit on the books and the counterparties of this installation. */
export function runAudit(
  {
    database,
    counterparties,
    content,
  }: { database: Database; counterparties: Counterparties; content: Content },
  period: AuditPeriod,
): Promise<Finding[]> {
  const { since = new Date(0), graceMs = 15 * MINUTE_MS, recheckAfterMs = 10_000 } = period;
  const { banks } = content.depositAccounts;
  return audit({
    database,
    counterparties,
    since,
    settledBefore: new Date(Date.now() - graceMs),
    fedAccounts: new Set(
      banks
        .filter(({ bankType, mode }) => bankType === 'BANK' && mode === 'AUTO' && counterparties.isBankFed)
        .map(({ bankAccountNo }) => bankAccountNo),
    ),
    checkpoints: period.readsOn ? new Checkpoints(database) : undefined,
    recheckAfterMs,
    signal: period.signal ?? new AbortController().signal,
  });
}
