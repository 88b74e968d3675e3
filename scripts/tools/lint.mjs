/** `npm run tool -- lint`: lints every package and script. `npm run check` includes it. */
import '../lib/check-node.mjs';
import { lint } from '../lib/checks.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { run, runMain } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

runMain(async () => {
  const { values } = readToolOptions('lint', {
    options: { fix: { type: 'boolean', about: 'repairs what can be repaired safely' } },
  });
  await ensureInstalled();
  const { ok } = await run([...lint(), ...(values.fix ? ['--fix'] : [])], { show: true });
  process.exitCode = ok ? 0 : 1;
});
