/** `npm run tool -- imports`: checks the direction of imports. `npm run check` includes it. */
import '../lib/check-node.mjs';
import { imports } from '../lib/checks.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { run, runMain } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

runMain(async () => {
  readToolOptions('imports', { options: {} });
  await ensureInstalled();
  const { ok } = await run(imports(), { show: true });
  process.exitCode = ok ? 0 : 1;
});
