/**
 * `npm run tool -- backup --to FOLDER` writes a copy of the database into a new file (PostgreSQL, while servers
 * run) or folder (PGlite, while none does), records it in the database and prints its name. It takes
 * `DATABASE_URL`, `DATA_DIR`, `FILE_STORE` and `FILES_DIR` like the server: a folder of files lies beside the
 * copy, under its name and `.files`. docs/backups.md lists the other data to keep.
 */
import '../lib/check-node.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolder, filesFolder, KEPT, whileStopped } from '../lib/data-folder.mjs';
import { runOn } from '../lib/postgres-client.mjs';
import { root, runMain, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

/** The program that records a copy. */
const BACKUPS = join(root, 'packages', 'server', 'dist', 'cli', 'backups.js');

/** Returns the name of a new copy: names sort by time. */
const newName = () => `krapao-${new Date().toISOString().replace(/[:.]/g, '-')}`;

function backupPostgres(/** @type {string} */ url, /** @type {string} */ to) {
  const file = join(to, `${newName()}.dump`);
  // The draft has another name until it is complete: an interrupted copy must not look like a copy.
  const draft = `${file}.part`;
  try {
    runOn('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${draft}`]);
  } catch (failure) {
    rmSync(draft, { force: true });
    throw failure;
  }
  renameSync(draft, file);
  return file;
}

async function backupPglite(/** @type {string} */ dataDir, /** @type {string} */ to) {
  if (!existsSync(join(dataDir, 'pglite')))
    throw new UserError(`DATA_DIR: there is no database in ${dataDir}`);
  const folder = join(to, `${newName()}.pglite`);
  const draft = `${folder}.part`;
  await whileStopped(dataDir, () => {
    for (const name of KEPT) {
      if (existsSync(join(dataDir, name)))
        cpSync(join(dataDir, name), join(draft, name), { recursive: true });
    }
  });
  renameSync(draft, folder);
  return folder;
}

/** Copies files after the database: files never change, so every file named in the database copy is there. */
function backupFiles(/** @type {string} */ dataDir, /** @type {string} */ copy) {
  if (process.env.FILE_STORE?.trim() === 's3') {
    process.stderr.write(`not in the copy: the files in the bucket ${process.env.S3_BUCKET}\n`);
  }
  const folder = filesFolder(dataDir);
  if (!folder || !existsSync(folder)) return;
  const draft = `${copy}.files.part`;
  cpSync(folder, draft, { recursive: true, filter: (name) => !name.endsWith('.part') });
  renameSync(draft, `${copy}.files`);
}

/**
 * Records a copy in the database, for the alarm on its age. A copy that cannot be recorded is still valid.
 * @param {string} copy
 * @param {Date} takenAt
 */
function recordCopy(copy, takenAt) {
  const args = ['record', '--tool', 'npm run tool -- backup', '--taken-at', takenAt.toISOString()];
  const { status, stderr } = spawnSync(process.execPath, [BACKUPS, ...args, '--place', copy], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status === 0) return;
  const reason = existsSync(BACKUPS) ? stderr.trim() : 'the server is not built: npm run build';
  process.stderr.write(`the copy is made but not recorded, so the alarm will say it is missing: ${reason}\n`);
}

async function main() {
  // A copy holds every member's name, phone and bank account: only its maker may read it.
  process.umask(0o077);
  const { values } = readToolOptions('backup', {
    options: { to: { type: 'string', value: 'FOLDER', about: 'where the copy goes; required' } },
  });
  if (!values.to) throw new UserError('--to: into which folder? npm run tool -- backup --to FOLDER');
  const to = resolve(values.to);
  mkdirSync(to, { recursive: true });
  const takenAt = new Date();
  const url = process.env.DATABASE_URL?.trim();
  const dataDir = dataFolder();
  const copy = url ? backupPostgres(url, to) : await backupPglite(dataDir, to);
  backupFiles(dataDir, copy);
  recordCopy(copy, takenAt);
  process.stdout.write(`${copy}\n`);
}

runMain(main);
