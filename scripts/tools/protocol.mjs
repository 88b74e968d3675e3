/** `npm run tool -- protocol`: writes the OpenAPI documents of the house's protocol to docs/protocol. */
import '../lib/check-node.mjs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../lib/build.mjs';
import { root, run, runMain, tool, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

const FOLDER = join(root, 'docs', 'protocol');

runMain(async () => {
  readToolOptions('protocol', { options: {} });
  const compiled = await compile();
  if (!compiled.ok) throw new UserError(`${compiled.output}The build failed`);
  const { ok, output } = await run([
    process.execPath,
    join(root, 'packages', 'sandbox', 'dist', 'protocol', 'print.js'),
  ]);
  if (!ok) throw new UserError(output);
  const files = Object.entries(JSON.parse(output)).map(([port, document]) => {
    const file = join(FOLDER, `${port}.openapi.json`);
    writeFileSync(file, JSON.stringify(document));
    return file;
  });
  await run([...tool('oxfmt'), ...files]);
  process.stdout.write(`${files.join('\n')}\n`);
});
