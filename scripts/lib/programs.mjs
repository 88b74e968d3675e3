/** The programs that an entry script starts and stops together, such as the server and the sandbox. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { killRunning, root, UserError } from './process.mjs';

const READY_TIMEOUT_MS = 120_000;
/** A program still running after this time is killed. */
const STOP_TIMEOUT_MS = 15_000;
/** Loaded into each program, so that none outlives the script that started it. */
const END_WITH_PARENT = join(root, 'scripts', 'lib', 'end-with-parent.mjs');

/**
 * Same flag as in `npm run serve`: a larger young generation makes collecting short-lived objects cheaper.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=64'];

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<string>} gone how it ended
 * @property {boolean} isStopping its end is intended
 */

/** In stop order: the server first, because it may still be talking to the sandbox. */
/** @type {Program[]} */
const programs = [];
let stopping = false;

/** Returns whether everything is being stopped; pending waits then fail as expected. */
export const isStopping = () => stopping;

/** Makes a signal that ends this process stop all programs first. */
export function stopOnSignals() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => void stopAll(0));
  }
}

/**
 * Starts a program; one that ends by itself ends everything.
 * @param {string} name
 * @param {string} script
 * @param {{ env?: Record<string, string | undefined>, flags?: readonly string[], args?: readonly string[], cwd?: string,
 *   onLine?: (line: string) => void, mayEnd?: boolean }} [options] `flags` are Node's, `args` the script's; with
 *   `onLine` its output is read as well as shown; one that `mayEnd` ends alone
 * @returns {Program}
 */
export function startProgram(name, script, options = {}) {
  const { env = {}, flags = [], args = [], cwd = root, onLine, mayEnd = false } = options;
  const child = spawn(process.execPath, [...flags, '--import', END_WITH_PARENT, script, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['inherit', onLine ? 'pipe' : 'inherit', 'inherit'],
  });
  if (onLine) readLines(child, onLine);
  const gone = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
  });
  /** @type {Program} */
  const program = { name, child, gone, isStopping: false };
  programs.unshift(program);
  void gone.then(async (how) => {
    programs.splice(programs.indexOf(program), 1);
    if (stopping || program.isStopping) return;
    process.stderr.write(`The ${name} ended by itself (${how}): see its last message above\n`);
    if (!mayEnd) await stopAll(1);
  });
  return program;
}

function readLines(
  /** @type {import('node:child_process').ChildProcess} */ child,
  /** @type {(line: string) => void} */ onLine,
) {
  let rest = '';
  child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
    process.stdout.write(chunk);
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}

/** Stops one program and waits for its end. */
export async function stopProgram(/** @type {Program} */ program) {
  program.isStopping = true;
  program.child.kill('SIGTERM');
  const force = setTimeout(() => program.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await program.gone;
  clearTimeout(force);
}

/** Stops the programs one after the other, and then this process. */
export async function stopAll(/** @type {number} */ exitCode) {
  if (stopping) return;
  stopping = true;
  killRunning('SIGTERM');
  for (let next = programs[0]; next; next = programs[0]) await stopProgram(next);
  process.exit(exitCode);
}

/** Waits for an answer that is not an error. @throws {UserError} when there is none for long */
export async function waitFor(/** @type {string} */ name, /** @type {string} */ url) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
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

/** Returns an address to connect to for an address to listen on. */
export function reachable(/** @type {string} */ host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

const DEMO_STAFF = ' (cashier@demo.example, manager@demo.example, password krapao-demo)';

/**
 * Returns the text shown once everything runs. @param {{ open: string, sandboxUrl: string | undefined, consoleUrl?: string | undefined }} at
 */
export function banner({ open, sandboxUrl, consoleUrl }) {
  const demoPhone = process.env.LAOS === '1' ? '0305551234' : '0812345678';
  const lines = [
    ['Open', open],
    // The demo content's member.
    ...(process.env.CONTENT_DIR ? [] : [['Log in', `phone ${demoPhone}, password krapao-demo`]]),
    ...(sandboxUrl && process.env.SANDBOX !== '0'
      ? [['Sandbox', `${sandboxUrl} (SMS, QR payments, bank, games)`]]
      : []),
    ...(consoleUrl ? [['Console', `${consoleUrl}${sandboxUrl ? DEMO_STAFF : ''}`]] : []),
    ['Stop', 'Ctrl-C'],
  ];
  const text = lines.map(([label = '', value]) => `  ${label.padEnd(9)}${value}`).join('\n');
  return `\n  Krapao is running.\n\n${text}\n\n`;
}
