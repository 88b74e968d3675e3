import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import {
  RejectedEntries,
  RejectedEntryError,
  type StoredRejection,
} from '../modules/rejected-entries/service.ts';
import { run } from './run.ts';

const USAGE = 'npm run rejected [-- close <id> <note>]';

const toLine = ({ id, source, reason, entry, createdAt }: StoredRejection): string =>
  `${id}  ${createdAt.toISOString()}  ${source}  ${reason}  ${entry}`;

// `npm run rejected`: lists the entries of feeds and reports that were put aside, or closes one.
await run(async () => {
  const [command, id, note, ...rest] = process.argv.slice(2);
  const isList = command === undefined;
  if (!isList && (command !== 'close' || !id || !note || rest.length > 0))
    throw new RejectedEntryError(USAGE);
  const database = await openDatabase(readSettings(process.env));
  try {
    const rejected = new RejectedEntries(database);
    if (isList) {
      const entries = await rejected.list();
      for (const entry of entries) console.log(toLine(entry));
      console.log(`rejected: ${entries.length} entries`);
      return;
    }
    await rejected.close(id ?? '', note ?? '');
    console.log(`rejected: ${id} is closed`);
  } finally {
    await database.close();
  }
});
