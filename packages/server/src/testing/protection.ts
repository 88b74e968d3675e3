import type { Finding } from '../audit/finding.ts';
import { auditLedger } from '../audit/ledger-audit.ts';
import { movementChecks } from '../audit/movements.ts';
import { protectionChecks } from '../audit/protection.ts';
import type { Database } from '../database/open.ts';

/** Runs the checks of the audit that held balances and limits are about. @returns what they found */
export async function runAllChecks(database: Database): Promise<Finding[]> {
  const findings = await auditLedger(database);
  for (const check of [...movementChecks(database), ...protectionChecks(database)])
    findings.push(...(await check.run()));
  return findings;
}
