/**
 * A private PostgreSQL for tests and experiments: on a free port, in a temporary folder, removed when it is
 * stopped. A process that holds one under npm ends with npm, and the server with it.
 */
import './with-npm.mjs';
import { fork, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.mjs';
import { findPostgresBinaries } from './postgres-binaries.mjs';
import { makeReachableBinDir, makeReachableTempDir, unprivilegedUser } from './postgres-user.mjs';
import { UserError } from './process.mjs';

/**
 * @typedef {object} Postgres
 * @property {string} url of the `postgres` database; the user may create others
 * @property {() => Promise<void>} stop ends the server and removes its folder
 * @property {(mode?: 'fast' | 'immediate') => Promise<void>} restart same port and data; `immediate` is a crash
 * @property {(mode?: 'fast' | 'immediate' | 'kill') => Promise<void>} halt ends the server and keeps its folder
 * @property {() => Promise<void>} resume starts it again after `halt`, or after it ended by itself
 * @property {() => Promise<void>} promote makes a primary of a standby
 * @property {string | undefined} dataDir undefined for a server that was not started here
 * @property {number} port
 */

/**
 * @typedef {object} StartOptions
 * @property {'installed' | 'embedded'} [source] only these binaries, and never `TEST_DATABASE_URL`
 * @property {boolean} [own] a new server in any case
 * @property {boolean} [durable] with fsync, as in production (left out, a power cut may lose data, a killed process
 *   does not)
 * @property {Record<string, string>} [settings] on top of the usual ones
 * @property {string} [folder] where its data is put, of this user's, or is already; a temporary folder when left out
 * @property {string} [standbyOf] the URL of a server whose copy it is, and which it follows
 */

/**
 * The server of `TEST_DATABASE_URL` when that is set, else a new one. The new one ends with this process, however
 * this process ends.
 * @param {StartOptions} [options]
 * @returns {Promise<Postgres>}
 * @throws {UserError} when there are no binaries, or they do not start
 */
export async function startPostgres(options = {}) {
  const { source, own = false, durable = false } = options;
  const given = process.env.TEST_DATABASE_URL;
  if (given && !source && !own) return useGiven(given);

  const { binDir: foundBinDir } = findPostgresBinaries(source ? { source } : {});
  const runAs = unprivilegedUser();
  const tempDir = makeReachableTempDir(runAs);
  const dataDir = join(options.folder ?? tempDir, 'data');
  const socketDir = join(tempDir, 'socket');
  let binDir;
  try {
    binDir = makeReachableBinDir(foundBinDir, tempDir, runAs);
    mkdirSync(socketDir);
    if (runAs) chownSync(socketDir, runAs.uid, runAs.gid);
    if (options.folder && runAs) chownSync(options.folder, runAs.uid, runAs.gid);
    if (options.standbyOf) copy(binDir, dataDir, runAs, options.standbyOf);
    else if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(binDir, dataDir, runAs);
  } catch (error) {
    rmSync(tempDir, { recursive: true, force: true });
    throw error;
  }

  // Another process may take the free port between the check and the start.
  for (let attemptsLeft = 5; ; attemptsLeft -= 1) {
    const port = await freePort();
    const keeper = new Keeper({
      tempDir,
      binDir,
      dataDir,
      runAs,
      settings: { ...settings({ port, socketDir, durable }), ...options.settings },
    });
    try {
      await keeper.ask('start');
      return {
        url: `postgres://postgres@127.0.0.1:${port}/postgres`,
        port,
        dataDir,
        stop: () => keeper.stop(),
        restart: (mode = 'fast') => keeper.ask('restart', mode),
        halt: (mode = 'fast') => keeper.ask('halt', mode),
        resume: () => keeper.ask('start'),
        promote: () => keeper.ask('promote'),
      };
    } catch (error) {
      if (attemptsLeft === 0 || !String(error).includes('in use')) {
        await keeper.stop();
        throw error;
      }
      await keeper.leave();
    }
  }
}

async function notOurs() {
  throw new UserError('The server of TEST_DATABASE_URL is not ours to stop or start');
}

/** @returns {Postgres} */
function useGiven(/** @type {string} */ url) {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
    throw new UserError('TEST_DATABASE_URL: not a postgres:// URL');
  }
  return {
    url,
    port: Number(new URL(url).port || 5432),
    dataDir: undefined,
    stop: async () => {},
    restart: notOurs,
    halt: notOurs,
    resume: notOurs,
    promote: notOurs,
  };
}

function initialise(
  /** @type {string} */ binDir,
  /** @type {string} */ dataDir,
  /** @type {import('./postgres-user.mjs').RunAs} */ runAs,
) {
  const args = ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  runTool(join(binDir, 'initdb'), args, runAs);
}

/** Copies a running server's data, so that a server started on the copy follows it. */
function copy(
  /** @type {string} */ binDir,
  /** @type {string} */ dataDir,
  /** @type {import('./postgres-user.mjs').RunAs} */ runAs,
  /** @type {string} */ url,
) {
  const args = ['-D', dataDir, '-d', url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  runTool(join(binDir, 'pg_basebackup'), args, runAs);
}

function runTool(
  /** @type {string} */ program,
  /** @type {string[]} */ args,
  /** @type {import('./postgres-user.mjs').RunAs} */ runAs,
) {
  const result = spawnSync(program, args, { ...runAs, cwd: '/', encoding: 'utf8' });
  if (result.status === 0) return;
  throw new UserError(
    `${program} failed: ${result.error?.message ?? `${result.stdout}${result.stderr}`.trim()}`,
  );
}

function settings(
  /** @type {{ port: number, socketDir: string, durable: boolean }} */ { port, socketDir, durable },
) {
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    ...(process.platform === 'win32' ? {} : { unix_socket_directories: socketDir }),
    max_connections: '200',
    timezone: 'UTC',
    // Tests leave hundreds of small databases, and the server would visit each of them every minute.
    autovacuum_naptime: '5min',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

/**
 * The process that holds the server. It detects the end of this process, even by kill -9, and then stops the
 * server and removes the folder. One request at a time.
 */
class Keeper {
  #process;
  /** @type {Promise<void>} */
  #gone;

  constructor(/** @type {import('./postgres-keeper.mjs').Job} */ job) {
    // The keeper has its own process group: Ctrl-C in a terminal reaches this process, and the keeper only
    // through it.
    this.#process = fork(fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url)), [], {
      detached: true,
      execArgv: [],
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#process.unref();
    this.#process.channel?.unref();
    this.#gone = new Promise((resolve) => this.#process.once('exit', () => resolve()));
    this.#process.send({ request: 'job', job });
  }

  /**
   * @param {'start' | 'restart' | 'halt' | 'promote' | 'leave'} request
   * @param {'fast' | 'immediate' | 'kill'} [mode]
   * @returns {Promise<void>}
   */
  ask(request, mode) {
    const child = this.#process;
    child.ref();
    return new Promise((resolve, reject) => {
      /** @param {{ failed?: string }} answer */
      const answered = (answer) => {
        stopListening();
        if (answer.failed) reject(new UserError(answer.failed));
        else resolve();
      };
      const ended = () => {
        stopListening();
        if (request === 'leave') resolve();
        else reject(new UserError('the process that holds PostgreSQL ended'));
      };
      const stopListening = () => {
        child.off('message', answered);
        child.off('exit', ended);
        child.unref();
      };
      child.once('message', answered);
      child.once('exit', ended);
      child.send({ request, mode });
    });
  }

  /** Ends the keeper and leaves the folder. */
  leave() {
    return this.ask('leave');
  }

  /** Ends the server and removes the folder. */
  async stop() {
    this.#process.ref();
    if (this.#process.connected) this.#process.disconnect();
    await this.#gone;
  }
}
