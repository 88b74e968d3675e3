/**
 * `npm start`: installs and builds what is missing, starts the sandbox and one server, and says where they are.
 * Settings are the server's and the sandbox's own, passed through; see the table in README.md.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { spawn } from 'node:child_process';
import { resolve as resolvePath } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildWeb, compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { portOfSetting } from './lib/ports.mjs';
import { describeError, killRunning, root, UserError } from './lib/process.mjs';

const readyTimeoutMs = 120_000;
/** A program that has not ended by then is ended by force. */
const stopTimeoutMs = 15_000;

/** @typedef {{ name: string, child: import('node:child_process').ChildProcess, gone: Promise<string> }} Program */

/** In the order in which they are stopped: the server first, it may still be talking to the sandbox. */
/** @type {Program[]} */
const programs = [];
let stopping = false;

/** As `npm run serve` has them: what lives for one request only is thrown away in larger lots, and so more cheaply. */
const SERVER_FLAGS = ['--max-semi-space-size=64'];

/**
 * @param {string} name
 * @param {string} script
 * @param {Record<string, string | undefined>} env
 * @param {readonly string[]} [flags] of Node's
 */
function startProgram(name, script, env, flags = []) {
  const args = [...flags, '--import', './scripts/lib/end-with-parent.mjs', script];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const gone = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  programs.unshift({ name, child, gone });
  void gone.then(async (how) => {
    if (stopping) return;
    process.stderr.write(`The ${name} ended by itself (${how}): see its last message above\n`);
    await stopAll(1);
  });
}

/** Stops the programs one after the other, and then this process. */
async function stopAll(/** @type {number} */ exitCode) {
  if (stopping) return;
  stopping = true;
  killRunning('SIGTERM');
  for (const { child, gone } of programs) {
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await gone;
    clearTimeout(force);
  }
  process.exit(exitCode);
}

/** Waits for an answer that is not an error. */
async function waitFor(/** @type {string} */ name, /** @type {string} */ url) {
  const deadline = Date.now() + readyTimeoutMs;
  while (!(await answers(url))) {
    if (Date.now() > deadline) throw new UserError(`The ${name} does not answer at ${url}`);
    await delay(100);
  }
}

async function answers(/** @type {string} */ url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function build() {
  const results = await Promise.all([compile(), buildWeb()]);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0)
    throw new UserError(`${failed.map(({ output }) => output).join('\n')}\nThe build failed`);
}

async function main() {
  try {
    await start();
  } catch (error) {
    // While stopping, what is being waited for fails as a matter of course.
    if (stopping) return;
    process.stderr.write(`${describeError(error)}\n`);
    await stopAll(1);
  }
}

async function start() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => void stopAll(0));
  }

  const host = process.env.HOST || '127.0.0.1';
  const port = await portOfSetting('PORT', { fallback: 8080, host });
  const ownSandbox = process.env.SANDBOX !== '0' && !process.env.SANDBOX_URL;
  const sandboxPort = ownSandbox && (await portOfSetting('SANDBOX_PORT', { fallback: 8090, host }));
  if (port === sandboxPort) throw new UserError('PORT and SANDBOX_PORT are the same: choose two ports');

  await ensureInstalled();
  process.stdout.write('building what has changed\n');
  await build();
  if (stopping) return;

  /** @type {Record<string, string>} */
  const env = { PORT: String(port), DATA_DIR: resolvePath(process.env.DATA_DIR || '.data') };
  if (sandboxPort) {
    env.SANDBOX_PORT = String(sandboxPort);
    env.SANDBOX_URL = `http://${reachable(host)}:${sandboxPort}`;
    startProgram('sandbox', 'packages/sandbox/dist/main.js', env);
    await waitFor('sandbox', `${env.SANDBOX_URL}/`);
  }
  startProgram('server', 'packages/server/bundle/main.js', env, SERVER_FLAGS);
  await waitFor('server', `http://${reachable(host)}:${port}/api/lookup/active`);

  process.stdout.write(banner({ host, port, sandboxUrl: env.SANDBOX_URL ?? process.env.SANDBOX_URL }));
}

/** An address to speak to for an address to listen on. */
function reachable(/** @type {string} */ host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function banner(
  /** @type {{ host: string, port: number, sandboxUrl: string | undefined }} */ { host, port, sandboxUrl },
) {
  const demoPhone = process.env.LAOS === '1' ? '0305551234' : '0812345678';
  const lines = [
    ['Open', process.env.PUBLIC_URL || `http://${reachable(host)}:${port}`],
    // The member that comes with the demo content.
    ...(process.env.CONTENT_DIR ? [] : [['Log in', `phone ${demoPhone}, password krapao-demo`]]),
    ...(sandboxUrl && process.env.SANDBOX !== '0'
      ? [['Sandbox', `${sandboxUrl} (SMS, QR payments, bank, games)`]]
      : []),
    ['Stop', 'Ctrl-C'],
  ];
  const text = lines.map(([label = '', value]) => `  ${label.padEnd(9)}${value}`).join('\n');
  return `\n  Krapao is running.\n\n${text}\n\n`;
}

void main();
