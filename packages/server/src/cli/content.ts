import { CONTENT, contentCommand } from '../composition/content-command.ts';
import { runCommand } from './command.ts';

// `npm run tool -- content`: loads the folder of CONTENT_DIR into the database. Running servers follow within
// seconds. It also lists the loaded versions, shows the changes of one, and goes back to one.
await runCommand(CONTENT, async (line) => {
  console.log(`content: ${await contentCommand(line, process.env)}`);
});
