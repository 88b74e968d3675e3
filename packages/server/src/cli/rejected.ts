import { toDecimal } from '@krapao/contract/money';
import { connectCounterparties } from '../composition/counterparties.ts';
import { composeRejectedRetries } from '../composition/rejected-retries.ts';
import { ContentStore } from '../content/store.ts';
import { openDatabase, type Database } from '../database/open.ts';
import { usageOf, UsageError, type CommandLine } from '../kernel/command-line.ts';
import { readSettings, type Settings } from '../kernel/settings.ts';
import { describe } from '../modules/rejected-entries/retry.ts';
import { RejectedEntries, type StoredRejection } from '../modules/rejected-entries/service.ts';
import { createServiceRecords } from '../modules/service-records/repo.ts';
import { runCommand } from './command.ts';
import { AUTHOR_OPTIONS } from './author-options.ts';
import { shellUser } from './shell-user.ts';

const REJECTED = {
  command: 'npm run tool -- rejected',
  about: 'Lists the rejected entries of feeds and reports, closes or retries one.',
  words: '[close ID NOTE | retry ID --by NAME --reason TEXT]',
  options: AUTHOR_OPTIONS,
} as const;

function toLine({ id, source, reason, entry, createdAt, retries, lastRetry }: StoredRejection): string {
  const tried = retries === 0 ? '' : `  tried again ${retries} times, at last: ${lastRetry ?? 'broken off'}`;
  const line = `${id}  ${createdAt.toISOString()}  ${source}  ${reason}${tried}  ${entry}`;
  return line.replaceAll(/\s*[\r\n]\s*/g, ' ');
}

interface Asked {
  command: 'list' | 'close' | 'retry';
  id: string;
  note: string;
  by: string;
  reason: string;
}

/** @throws UsageError */
function readAsked({ values, positionals }: CommandLine<typeof AUTHOR_OPTIONS>): Asked {
  const [command = 'list', id = '', note = '', ...rest] = positionals;
  const words = { list: 0, close: 3, retry: 2 }[command];
  const isComplete = command === 'list' || positionals.length === words;
  const isEmpty = positionals.includes('');
  if (words === undefined || !isComplete || isEmpty || rest.length > 0) {
    throw new UsageError(usageOf(REJECTED));
  }
  return { command: command as Asked['command'], id, note, ...values };
}

async function list(rejected: RejectedEntries): Promise<void> {
  const entries = await rejected.list();
  for (const entry of entries) console.log(toLine(entry));
  console.log(`rejected: ${entries.length} entries`);
}

async function retry(database: Database, settings: Settings, { id, by, reason }: Asked): Promise<void> {
  const content = new ContentStore(database);
  const counterparties = await connectCounterparties(settings, await content.get(), {
    records: createServiceRecords(database),
  });
  const taken = await composeRejectedRetries({ database, content, counterparties }).retry(id, {
    by,
    reason,
    actor: shellUser(),
  });
  console.log(`rejected: ${toDecimal(taken.amount)} ${taken.currency} ${describe(taken)}; ${id} is closed`);
}

// `npm run tool -- rejected`: lists the rejected entries of feeds, callbacks and reports, closes one, or retries one
// after its cause is fixed.
await runCommand(REJECTED, async (line) => {
  const asked = readAsked(line);
  const settings = readSettings(process.env);
  const database = await openDatabase(settings);
  try {
    const rejected = new RejectedEntries(database);
    if (asked.command === 'list') await list(rejected);
    else if (asked.command === 'retry') await retry(database, settings, asked);
    else {
      await rejected.close(asked.id, asked.note, shellUser());
      console.log(`rejected: ${asked.id} is closed`);
    }
  } finally {
    await database.close();
  }
});
