/** `npm run tool -- format`: formats every file. `npm run check` includes its `--check`. */
import '../lib/check-node.mjs';
import { format, formatCheck } from '../lib/checks.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { run, runMain } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

runMain(async () => {
  const { values } = readToolOptions('format', {
    options: {
      check: { type: 'boolean', about: 'lists the files that are not formatted, and changes none' },
    },
  });
  await ensureInstalled();
  const { ok } = await run(values.check ? formatCheck() : format(), { show: true });
  process.exitCode = ok ? 0 : 1;
});
