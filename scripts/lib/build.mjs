import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { cacheDir, npm, root, run, tool } from './process.mjs';

/** The packages that run in Node: compiled by `tsc -b`, which skips what is up to date by itself. */
const nodePackages = ['packages/contract', 'packages/server', 'packages/sandbox'];

/**
 * Compiles the packages that run in Node.
 * @param {{ everything?: boolean }} [options] `everything`: type-checks tests, web and e2e as well
 */
export async function compile({ everything = false } = {}) {
  const compiled = await (everything ? checkTypes() : runCompiler(nodePackages));
  if (!compiled.ok) return compiled;
  return runBuildScripts(nodePackages);
}

/** Type-checks every package. */
export const checkTypes = () => runCompiler([]);

/** Returns whether every package was compiled before. */
export const hasCompiled = () => existsSync(join(root, 'packages', 'e2e', 'dist', '.tsbuildinfo'));

/** @param {string[]} projects all of them where none is named */
const runCompiler = (projects) => run([...tool('typescript', 'tsc'), '-b', ...projects]);

/** Runs the `build` scripts of packages that have more to build than TypeScript. */
async function runBuildScripts(/** @type {string[]} */ packages) {
  let output = '';
  for (const folder of packages) {
    const { scripts = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    if (!scripts.build) continue;
    const result = await run([...npm(), 'run', 'build', '-w', folder]);
    output += result.output;
    if (!result.ok) return { ok: false, output };
  }
  return { ok: true, output };
}

const webDir = join(root, 'packages', 'web');

/**
 * The builds of the web app: the served one, and one for tests with games in separate tabs and the kit's
 * catalogue.
 * @type {Record<'usual' | 'frame' | 'catalogue',
 *   { outDir: string, env: Record<string, string>, mode?: string, page?: string }>}
 */
const webBuilds = {
  usual: { outDir: join(webDir, 'dist'), env: {} },
  frame: { outDir: join(cacheDir, 'web-frame'), env: { VITE_IFRAME: '1' } },
  catalogue: {
    outDir: join(cacheDir, 'web-catalogue'),
    env: {},
    mode: 'catalogue',
    page: 'catalogue/index.html',
  },
};

/** Folder of a build's source maps, outside of the served files. */
export const sourceMapsDir = join(cacheDir, 'web-maps');

/** Folder in which browser tests record the functions of the app that they ran. */
export const browserCoverageDir = join(cacheDir, 'coverage', 'browser');

/** File in which component tests record them. */
export const componentCoverageFile = join(cacheDir, 'coverage', 'components', 'coverage-final.json');

/** Returns the output folder of a build of the web app. */
export const webBuildDir = (/** @type {keyof typeof webBuilds} */ name) => webBuilds[name].outDir;

/**
 * Builds the web app with Vite, unless no input has changed since the last build.
 * @param {{ force?: boolean, name?: keyof typeof webBuilds }} [options]
 */
export function buildWeb({ force = false, name = 'usual' } = {}) {
  const mapsDir = join(sourceMapsDir, name);
  const { env, ...build } = webBuilds[name];
  return buildWebWith({ ...build, name, force, env: { ...env, SOURCE_MAPS_DIR: mapsDir } });
}

/**
 * Builds with own settings and output folder; `name` identifies its builds, `page` is its required output.
 * @param {{ name: string, outDir: string, env: Record<string, string>, mode?: string, page?: string, force?:
 *   boolean }} options
 */
export async function buildWebWith(options) {
  const result = await buildApp(webDir, options);
  // An invalid setting is reported in one line; Vite's surrounding output adds nothing.
  const [, setting] = /^\[?(VITE_\w+ .+?)\]?$/m.exec(result.ok ? '' : result.output) ?? [];
  return setting ? { ok: false, output: `${setting}\n` } : result;
}

const consoleDir = join(root, 'packages', 'console');

/** Builds the staff's console with Vite, unless no input has changed since the last build. */
export function buildConsole({ force = false } = {}) {
  return buildApp(consoleDir, { name: 'console', outDir: join(consoleDir, 'dist'), env: {}, force });
}

/**
 * Builds an app with Vite, unless no input has changed since the last build of that name.
 * @param {string} folder of its package
 * @param {Parameters<typeof buildWebWith>[0]} options
 */
async function buildApp(folder, { name, outDir, env, mode, page = 'index.html', force = false }) {
  const hashFile = join(cacheDir, `web-build-hash-${name}`);
  const hash = hashInputs(folder, env);
  const upToDate =
    existsSync(join(outDir, page)) && existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash;
  if (upToDate && !force) return { ok: true, output: '' };

  const args = ['--', '--outDir', outDir, '--emptyOutDir', ...(mode ? ['--mode', mode] : [])];
  const result = await run([...npm(), 'run', 'build', '-w', relative(root, folder), ...args], { env });
  if (result.ok) {
    mkdirSync(dirname(hashFile), { recursive: true });
    writeFileSync(hashFile, hash);
  }
  return result;
}

/**
 * Hashes all inputs of a bundle: sources, the contract, the exact dependencies, the build settings.
 * @param {string} folder
 * @param {Record<string, string>} env
 */
function hashInputs(folder, env) {
  const hash = createHash('sha256');
  const files = [
    ...filesBelow(folder),
    ...filesBelow(join(root, 'packages', 'contract', 'src')),
    join(root, 'package-lock.json'),
  ];
  for (const file of files.toSorted()) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  const settings = { ...process.env, ...env };
  const names = Object.keys(settings).filter((name) => name.startsWith('VITE_'));
  for (const name of names.toSorted()) hash.update(`${name}=${settings[name]}\0`);
  const logo = settings['VITE_BRAND_LOGO'];
  if (logo && existsSync(resolve(root, logo))) hash.update(readFileSync(resolve(root, logo)));
  return hash.digest('hex');
}

const notInputs = new Set(['node_modules', 'dist', 'dist-types', '.cache']);

/** @returns {string[]} absolute paths */
function filesBelow(/** @type {string} */ dir) {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (notInputs.has(entry.name)) return [];
    const path = join(dir, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}
