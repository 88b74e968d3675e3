import { contentCommand } from '../composition/content-command.ts';
import { run } from './run.ts';

// `npm run content`: loads the folder of CONTENT_DIR into the database; running servers follow within seconds. It also
// lists the versions that were loaded, shows what one changed, and goes back to one.
await run(async () => {
  console.log(`content: ${await contentCommand(process.argv.slice(2), process.env)}`);
});
