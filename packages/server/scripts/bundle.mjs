/**
 * Bundles the server and its packages into a few files below `bundle`, because a start from 1,600 files spends most of
 * its time on finding them. Files that are found by their address keep their place in there.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const packageDir = fileURLToPath(new URL('..', import.meta.url));
const sourceDir = path.join(packageDir, 'src');
const outDir = path.join(packageDir, 'bundle');

/**
 * Packages that stay outside: native code and WebAssembly, which are files; and the driver with its tracing, which
 * waits for the driver to be required. The API of tracing is in metrics too, and finds its other copy by itself.
 */
const KEPT =
  /^(?:@electric-sql\/pglite|@node-rs\/argon2|@opentelemetry\/(?!api$).+|pg|sharp|zxing-wasm)(?:\/|$)/;
/** Optional packages that are not installed. */
const DONE_WITHOUT = new Set(['bufferutil', 'utf-8-validate', 'pg-native']);

const entries = [
  'main.ts',
  'cli/audit.ts',
  'database/pglite-worker.js',
  'modules/slips/reader/zxing-worker.js',
  ...readdirSync(path.join(sourceDir, 'adapters/providers'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `adapters/providers/${name}`),
  ...readdirSync(path.join(sourceDir, 'adapters/providers'))
    .map((name) => `adapters/providers/${name}/adapter.ts`)
    .filter((file) => existsSync(path.join(sourceDir, file))),
];

/** A module finds the files beside it beside the bundle. */
const BUNDLE_URL = '\0bundle-url';
const ownAddresses = {
  name: 'own-addresses',
  resolveId: (/** @type {string} */ id) => (id === BUNDLE_URL ? id : null),
  load: (/** @type {string} */ id) =>
    id === BUNDLE_URL ? 'export const bundleUrl = new URL("./", import.meta.url);' : null,
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (!id.startsWith(sourceDir) || !code.includes('import.meta.url')) return null;
    const file = path.relative(sourceDir, id).replaceAll(path.sep, '/').replace(/\.ts$/, '.js');
    const address = `new URL(${JSON.stringify(file)}, bundleUrl).href`;
    const own = code.replaceAll('import.meta.url', address);
    return { code: `${own}\nimport { bundleUrl } from ${JSON.stringify(BUNDLE_URL)};\n`, map: null };
  },
};

rmSync(outDir, { recursive: true, force: true });
await build({
  cwd: packageDir,
  input: Object.fromEntries(
    entries.map((name) => [name.replace(/\.[jt]s$/, ''), path.join(sourceDir, name)]),
  ),
  platform: 'node',
  external: (id) => KEPT.test(id) || DONE_WITHOUT.has(id),
  resolve: { conditionNames: ['source', 'node'] },
  plugins: [ownAddresses],
  output: {
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: true,
  },
});
