import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Files the scripts keep between runs (hashes, reports); never committed. */
export const cacheDir = join(root, '.cache');

/** A failure reported in one line, without a stack: the reader can fix it. */
export class UserError extends Error {}

/** Returns one line for a UserError, the stack for an unexpected error. */
export function describeError(/** @type {unknown} */ error) {
  if (error instanceof UserError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Runs an entry script's main function; a UserError becomes one line on stderr and exit code 1.
 * @param {() => Promise<void>} main
 */
export function runMain(main) {
  main().catch((error) => {
    process.stderr.write(`${describeError(error)}\n`);
    process.exit(1);
  });
}

/**
 * The command line that runs a tool of an installed package. Resolved through the package's `bin` and run by
 * this Node: `node_modules/.bin` holds shell wrappers on Windows, and npx misreads flags.
 * @param {string} packageName
 * @param {string} [toolName] where the package has several
 * @returns {string[]} command followed by its first arguments
 */
export function tool(packageName, toolName = packageName) {
  const manifest = join(root, 'node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const entry = typeof bin === 'string' ? bin : bin[toolName];
  return [process.execPath, join(dirname(manifest), entry)];
}

/** The command line of npm: the one that runs us, else the one on the PATH. */
export function npm() {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? [process.execPath, cli] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Ends every running command started by `run`; for an entry script's own end.
 * @param {NodeJS.Signals} signal
 */
export function killRunning(signal) {
  for (const child of running) child.kill(signal);
}

/** Makes Ctrl-C and SIGTERM end the running commands and this process. */
export function killRunningOnSignals() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      killRunning(signal);
      process.exit(130);
    });
  }
}

/**
 * Runs a command to its end; never rejects on a failure of the command.
 * @param {string[]} commandLine
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, show?: boolean, timeoutMs?: number }} [options]
 *   `show`: the output goes straight to the terminal instead of being collected
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(commandLine, { cwd = root, env = {}, show = false, timeoutMs } = {}) {
  const [command = '', ...args] = commandLine;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: command.endsWith('.cmd'),
    });
    running.add(child);
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const timer =
      timeoutMs &&
      setTimeout(() => {
        process.stderr.write(`stopped after ${timeoutMs / 1000} s: ${commandLine.join(' ')}\n`);
        child.kill('SIGKILL');
      }, timeoutMs);
    const finish = (/** @type {boolean} */ ok) => {
      if (timer) clearTimeout(timer);
      running.delete(child);
      resolve({ ok, output });
    };
    child.once('error', (error) => {
      output += `${command}: ${error.message}\n`;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}
