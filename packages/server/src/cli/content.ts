import { contentCommand } from '../composition/content-command.ts';
import { run } from './run.ts';

// `npm run content`: loads the folder of CONTENT_DIR into the database. Running servers follow within
// seconds. It also lists the loaded versions, shows the changes of one, and goes back to one.
await run(async () => {
  console.log(`content: ${await contentCommand(process.argv.slice(2), process.env)}`);
});
