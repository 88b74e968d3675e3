/** `npm run tool -- db-types`: writes `src/database/schema.ts` and `sql/schema.sql` of the server from its migrated schema. */
import '../lib/check-node.mjs';
import { join } from 'node:path';
import { ensureInstalled } from '../lib/install.mjs';
import { root, run, runMain, tool, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

const generator = join(root, 'packages', 'server', 'scripts', 'generate-types.mjs');

runMain(async () => {
  const { values } = readToolOptions('db-types', {
    options: { verify: { type: 'boolean', about: 'only says whether the file is current' } },
  });
  await ensureInstalled();
  const compiled = await run([...tool('typescript', 'tsc'), '-b', 'packages/server']);
  if (!compiled.ok) throw new UserError(`${compiled.output}The build failed`);
  const args = values.verify ? ['--verify'] : [];
  const { ok } = await run([process.execPath, generator, ...args], { show: true });
  process.exitCode = ok ? 0 : 1;
});
