/**
 * `npm run tool -- conformance`: tests every game provider's adapter against the sandbox with every case of the
 * conformance suite, and prints the table: cases down, providers across. Ends with code 1 unless all
 * applicable cases pass.
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { conformanceTable } from '../lib/conformance-table.mjs';
import { cacheDir, run, runMain, tool, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

const timeoutMs = 5 * 60_000;

runMain(async () => {
  readToolOptions('conformance', { options: {} });
  mkdirSync(cacheDir, { recursive: true });
  const report = join(cacheDir, 'conformance.json');
  rmSync(report, { force: true });
  const { ok, output } = await run(
    [
      ...tool('vitest'),
      'run',
      '--project=server',
      'src/adapters/providers/',
      '--testNamePattern=^game provider: ',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { timeoutMs },
  );
  let text;
  try {
    text = readFileSync(report, 'utf8');
  } catch {
    throw new UserError(`the conformance suite ended without a report:\n${output}`);
  }
  const { lines, failed } = conformanceTable(JSON.parse(text));
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = ok && failed === 0 ? 0 : 1;
});
