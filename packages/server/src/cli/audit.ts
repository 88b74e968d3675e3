import { auditLedger } from '../audit/ledger-audit.ts';
import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import { run } from './run.ts';

// `npm run audit`: prints what does not add up, a line each, and ends with code 1 when there is anything.
await run(async () => {
  const database = await openDatabase(readSettings(process.env));
  const findings = await auditLedger(database);
  await database.close();
  for (const { check, subject, message } of findings) console.log(`${check}: ${subject}: ${message}`);
  console.log(`audit: ${findings.length} findings`);
  if (findings.length > 0) process.exitCode = 1;
});
