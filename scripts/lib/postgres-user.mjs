import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { UserError } from './process.mjs';

/**
 * The user PostgreSQL's programs run as; it refuses to run as root.
 * @typedef {{ uid: number, gid: number } | undefined} RunAs undefined: the user that runs us
 */

/** @returns {RunAs} */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
    if (uid?.trim() && gid?.trim()) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new UserError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it as: ' +
      'run as another user, or set TEST_DATABASE_URL',
  );
}

/**
 * Makes a temporary folder that belongs to the user and that the user can reach.
 * @param {RunAs} runAs
 */
export function makeReachableTempDir(runAs) {
  for (const parent of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    if (!existsSync(parent)) continue;
    const dir = mkdtempSync(join(parent, 'krapao-pg-'));
    if (!runAs) return dir;
    chownSync(dir, runAs.uid, runAs.gid);
    chmodSync(dir, 0o700);
    if (allowed(runAs, 'w', dir)) return dir;
    rmSync(dir, { recursive: true });
  }
  throw new UserError(`No temporary folder that user ${runAs?.uid} can reach: set TMPDIR to one`);
}

/**
 * Returns the folder of binaries, or a copy of it where the user cannot reach the original, for example below
 * a home folder of mode 0700.
 * @param {string} binDir
 * @param {string} tempDir
 * @param {RunAs} runAs
 */
export function makeReachableBinDir(binDir, tempDir, runAs) {
  if (!runAs || allowed(runAs, 'x', join(binDir, 'postgres'))) return binDir;
  const copy = join(tempDir, 'postgresql');
  // The binaries find their libraries and shared files relative to themselves: ../lib and ../share.
  cpSync(dirname(binDir), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, basename(binDir));
}

function allowed(
  /** @type {{ uid: number, gid: number }} */ runAs,
  /** @type {string} */ right,
  /** @type {string} */ path,
) {
  return spawnSync('/bin/sh', ['-c', `test -${right} "$0"`, path], { ...runAs, cwd: '/' }).status === 0;
}
