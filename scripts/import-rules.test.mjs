import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, tool } from './lib/process.mjs';

/**
 * Tests every import rule: each gets a small repository that breaks it. A case is the importing file, its
 * import line, and the rules that must object; a file as target is created empty.
 * @type {[from: string, line: string, rules: string[]][]}
 */
const cases = [
  // Between packages.
  ['contract/src/a1.ts', "import { x } from '../../server/src/x.ts'", ['contract-is-the-ground']],
  ['contract/src/a2.ts', "import type { x } from '../../web/src/lib/x.ts'", ['contract-is-the-ground']],
  ['web/src/main1.tsx', "import type { x } from '@krapao/server/x'", ['web-knows-the-contract-only']],
  ['web/src/main2.tsx', "export { x } from '@krapao/sandbox/x'", ['web-knows-the-contract-only']],
  ['web/src/lib/b3.ts', "import { x } from '@krapao/contract/x'", []],
  ['server/src/c1.ts', "import { x } from '@krapao/sandbox/x'", ['server-does-not-know-the-sandbox']],
  ['server/src/c2.test.ts', "import { x } from '@krapao/sandbox/x'", []],
  [
    'server/src/c3.test.ts',
    "import { x } from '../../web/src/lib/x.ts'",
    ['server-tests-know-the-sandbox-only'],
  ],
  ['sandbox/src/d1.ts', "const x = await import('@krapao/server/x')", ['sandbox-knows-the-contract-only']],
  ['e2e/src/e1.ts', "import { x } from '@krapao/server/x'", ['e2e-is-outside']],
  ['bench/src/b1.ts', "import { x } from '../../web/src/lib/x.ts'", ['bench-measures-programs']],
  ['bench/src/b2.ts', "import { x } from '@krapao/server/x'", []],
  ['e2e/src/e2.ts', "import { x } from '@krapao/bench/x'", ['e2e-is-outside']],

  // Inside the server.
  ['server/src/kernel/f1.ts', "import type { x } from '../database/x.ts'", ['kernel-is-the-ground']],
  ['server/src/database/f2.ts', "import { x } from '../ledger/x.ts'", ['database-below-ledger']],
  [
    'server/src/ledger/f3.ts',
    "import type { x } from '../modules/games/service.ts'",
    ['ledger-knows-database'],
  ],
  ['server/src/ledger/f4.ts', "import { x } from '../database/x.ts'", []],
  ['server/src/ports/f5.ts', "import { x } from '../ledger/x.ts'", ['ports-are-interfaces']],
  ['server/src/audit/f6.ts', "import type { x } from '../ledger/x.ts'", ['audit-does-not-trust-the-ledger']],
  [
    'server/src/modules/games/g1.ts',
    "import { x } from '../../adapters/pg/x.ts'",
    ['modules-know-what-is-below', 'adapters-are-named-once'],
  ],
  [
    'server/src/modules/games/g2.ts',
    "import { x } from '../wallet/repo.ts'",
    ['modules-meet-at-their-services'],
  ],
  ['server/src/modules/games/g3.ts', "import { x } from '../wallet/service.ts'", []],
  ['server/src/modules/games/g7.ts', "import { x } from '../wallet/queries.ts'", []],
  ['server/src/modules/chat/queries.ts', "import { x } from '../wallet/service.ts'", ['queries-are-leaves']],
  ['server/src/modules/slips/queries.ts', "import { x } from '../wallet/queries.ts'", []],
  ['server/src/modules/games/g4.ts', "import { x } from '../../app.ts'", ['modules-know-what-is-below']],
  ['server/src/modules/games/g6.ts', "import { x } from '../../http/x.ts'", []],
  ['server/src/http/l1.ts', "import type { x } from '../modules/wallet/service.ts'", ['http-carries-calls']],
  ['server/src/content/l2.ts', "import { x } from '../ledger/x.ts'", ['content-below-modules']],
  ['server/src/modules/games/g5.ts', "import { x } from '../../ledger/x.ts'", []],
  [
    'server/src/adapters/pg/h1.ts',
    "import { x } from '../../modules/wallet/service.ts'",
    ['adapters-know-their-port'],
  ],
  ['server/src/adapters/pg/h2.ts', "import type { x } from '../../ports/x.ts'", []],
  ['server/src/main.ts', "import type { x } from './adapters/pg/x.ts'", ['adapters-are-named-once']],
  ['server/src/composition/counterparties.ts', "import { x } from '../adapters/pg/x.ts'", []],
  ['server/src/i1.ts', "import { x } from './testing/x.ts'", ['no-test-code-in-programs']],

  // Inside the web app.
  ['web/src/lib/j1.ts', "import { x } from '../ui/x.ts'", ['lib-is-the-ground']],
  ['web/src/ui/j2.tsx', "import type { x } from '../features/wallet/wallet-api.ts'", ['ui-is-a-kit']],
  ['web/src/features/games/j3.tsx', "import { x } from '../../routes/x.ts'", ['features-below-routes']],
  ['web/src/features/games/j4.tsx', "import { x } from '../wallet/bar.ts'", ['features-meet-at-their-api']],
  ['web/src/features/games/k1.tsx', "import { x } from '../../wallet/x.ts'", []],
  ['web/src/features/games/k2.tsx', "import { x } from '../../operations/x.ts'", []],
  ['web/src/wallet/k3.ts', "import { x } from '../operations/x.ts'", ['wallet-below-operations']],
  [
    'web/src/operations/k4.ts',
    "import type { x } from '../features/games/games-api.ts'",
    ['operations-below-features'],
  ],
  ['web/src/operations/k5.ts', "import { x } from '../app/x.ts'", ['operations-below-features']],
  ['web/src/operations/k6.ts', "import { x } from '../wallet/x.ts'", []],
  [
    'web/src/features/games/k7.ts',
    "import { x } from '../../operations/registry.ts'",
    ['recovery-knows-all-operations'],
  ],
  ['web/src/app/k8.ts', "import { x } from '../operations/recovery/x.ts'", ['recovery-knows-all-operations']],
  ['web/src/app/start-recovery.ts', "export const y = import('../operations/recovery/x.ts')", []],
  ['web/src/operations/recovery/k9.ts', "import { x } from '../registry.ts'", []],
  ['web/src/features/games/j5.tsx', "import { x } from '../wallet/wallet-api.ts'", []],
  ['web/src/routes/j6.tsx', "import { x } from '../app/x.ts'", ['routes-below-app']],
  [
    'web/src/ui/j8.tsx',
    "import { X } from '../routes/x.tsx'; export const y = <X>{(z) => <b />}</X>",
    ['ui-is-a-kit'],
  ],
  ['web/src/ui/j9.tsx', "export const y = lazy(() => import('../routes/x.tsx'))", ['ui-is-a-kit']],
  ['web/src/routes/j7.tsx', "import { x } from '../features/wallet/bar.ts'", []],

  // Scripts.
  ['../scripts/lib/m1.mjs', "import { x } from '../m2.mjs'", ['entry-scripts-are-run']],
  ['../scripts/lib/m3.mjs', "const { x } = await import('../tools/m4.mjs')", ['entry-scripts-are-run']],
  ['../scripts/tools/m5.mjs', "import { x } from './m6.mjs'", ['entry-scripts-are-run']],
  ['../scripts/tools/m7.mjs', "import { x } from '../lib/m8.mjs'", []],
  [
    '../scripts/lib/m9.mjs',
    "import { x } from '../../packages/server/src/x.ts'",
    ['scripts-know-no-package'],
  ],

  // Everywhere.
  ['server/src/kernel/k1.ts', "import type { x } from './k2.ts'", ['no-cycle']],
  ['server/src/kernel/k2.ts', "import type { x } from './k1.ts'", []], // reported once, where it was met first
  ['server/src/kernel/k3.ts', "import { x } from './nowhere.ts'", ['not-resolvable']],
  ['server/src/kernel/k4.ts', "import { x } from 'declared'", []],
  ['server/src/kernel/k5.ts', "import { x } from 'undeclared'", ['undeclared-dependency']],
  ['server/src/kernel/k6.ts', "import { x } from 'for-tests'", ['programs-need-their-dependencies']],
  ['server/src/kernel/k7.test.ts', "import { x } from 'for-tests'", []],
];

/** @type {string} */
let repository;
/** @type {Map<string, string[]>} importing file → names of the rules it broke */
const broken = new Map();

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'krapao-imports-'));
  write('package.json', '{}');
  for (const name of ['contract', 'server', 'sandbox', 'web', 'e2e', 'bench']) makePackage(name);
  for (const name of ['declared', 'undeclared', 'for-tests']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  for (const [from, line] of cases) {
    write(join('packages', from), `${line};\n`);
    const target = /'(\.[^']+)'/.exec(line)?.[1];
    const targetFile = target && join('packages', dirname(from), target);
    const isCase = cases.some(([file]) => join('packages', file) === targetFile);
    if (targetFile && !isCase && !target.includes('nowhere')) write(targetFile, '');
  }
  const config = join(root, '.dependency-cruiser.cjs');
  const [command, ...args] = [
    ...tool('dependency-cruiser', 'depcruise'),
    'packages',
    'scripts',
    '-c',
    config,
    '-T',
    'json',
  ];
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (!stdout) throw new Error(stderr);
  for (const { from, rule } of JSON.parse(stdout).summary.violations) {
    broken.set(from, [...(broken.get(from) ?? []), rule.name]);
  }
});

afterAll(() => rmSync(repository, { recursive: true }));

function makePackage(/** @type {string} */ name) {
  const dependencies = { declared: '1' };
  const devDependencies = { 'for-tests': '1' };
  const exports = { './*': { source: './src/*.ts', default: './dist/*.js' } };
  write(
    `packages/${name}/package.json`,
    JSON.stringify({ name: `@krapao/${name}`, exports, dependencies, devDependencies }),
  );
  write(`packages/${name}/src/x.ts`, '');
  mkdirSync(join(repository, 'node_modules/@krapao'), { recursive: true });
  symlinkSync(join('..', '..', 'packages', name), join(repository, 'node_modules/@krapao', name));
}

function write(/** @type {string} */ path, /** @type {string} */ text) {
  const file = join(repository, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

test.each(cases)('%s: %s', (from, _line, rules) => {
  expect((broken.get(join('packages', from)) ?? []).sort()).toEqual([...rules].sort());
});
