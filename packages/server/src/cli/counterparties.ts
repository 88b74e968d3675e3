import { checkCounterparties, drawTable } from '../composition/check-counterparties.ts';
import { ContentStore } from '../content/store.ts';
import { openDatabase } from '../database/open.ts';
import { usageOf, UsageError } from '../kernel/command-line.ts';
import { readSettings } from '../kernel/settings.ts';
import { createServiceRecords } from '../modules/service-records/repo.ts';
import { runCommand } from './command.ts';

const COUNTERPARTIES = {
  command: 'npm run tool -- counterparties',
  about: 'Calls every connected service harmlessly and says what is wrong.',
  words: 'check',
  options: {},
} as const;

// `npm run tool -- counterparties check`: a line for each service; exit code 1 when any is not all right.
await runCommand(COUNTERPARTIES, async ({ positionals }) => {
  if (positionals.length !== 1 || positionals[0] !== 'check') throw new UsageError(usageOf(COUNTERPARTIES));
  const settings = readSettings(process.env);
  const database = await openDatabase({ ...settings, databasePool: 2 });
  try {
    const content = await new ContentStore(database).get();
    const rows = await checkCounterparties(settings, content, createServiceRecords(database));
    console.log(drawTable(rows));
    const wrong = rows.filter((row) => row.wrong !== '');
    console.log(`counterparties: ${rows.length} services, ${wrong.length} not all right`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
