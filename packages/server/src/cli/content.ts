import { checkLinks } from '../composition/outside.ts';
import { readContent } from '../content/read.ts';
import { ContentStore } from '../content/store.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { readSettings } from '../kernel/settings.ts';
import { run } from './run.ts';

// `npm run content`: loads the folder of CONTENT_DIR into the database; running servers follow within seconds.
await run(async () => {
  const settings = readSettings(process.env);
  const content = await readContent(settings.contentDir);
  checkLinks(settings, content);
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    await new ContentStore(database).save(content);
    console.log(`content: loaded from ${settings.contentDir}`);
  } finally {
    await database.close();
  }
});
