/**
 * Imported first by every entry script, and loaded before the server's own programs by npm: the rest of the program runs
 * on a supported Node. An older Node fetches a supported one from the npm registry into `.cache` and starts the same
 * command on it; nothing else on the machine is changed.
 *
 * NODE_RUNTIME chooses another one: `own` is the Node of the command itself, a number such as `26` a major version from
 * the registry, a path an executable.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { fetchRuntime, LTS } from './node-runtime.mjs';

/** The oldest major version that Krapao is tested on. */
const LEAST_MAJOR = 22;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Krapao needs Node 20.19 or later; this is Node ${process.versions.node}\n`);
  process.exit(1);
}

const runtime = await chooseRuntime(process.env.NODE_RUNTIME);
if (runtime !== undefined) await runOn(runtime);

/** Returns the executable to run on; undefined for the one that runs this. */
async function chooseRuntime(/** @type {string | undefined} */ wanted) {
  if (wanted === 'own' || (!wanted && major >= LEAST_MAJOR)) return undefined;
  if (wanted && !/^\d+$/.test(wanted)) return wanted;
  if (Number(wanted) === major) return undefined;
  try {
    return await fetchRuntime(wanted ? Number(wanted) : LTS);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Going on with Node ${process.versions.node}: ${reason}\n`);
    return undefined;
  }
}

/** Runs this process's command line on another Node, and ends as it ends. */
async function runOn(/** @type {string} */ executable) {
  // Before the start: nothing may wait between it and the listeners below.
  await import('./with-npm.mjs');
  const child = spawn(executable, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      // Scripts of npm and of packages find the same Node.
      PATH: [dirname(executable), process.env.PATH].join(delimiter),
      NODE_RUNTIME: 'own',
    },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to all of its processes; a second one would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  /** @type {number} */
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`NODE_RUNTIME: ${error.message}\n`);
      resolve(1);
    });
    // As a shell tells it.
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? 128 + signalNumber(signal)));
  });
  process.exit(code);
}

function signalNumber(/** @type {NodeJS.Signals | null} */ signal) {
  return signal ? constants.signals[signal] : 0;
}
