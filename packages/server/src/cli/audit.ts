import { toLine, type Finding } from '../audit/finding.ts';
import { auditLedger } from '../audit/ledger-audit.ts';
import { beginRun, countFindings, endRun } from '../audit/runs.ts';
import type { AuditJobMessage } from '../composition/audit-job.ts';
import { dailyPeriod, runAudit, type AuditPeriod } from '../composition/audit.ts';
import { connectCounterparties } from '../composition/counterparties.ts';
import { ContentStore } from '../content/store.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { UsageError, type CommandLine } from '../kernel/command-line.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { readSettings, type Settings } from '../kernel/settings.ts';
import { createServiceRecords } from '../modules/service-records/repo.ts';
import { runCommand } from './command.ts';

interface Options extends AuditPeriod {
  since: Date;
  isLedgerOnly: boolean;
  isDaily: boolean;
}

const AUDIT = {
  command: 'npm run tool -- audit',
  about: 'Compares the books with every counterparty; one finding a line.',
  options: {
    since: { type: 'string', value: 'DATE', about: 'compares with counterparties from then on' },
    'grace-minutes': {
      type: 'string',
      default: '15',
      value: 'N',
      about: 'leaves out the newest movements (15 minutes)',
    },
    ledger: { type: 'boolean', default: false, about: 'checks the books alone, without counterparties' },
    daily: { type: 'boolean', default: false, about: 'compares the last two days, like the daily audit' },
  },
} as const;

/** @throws UsageError naming the option that is wrong */
function readOptions({ values }: CommandLine<typeof AUDIT.options>): Options {
  const since = new Date(values.since ?? 0);
  if (Number.isNaN(since.getTime())) throw new UsageError('--since: must be a date, such as 2026-08-01');
  const minutes = Number(values['grace-minutes']);
  if (!(minutes >= 0)) throw new UsageError('--grace-minutes: must be a number of minutes');
  const period = values.daily ? dailyPeriod() : { since };
  return { ...period, graceMs: minutes * MINUTE_MS, isLedgerOnly: values.ledger, isDaily: values.daily };
}

async function findAll(database: Database, settings: Settings, options: Options): Promise<Finding[]> {
  if (options.isLedgerOnly) return auditLedger(database);
  const content = await new ContentStore(database).get();
  const records = createServiceRecords(database);
  return runAudit(
    { database, content, counterparties: await connectCounterparties(settings, content, { records }) },
    options,
  );
}

/**
 * Sends the findings to the server that started this process as its daily audit. The server stores and logs
 * them.
 */
function answerServer(findings: Finding[]): Promise<void> {
  const message: AuditJobMessage = { findings };
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

// `npm run tool -- audit`: prints findings for the operator, one per line, and exits with code 1 when money does not
// add up. `--since <date>` limits the comparison with counterparties to the time from then on. `--daily`
// compares as the daily audit does: the last two days, and feeds from where it left them. `--ledger` skips
// the comparison.
await runCommand(AUDIT, async (line) => {
  const options = readOptions(line);
  const settings = readSettings(process.env);
  const database = await openDatabase({ ...settings, databasePool: 2 });
  try {
    if (process.send) {
      await answerServer(await findAll(database, settings, options));
      process.disconnect();
      return;
    }
    // Only a complete audit is recorded: a run that omits counterparties or a part of the daily audit's
    // period does not count.
    const isWhole = !options.isLedgerOnly && (options.isDaily || options.since <= dailyPeriod().since);
    const started = isWhole ? await beginRun(database) : undefined;
    const findings = await findAll(database, settings, options);
    if (started !== undefined) await endRun(database, started, findings);
    for (const finding of findings) console.log(toLine(finding));
    const { wrong, attention } = countFindings(findings);
    console.log(`audit: ${wrong} wrong, ${attention} for attention`);
    if (wrong > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
