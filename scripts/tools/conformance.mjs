/**
 * `npm run tool -- conformance`: tests every game provider's adapter against the sandbox with every case of the
 * conformance suite, and prints the table: cases down, providers across. Ends with code 1 unless all
 * applicable cases pass.
 *
 * With `--port` and `--url` it tries an implementation of the house's protocol from outside instead
 * (docs/protocol).
 */
import '../lib/check-node.mjs';
import '../lib/with-npm.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../lib/build.mjs';
import { conformanceTable } from '../lib/conformance-table.mjs';
import { cacheDir, root, run, runMain, tool, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

const timeoutMs = 5 * 60_000;

/** @param {{ port?: string | undefined, url?: string | undefined }} values */
async function tryService({ port, url }) {
  const secret = process.env.CONFORMANCE_SECRET;
  if (!port || !url) throw new UserError('--port and --url belong together');
  if (!URL.canParse(url)) throw new UserError('--url: must be an address');
  if (!secret) throw new UserError('CONFORMANCE_SECRET: must be set to the secret of the service');
  const compiled = await compile();
  if (!compiled.ok) throw new UserError(`${compiled.output}The build failed`);
  const kit = join(root, 'packages', 'sandbox', 'dist', 'kit', 'main.js');
  const { ok } = await run([process.execPath, kit, port, url], { show: true });
  process.exitCode = ok ? 0 : 1;
}

runMain(async () => {
  const { values } = readToolOptions('conformance', {
    options: {
      port: { type: 'string', value: 'NAME', about: 'tries this port of the service below, from outside' },
      url: { type: 'string', value: 'URL', about: 'the service; its secret is in CONFORMANCE_SECRET' },
    },
  });
  if (values.port !== undefined || values.url !== undefined) return tryService(values);
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
