/**
 * `npm run backup -- --to FOLDER` writes a copy of the database into a new file (PostgreSQL, while servers
 * run) or folder (PGlite, while none does), records it in the database and prints its name. `npm run restore
 * -- --from COPY` fills an empty database from a copy, and replaces the seeds of the wheel in it. Both take
 * `DATABASE_URL`, `DATA_DIR`, `FILE_STORE` and `FILES_DIR` like the server: a folder of files lies beside the
 * copy, under its name and `.files`. docs/operations.md lists the other data to keep.
 */
import './lib/check-node.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgresBinaries } from './lib/postgres-binaries.mjs';
import { root, runMain, UserError } from './lib/process.mjs';

/** The programs that replace the seeds of the wheel, and that record a copy. */
const SEEDS = join(root, 'packages', 'server', 'dist', 'cli', 'seeds.js');
const BACKUPS = join(root, 'packages', 'server', 'dist', 'cli', 'backups.js');

const USAGE = 'npm run backup -- --to FOLDER, or npm run restore -- --from COPY';

/** The server's part of the data folder: its database, and the generated key when no setting gave one. */
const KEPT = ['pglite', 'secret.key'];

/** Returns the name of a new copy: names sort by time. */
const newName = () => `krapao-${new Date().toISOString().replace(/[:.]/g, '-')}`;

/**
 * Returns libpq's own settings for an address: a password on the command line would be visible to every user.
 */
function connectionOf(/** @type {string} */ text) {
  // Several hosts are separated by commas, which a web address may not contain.
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?@]*)(.*)$/.exec(text) ?? [];
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`);
  const [first] = urls;
  if (!first || !urls.every((one) => URL.canParse(one))) throw new UserError('DATABASE_URL: not an address');
  const url = new URL(first);
  const query = Object.fromEntries(url.searchParams);
  return {
    PGHOST: urls.map((one) => decodeURIComponent(new URL(one).hostname)).join(','),
    PGPORT: urls.map((one) => new URL(one).port || '5432').join(','),
    ...(urls.length > 1 && { PGTARGETSESSIONATTRS: 'read-write' }),
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...(query.sslmode && { PGSSLMODE: query.sslmode }),
    ...(query.sslrootcert && { PGSSLROOTCERT: query.sslrootcert }),
  };
}

/**
 * Returns the program that came with this machine's server; where there is none, as in the image, its bare
 * name.
 */
function besideServer(/** @type {string} */ program) {
  try {
    return join(findPostgresBinaries().binDir, program);
  } catch {
    return program;
  }
}

/**
 * Runs a PostgreSQL program on the database of `DATABASE_URL`.
 * @param {'pg_dump' | 'pg_restore' | 'psql'} program
 * @param {string} url
 * @param {string[]} args
 */
function runOn(program, url, args) {
  const beside = besideServer(program);
  const { status, stdout, stderr, error } = spawnSync(existsSync(beside) ? beside : program, args, {
    env: { ...process.env, ...connectionOf(url) },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw new UserError(`${program}: ${error.message}; it comes with PostgreSQL's client programs`);
  if (status !== 0) throw new UserError(`${program} failed: ${stderr.trim()}`);
  return stdout;
}

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

/** Keeps every server away from the data folder while it is copied. */
async function whileStopped(/** @type {string} */ dataDir, /** @type {() => void} */ work) {
  const lock = join(root, 'packages', 'server', 'dist', 'database', 'data-dir-lock.js');
  if (!existsSync(lock)) throw new UserError('The server is not built: npm run build');
  const { holdDataDir } = await import(`file://${lock}`);
  const held = await holdDataDir(dataDir).catch((/** @type {Error} */ error) => {
    throw new UserError(error.message);
  });
  try {
    work();
  } finally {
    await held.release();
  }
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

/**
 * Replaces the seeds of the wheel: members who spun after the copy was made know the seeds in it.
 * @param {NodeJS.ProcessEnv} env
 */
function rotateSeeds(env) {
  const { status } = spawnSync(process.execPath, [SEEDS, 'rotate', 'restore'], { env, stdio: 'inherit' });
  if (status !== 0) {
    throw new UserError(
      'Restored, but the seeds of the wheel are those of the copy: before players are let in,\n' +
        'npm run seeds -- rotate restore',
    );
  }
}

/**
 * Records a copy in the database, for the alarm on its age. A copy that cannot be recorded is still valid.
 * @param {string} copy
 * @param {Date} takenAt
 */
function recordCopy(copy, takenAt) {
  const args = ['record', '--tool', 'npm run backup', '--taken-at', takenAt.toISOString(), '--place', copy];
  const { status, stderr } = spawnSync(process.execPath, [BACKUPS, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status === 0) return;
  const reason = existsSync(BACKUPS) ? stderr.trim() : 'the server is not built: npm run build';
  process.stderr.write(`the copy is made but not recorded, so the alarm will say it is missing: ${reason}\n`);
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

function readOptions() {
  try {
    const options = /** @type {const} */ ({ to: { type: 'string' }, from: { type: 'string' } });
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UserError(`${/** @type {Error} */ (error).message}\n${USAGE}`);
  }
}

/** Returns the folder of files, where the server uses one. */
function filesFolder(/** @type {string} */ dataDir) {
  if (process.env.FILE_STORE?.trim() !== 'folder') return undefined;
  return resolve(process.env.FILES_DIR?.trim() || join(dataDir, 'files'));
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

async function main() {
  // A copy holds every member's name, phone and bank account: only its maker may read it.
  process.umask(0o077);
  const { values, positionals } = readOptions();
  const url = process.env.DATABASE_URL?.trim();
  const dataDir = resolve(process.env.DATA_DIR?.trim() || '.data');
  if (positionals[0] === 'restore') {
    if (!values.from) throw new UserError(`--from: which copy?\n${USAGE}`);
    const from = resolve(values.from);
    if (!existsSync(from)) throw new UserError(`--from: there is no ${from}`);
    if (!existsSync(SEEDS)) throw new UserError('The server is not built: npm run build');
    const place = placeForFiles(dataDir, from);
    if (url) restorePostgres(url, from);
    else await restorePglite(dataDir, from);
    if (place) cpSync(place.files, place.folder, { recursive: true });
    rotateSeeds(process.env);
    process.stdout.write(`restored ${from}\nnow: npm run audit\n`);
    return;
  }
  if (!values.to) throw new UserError(`--to: into which folder?\n${USAGE}`);
  const to = resolve(values.to);
  mkdirSync(to, { recursive: true });
  const takenAt = new Date();
  const copy = url ? backupPostgres(url, to) : await backupPglite(dataDir, to);
  backupFiles(dataDir, copy);
  recordCopy(copy, takenAt);
  process.stdout.write(`${copy}\n`);
}

runMain(main);
