/** `npm run build`: everything that `npm run serve` and `npm run sandbox` need, the two apps from scratch. */
import './lib/check-node.mjs';
import { buildConsole, buildWeb, compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runMain, UserError } from './lib/process.mjs';

async function main() {
  await ensureInstalled();
  const results = await Promise.all([compile(), buildWeb({ force: true }), buildConsole({ force: true })]);
  for (const { output } of results) process.stdout.write(output);
  if (results.some(({ ok }) => !ok)) throw new UserError('The build failed');
}

runMain(main);
