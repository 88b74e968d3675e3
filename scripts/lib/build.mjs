import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheDir, npm, root, run, tool } from './process.mjs';

/** The packages that run in Node: compiled by `tsc -b`, which skips what is up to date by itself. */
const nodePackages = ['packages/contract', 'packages/server', 'packages/sandbox'];

/**
 * Compiles the packages that run in Node.
 * @param {{ everything?: boolean }} [options] `everything`: type-checks tests, web and e2e as well
 */
export async function compile({ everything = false } = {}) {
  const projects = everything ? [] : nodePackages;
  const compiled = await run([...tool('typescript', 'tsc'), '-b', ...projects]);
  if (!compiled.ok) return compiled;
  return runBuildScripts(nodePackages);
}

/** A package that has more to build than TypeScript says so with a `build` script of its own. */
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
const webHashFile = join(cacheDir, 'web-build-hash');

/**
 * Builds the web app with Vite, unless nothing that goes into it has changed since the last build.
 * @param {{ force?: boolean }} [options]
 */
export async function buildWeb({ force = false } = {}) {
  const hash = hashWebInputs();
  const upToDate =
    existsSync(join(webDir, 'dist', 'index.html')) &&
    existsSync(webHashFile) &&
    readFileSync(webHashFile, 'utf8') === hash;
  if (upToDate && !force) return { ok: true, output: '' };

  const result = await run([...npm(), 'run', 'build', '-w', 'packages/web']);
  if (result.ok) {
    mkdirSync(dirname(webHashFile), { recursive: true });
    writeFileSync(webHashFile, hash);
  }
  return result;
}

/** Everything the bundle depends on: sources, the contract, the exact dependencies, the build settings. */
function hashWebInputs() {
  const hash = createHash('sha256');
  const files = [
    ...filesBelow(webDir),
    ...filesBelow(join(root, 'packages', 'contract', 'src')),
    join(root, 'package-lock.json'),
  ];
  for (const file of files.toSorted()) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  const settings = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  for (const name of settings.toSorted()) hash.update(`${name}=${process.env[name]}\0`);
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
