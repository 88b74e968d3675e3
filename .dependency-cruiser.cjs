/**
 * The direction of imports, as ARCHITECTURE.md draws it. `npm run check` fails on a breach.
 * Type-only imports count as well: a type is knowledge too.
 *
 * Between packages:   contract ← server, web, console, sandbox ← bench
 * Inside the server:  kernel ← database ← ledger, content, ports ← domain ← http ← modules ← composition; audit
 *                     beside them; adapters named by the composition root alone
 * Inside the web app: lib ← ui ← wallet ← operations ← features ← routes ← app
 * Inside the console: words ← lib ← ui ← rooms ← app
 * Inside scripts:     lib ← entry programs, which no other file imports
 */

// The cruiser has swc read every file as plain TypeScript, where JSX is a syntax error. swc itself knows both: tell it.
const swc = require('@swc/core');
const parseFileSync = swc.parseFileSync.bind(swc);
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

const server = '^packages/server/src';
const web = '^packages/web/src';
const staffConsole = '^packages/console/src';
/** Tests and what only tests use may reach further than the code they test. */
const tests = '(\\.(test|spec)\\.tsx?$|/src/testing/)';

/** `from` may import, of the same package, only what `to` lists (and itself). */
const only = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: '^packages/[^/]+/src/', pathNot: ['^packages/contract/', ...to] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'A cycle is two files that are one file in pieces: split differently.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-resolvable',
      comment: 'An import that leads nowhere would escape every other rule.',
      severity: 'error',
      from: {},
      // ?raw and the like, and what a plugin of ours makes, are Vite's; it complains when such a file is missing.
      // The condition `source` leads to files that react-aria-components does not ship.
      to: { couldNotResolve: true, pathNot: '\\?|^virtual:|^react-aria-components$' },
    },
    {
      name: 'undeclared-dependency',
      comment: 'A library must be in the package.json of the package that uses it.',
      severity: 'error',
      from: { path: '^packages/', pathNot: `${tests}|\\.config\\.ts$` },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'programs-need-their-dependencies',
      comment: 'A deployment installs without dev dependencies: what runs must not need one.',
      severity: 'error',
      from: { path: '^packages/(contract|server|sandbox)/src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], pathNot: '/@types/' },
    },

    // Between packages.
    {
      name: 'contract-is-the-ground',
      comment: 'The contract is what all others share: it imports no other package.',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^packages/(?!contract/)' },
    },
    {
      name: 'web-knows-the-contract-only',
      comment: 'The browser speaks to the server over HTTP and knows it by the contract.',
      severity: 'error',
      from: { path: '^packages/web/' },
      to: { path: '^packages/(?!web/|contract/)' },
    },
    {
      name: 'console-knows-the-contract-only',
      comment: 'The staff’s console speaks to the server over HTTP; nothing of it reaches players.',
      severity: 'error',
      from: { path: '^packages/console/' },
      to: { path: '^packages/(?!console/|contract/)' },
    },
    {
      name: 'server-does-not-know-the-sandbox',
      comment:
        'The sandbox stands for the outside world: the server meets it over HTTP. Tests may start one.',
      severity: 'error',
      from: { path: '^packages/server/', pathNot: tests },
      to: { path: '^packages/(?!server/|contract/)' },
    },
    {
      name: 'server-tests-know-the-sandbox-only',
      comment: 'Whole journeys, with the web app, live in packages/e2e.',
      severity: 'error',
      from: { path: '^packages/server/' },
      to: { path: '^packages/(?!server/|contract/|sandbox/)' },
    },
    {
      name: 'sandbox-knows-the-contract-only',
      comment: 'The outside world does not run on our code.',
      severity: 'error',
      from: { path: '^packages/sandbox/' },
      to: { path: '^packages/(?!sandbox/|contract/)' },
    },
    {
      name: 'e2e-is-outside',
      comment: 'Journeys drive the built programs from outside, and share nothing but the contract.',
      severity: 'error',
      from: { path: '^packages/e2e/' },
      to: { path: '^packages/(?!e2e/|contract/)' },
    },
    {
      name: 'bench-measures-programs',
      comment: 'The bench may use what runs in Node to measure it; the app is measured as it is built.',
      severity: 'error',
      from: { path: '^packages/bench/' },
      to: { path: '^packages/(?!bench/|contract/|server/|sandbox/|e2e/)' },
    },

    // Inside the server.
    only('kernel-is-the-ground', 'kernel imports nothing above it.', `${server}/kernel/`, [
      `${server}/kernel/`,
    ]),
    only('database-below-ledger', 'database knows kernel only.', `${server}/database/`, [
      `${server}/(database|kernel)/`,
    ]),
    only(
      'ledger-knows-database',
      'The ledger knows database and kernel: no member, no provider.',
      `${server}/ledger/`,
      [`${server}/(ledger|database|kernel)/`],
    ),
    only(
      'ports-are-interfaces',
      'A port says what the outside world can do, in terms of kernel.',
      `${server}/ports/`,
      [`${server}/(ports|kernel)/`],
    ),
    {
      name: 'audit-does-not-trust-the-ledger',
      comment: 'The auditor recomputes from the rows: with the ledger’s code it would repeat its mistakes.',
      severity: 'error',
      from: { path: `${server}/audit/`, pathNot: tests },
      to: { path: `${server}/ledger/` },
    },
    only(
      'modules-know-what-is-below',
      'A module uses what is below it, and other modules by their service (next rule).',
      `${server}/modules/`,
      [`${server}/(modules|http|domain|content|ledger|ports|kernel|database)/`],
    ),
    only(
      'http-carries-calls',
      'http knows who calls and in which language; what calls mean is the modules’.',
      `${server}/http/`,
      [`${server}/(http|domain|content|ledger|kernel)/`],
    ),
    only(
      'domain-is-plain',
      'domain says what a member, a caller and an upload are: types, and no way to get one.',
      `${server}/domain/`,
      [`${server}/(domain|ledger|kernel)/`],
    ),
    only('content-below-modules', 'content knows database and kernel.', `${server}/content/`, [
      `${server}/(content|database|kernel)/`,
    ]),
    {
      name: 'modules-meet-at-their-services',
      comment:
        'A module’s tables, routes and helpers are its own; service.ts is its door, and queries.ts has the reads of its tables that others may join. Who moves credit also asks how providers are.',
      severity: 'error',
      from: { path: `${server}/modules/([^/]+)/`, pathNot: tests },
      to: {
        path: `${server}/modules/`,
        pathNot: [`${server}/modules/$1/`, '/(service|queries)\\.ts$', '/games/health\\.ts$'],
      },
    },
    only(
      'queries-are-leaves',
      'queries.ts has SQL alone: it knows what is below the modules, and the queries of others.',
      `${server}/modules/[^/]+/queries\\.ts$`,
      [`${server}/modules/[^/]+/queries\\.ts$`, `${server}/(domain|ledger|kernel|database)/`],
    ),
    only(
      'adapters-know-their-port',
      'An adapter implements a port with kernel, and knows neither modules nor the ledger.',
      `${server}/adapters/`,
      [`${server}/(adapters|ports|kernel)/`],
    ),
    {
      name: 'adapters-are-named-once',
      comment: 'composition/counterparties.ts chooses the adapters; all else sees ports.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [`${server}/adapters/`, `${server}/composition/`, tests] },
      to: { path: `${server}/adapters/` },
    },
    {
      name: 'no-test-code-in-programs',
      comment: 'What is under src/testing is not built.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: [tests, '^packages/e2e/'] },
      to: { path: tests },
    },

    // Inside the web app.
    only('lib-is-the-ground', 'lib imports nothing above it.', `${web}/lib/`, [`${web}/lib/`]),
    only('ui-is-a-kit', 'ui knows lib, and no feature.', `${web}/ui/`, [`${web}/(ui|lib)/`]),
    only('wallet-below-operations', 'The wallet reads balances: it knows ui and lib.', `${web}/wallet/`, [
      `${web}/(wallet|ui|lib)/`,
    ]),
    only(
      'operations-below-features',
      'A money operation is the same whichever feature sends it: it knows no feature.',
      `${web}/operations/`,
      [`${web}/(operations|wallet|ui|lib)/`],
    ),
    {
      name: 'recovery-knows-all-operations',
      comment: 'A feature imports its own operations: the registry would bring all of them.',
      severity: 'error',
      from: {
        path: `${web}/`,
        pathNot: [`${web}/operations/recovery/`, `${web}/app/start-recovery\\.ts$`, tests],
      },
      to: { path: `${web}/operations/(registry\\.ts$|recovery/)` },
    },
    only('features-below-routes', 'features know operations, wallet, ui and lib.', `${web}/features/`, [
      `${web}/(features|operations|wallet|ui|lib)/`,
    ]),
    {
      name: 'features-meet-at-their-api',
      comment: 'A feature uses another one’s data through its api.ts or *-api.ts.',
      severity: 'error',
      from: { path: `${web}/features/([^/]+)/`, pathNot: tests },
      to: {
        path: `${web}/features/`,
        pathNot: [`${web}/features/$1/`, '[/-]api\\.tsx?$'],
      },
    },
    only(
      'routes-below-app',
      'routes compose features; they do not know the app around them.',
      `${web}/routes/`,
      [`${web}/(routes|features|operations|wallet|ui|lib)/`],
    ),

    // Inside the console.
    only('words-are-texts', 'Texts know texts alone.', `${staffConsole}/words/`, [`${staffConsole}/words/`]),
    only('console-lib-below-ui', 'lib knows the texts and itself.', `${staffConsole}/lib/`, [
      `${staffConsole}/(lib|words)/`,
    ]),
    only('console-ui-below-rooms', 'The kit of the console knows no room.', `${staffConsole}/ui/`, [
      `${staffConsole}/(ui|lib)/`,
    ]),
    {
      name: 'rooms-stand-alone',
      comment: 'A room knows the kit, and no other room.',
      severity: 'error',
      from: { path: `${staffConsole}/rooms/([^/]+)/`, pathNot: tests },
      to: { path: `${staffConsole}/`, pathNot: [`${staffConsole}/rooms/$1/`, `${staffConsole}/(ui|lib)/`] },
    },

    // Scripts.
    {
      name: 'entry-scripts-are-run',
      comment:
        'A file of scripts outside lib is a program: it is run; what others need of it belongs to lib.',
      severity: 'error',
      from: {},
      to: { path: '^scripts/(?!lib/)' },
    },
    {
      name: 'scripts-know-no-package',
      comment: 'Scripts run before anything is installed or built; they start the packages’ programs.',
      severity: 'error',
      from: { path: '^scripts/', pathNot: '\\.test\\.mjs$' },
      to: { path: '^packages/' },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API, so the sources are read by swc.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['/dist/', '/dist-types/', '^packages/server/bundle/'] },
    combinedDependencies: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'browser', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts', '.css'],
    },
  },
};
