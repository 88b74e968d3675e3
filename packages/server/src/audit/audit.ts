import { setTimeout as delay } from 'node:timers/promises';
import { bonusChecks } from './bonuses.ts';
import { protectionChecks } from './protection.ts';
import { claimChecks } from './claims.ts';
import type { Comparison } from './counterparties.ts';
import { bankFeedCheck, ewalletFeedCheck } from './feeds.ts';
import type { Check, Finding } from './finding.ts';
import { gameProviderCheck } from './game-providers.ts';
import { gatewayCheck } from './gateways.ts';
import { inviteAndRefundChecks } from './invites-refunds.ts';
import { ledgerChecks } from './ledger-audit.ts';
import { adjustmentCheck } from './adjustments.ts';
import { movementChecks } from './movements.ts';
import { sameMoneyCheck } from './same-money.ts';
import { payoutCheck } from './payouts.ts';
import { suspenseEndCheck } from './suspense-ends.ts';
import { suspenseListCheck } from './suspense-list.ts';
import { statementDayCheck } from './statement-days.ts';
import { staffChainCheck } from './staff-chain.ts';
import { wheelChecks } from './wheel.ts';

export interface AuditOptions extends Comparison {
  /** Delay before a suspicious finding is checked again; by then, transfers in flight have landed. */
  recheckAfterMs: number;
}

/**
 * Runs the whole audit: the books themselves, then the books against every counterparty. It runs beside a
 * working system: transfers in flight are not reported as wrong.
 */
export async function audit(options: AuditOptions): Promise<Finding[]> {
  const checks = [
    ...ledgerChecks(options.database),
    ...movementChecks(options.database),
    sameMoneyCheck(options.database),
    suspenseEndCheck(options.database),
    suspenseListCheck(options.database),
    statementDayCheck(options.database, options.since),
    ...claimChecks(options.database, options.settledBefore),
    ...bonusChecks(options.database),
    ...protectionChecks(options.database),
    ...inviteAndRefundChecks(options.database),
    ...wheelChecks(options.database),
    adjustmentCheck(options.database),
    staffChainCheck(options.database),
    gameProviderCheck(options),
    gatewayCheck(options),
    bankFeedCheck(options),
    ...(options.counterparties.ewalletWebhook ? [] : [ewalletFeedCheck(options)]),
    payoutCheck(options),
  ];
  const found = new Map<Check, Finding[]>();
  for (const check of checks) {
    options.signal.throwIfAborted();
    found.set(check, await check.run());
  }

  const doubtful = checks.filter((check) => found.get(check)?.some(({ severity }) => severity === 'wrong'));
  if (doubtful.length > 0) await delay(options.recheckAfterMs, undefined, { signal: options.signal });
  for (const check of doubtful) {
    const before = new Set(found.get(check)?.map(({ subject }) => subject));
    const again = await check.run();
    found.set(
      check,
      again.filter(({ severity, subject }) => severity === 'attention' || before.has(subject)),
    );
  }
  return checks.flatMap((check) => found.get(check) ?? []);
}
