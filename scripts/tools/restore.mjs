/**
 * `npm run tool -- restore --from COPY` fills an empty database from a copy that `backup` has made, and
 * replaces the seeds of the wheel in it. It takes the same settings as `backup`.
 */
import '../lib/check-node.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolder, filesFolder, KEPT, whileStopped } from '../lib/data-folder.mjs';
import { connectionOf, runOn } from '../lib/postgres-client.mjs';
import { root, runMain, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

/** The program that replaces the seeds of the wheel. */
const SEEDS = join(root, 'packages', 'server', 'dist', 'cli', 'seeds.js');

function restorePostgres(/** @type {string} */ url, /** @type {string} */ from) {
  const tables = runOn('psql', url, [
    '--no-psqlrc',
    '--tuples-only',
    '--command',
    `select count(*) from information_schema.tables where table_schema = 'public'`,
  ]);
  if (tables.trim() !== '0') throw new UserError('DATABASE_URL: this database is not empty; make a new one');
  runOn('pg_restore', url, [
    '--exit-on-error',
    '--single-transaction',
    '--no-owner',
    '--no-privileges',
    `--dbname=${connectionOf(url).PGDATABASE}`,
    from,
  ]);
}

async function restorePglite(/** @type {string} */ dataDir, /** @type {string} */ from) {
  if (existsSync(join(dataDir, 'pglite'))) throw new UserError(`DATA_DIR: ${dataDir} has a database already`);
  mkdirSync(dataDir, { recursive: true });
  await whileStopped(dataDir, () => {
    for (const name of readdirSync(from)) {
      if (KEPT.includes(name)) cpSync(join(from, name), join(dataDir, name), { recursive: true });
    }
  });
}

/**
 * Returns the target of a copy's files; undefined where it has none. @throws UserError before the restore
 * begins
 */
function placeForFiles(/** @type {string} */ dataDir, /** @type {string} */ copy) {
  const files = `${copy}.files`;
  if (!existsSync(files)) return undefined;
  const folder = filesFolder(dataDir);
  if (!folder) throw new UserError(`FILE_STORE: must be folder: ${files} belongs to the copy`);
  return { files, folder };
}

/** Replaces the seeds of the wheel: members who spun after the copy was made know the seeds in it. */
function rotateSeeds() {
  const { status } = spawnSync(process.execPath, [SEEDS, 'rotate', 'restore'], { stdio: 'inherit' });
  if (status !== 0) {
    throw new UserError(
      'Restored, but the seeds of the wheel are those of the copy: before players are let in,\n' +
        'npm run tool -- seeds rotate restore',
    );
  }
}

async function main() {
  process.umask(0o077);
  const { values } = readToolOptions('restore', {
    options: { from: { type: 'string', value: 'COPY', about: 'the file or folder to restore; required' } },
  });
  if (!values.from) throw new UserError('--from: which copy? npm run tool -- restore --from COPY');
  const from = resolve(values.from);
  if (!existsSync(from)) throw new UserError(`--from: there is no ${from}`);
  if (!existsSync(SEEDS)) throw new UserError('The server is not built: npm run build');
  const dataDir = dataFolder();
  const place = placeForFiles(dataDir, from);
  const url = process.env.DATABASE_URL?.trim();
  if (url) restorePostgres(url, from);
  else await restorePglite(dataDir, from);
  if (place) cpSync(place.files, place.folder, { recursive: true });
  rotateSeeds();
  process.stdout.write(`restored ${from}\nnow: npm run tool -- audit\n`);
}

runMain(main);
