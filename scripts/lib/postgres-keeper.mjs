/**
 * Started by `postgres.mjs`. Holds one PostgreSQL server and outlives its parent just long enough to
 * stop the server and remove its folder. It detects the parent's end by the end of the IPC channel.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * @typedef {object} Job
 * @property {string} tempDir removed at the end
 * @property {string} binDir
 * @property {string} dataDir
 * @property {import('./postgres-user.mjs').RunAs} runAs
 * @property {Record<string, string>} settings
 */

const startTimeoutMs = 60_000;

/** @type {Job} */
let job;
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

const logFile = () => join(job.tempDir, 'log');

async function start() {
  const log = openSync(logFile(), 'a');
  const args = ['-D', job.dataDir];
  for (const [name, value] of Object.entries(job.settings)) args.push('-c', `${name}=${value}`);
  const child = spawn(join(job.binDir, 'postgres'), args, {
    ...job.runAs,
    cwd: '/',
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let ended = false;
  child.once('error', () => (ended = true));
  child.once('exit', () => (ended = true));
  server = child;

  const deadline = Date.now() + startTimeoutMs;
  while (!isReady(child.pid)) {
    if (ended) throw new Error(`PostgreSQL did not start: ${readFileSync(logFile(), 'utf8').trim()}`);
    if (Date.now() > deadline) throw new Error(`PostgreSQL was not ready after ${startTimeoutMs / 1000} s`);
    await delay(20);
  }
}

/** Reads the server's pid file: the first line is its process id, the last line its state. */
function isReady(/** @type {number | undefined} */ pid) {
  const file = join(job.dataDir, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

/** @param {'fast' | 'immediate' | 'kill'} mode */
function stop(mode) {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  if (mode === 'kill') {
    server.kill('SIGKILL');
    return;
  }
  const args = ['stop', '-D', job.dataDir, '-m', mode, '-w'];
  const stopped = spawnSync(join(job.binDir, 'pg_ctl'), args, { ...job.runAs, cwd: '/' });
  // pg_ctl cannot stop a server that has not yet written its pid file.
  if (stopped.status !== 0) server.kill('SIGKILL');
}

/** Waits until no process of the server is left: after a kill, its child processes notice a moment later. */
async function ended() {
  const halted = server;
  if (!halted || halted.exitCode !== null || halted.signalCode !== null) return;
  await Promise.race([once(halted, 'exit'), delay(startTimeoutMs)]);
}

function promote() {
  const args = ['promote', '-D', job.dataDir, '-w'];
  const { status, stderr } = spawnSync(join(job.binDir, 'pg_ctl'), args, {
    ...job.runAs,
    cwd: '/',
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the standby was not promoted: ${stderr}`);
}

function end() {
  // `immediate`: the data is about to be removed.
  stop('immediate');
  rmSync(job.tempDir, { recursive: true, force: true, maxRetries: 10 });
  process.exit(0);
}

process.on('disconnect', end);

/** @param {{ request: string, job: Job, mode?: 'fast' | 'immediate' | 'kill' }} message */
async function answer(message) {
  switch (message.request) {
    case 'job':
      job = message.job;
      return;
    case 'start':
      await start();
      break;
    case 'restart':
      stop(message.mode ?? 'fast');
      await start();
      break;
    case 'halt':
      stop(message.mode ?? 'fast');
      await ended();
      break;
    case 'promote':
      promote();
      break;
    case 'leave':
      process.exit(0);
  }
  process.send?.({});
}

process.on('message', (/** @type {Parameters<typeof answer>[0]} */ message) => {
  answer(message).catch((error) => process.send?.({ failed: error.message }));
});
