import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, run, UserError } from './process.mjs';

/**
 * Installs the dependencies of the lock file when they are missing or differ from it. Compares content, not
 * time: a fresh clone and a switched branch give files any time stamp.
 * @throws {UserError} when npm fails
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  process.stdout.write('installing dependencies (npm ci)\n');
  // NODE_ENV=production would leave out the compiler and the test tools.
  const { ok } = await run([...npm(), 'ci', '--include=dev', '--loglevel=error'], { show: true });
  if (!ok)
    throw new UserError('npm ci failed: see its message above; it needs the network or a filled npm cache');
}

function isInstalled() {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(installedFile);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const present = installed[path];
    // Binaries of other platforms are only in the lock file.
    if (!present) return entry.optional === true;
    return present.version === entry.version && present.integrity === entry.integrity;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
