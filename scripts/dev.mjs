/**
 * `npm run dev`: the sandbox, one server and Vite from the latest saved sources, at one address. The app
 * reloads in the browser. Server and sandbox are compiled on save, and restarted after a successful
 * compilation. Settings are the server's and the sandbox's own, passed through; Vite listens at `PORT` and
 * forwards the API to the server.
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { mkdirSync, watch } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { freePort, portOfSetting } from './lib/ports.mjs';
import { describeError, root, tool } from './lib/process.mjs';
import {
  banner,
  isStopping,
  reachable,
  startProgram,
  stopAll,
  stopOnSignals,
  stopProgram,
  waitFor,
} from './lib/programs.mjs';

/** Output of the compiler after each round, with the number of errors. */
const ROUND = /Found (\d+) errors?\. Watching/;

/** A program that restarts after one of its packages was recompiled. */
class Restarted {
  #start;
  #isStale = false;
  /** @type {import('./lib/programs.mjs').Program | undefined} */
  #program;

  /**
   * @param {string[]} packages
   * @param {() => import('./lib/programs.mjs').Program} start
   */
  constructor(packages, start) {
    this.#start = start;
    for (const name of packages) {
      const folder = join(root, 'packages', name, 'dist');
      mkdirSync(folder, { recursive: true });
      watch(folder, { recursive: true }, (_event, file) => {
        if (file?.endsWith('.js')) this.#isStale = true;
      });
    }
  }

  start() {
    this.#isStale = false;
    this.#program = this.#start();
  }

  async restartIfStale() {
    if (!this.#isStale || isStopping()) return;
    this.#isStale = false;
    if (this.#program) await stopProgram(this.#program);
    if (!isStopping()) this.start();
  }
}

/**
 * Runs the compiler in watch mode. @returns {Promise<void>} once everything has been compiled without errors
 */
function compileOnSave(/** @type {() => Promise<void>} */ onCompiled) {
  const [, script = ''] = tool('typescript', 'tsc');
  const args = ['-b', '--watch', '--preserveWatchOutput', 'packages/server', 'packages/sandbox'];
  return new Promise((resolve) => {
    let isFirst = true;
    let rounds = Promise.resolve();
    const onLine = (/** @type {string} */ line) => {
      if (ROUND.exec(line)?.[1] !== '0') return;
      if (isFirst) resolve();
      else rounds = rounds.then(onCompiled);
      isFirst = false;
    };
    startProgram('compiler', script, { args, onLine });
  });
}

async function start() {
  stopOnSignals();
  const host = process.env.HOST || '127.0.0.1';
  const port = await portOfSetting('PORT', { fallback: 8080, host });
  const ownSandbox = process.env.SANDBOX !== '0' && !process.env.SANDBOX_URL;
  const sandboxPort = ownSandbox && (await portOfSetting('SANDBOX_PORT', { fallback: 8090, host }));
  const serverPort = await freePort();
  const open = `http://${reachable(host)}:${port}`;
  const serverUrl = `http://127.0.0.1:${serverPort}`;

  await ensureInstalled();
  /** @type {Restarted[]} */
  const parts = [];
  await compileOnSave(async () => {
    for (const part of parts) await part.restartIfStale();
  });

  /** @type {Record<string, string>} */
  const env = { DATA_DIR: resolvePath(process.env.DATA_DIR || '.data') };
  if (sandboxPort) {
    env.SANDBOX_PORT = String(sandboxPort);
    env.SANDBOX_URL = `http://${reachable(host)}:${sandboxPort}`;
    // The services of the demo call the server back.
    const sandboxEnv = { SANDBOX_SERVER_URL: process.env.PUBLIC_URL || open, ...env };
    // A program that fails waits for the next save.
    const sandbox = new Restarted(['contract', 'sandbox'], () =>
      startProgram('sandbox', 'packages/sandbox/dist/main.js', { env: sandboxEnv, mayEnd: true }),
    );
    parts.push(sandbox);
    sandbox.start();
    await waitFor('sandbox', `${env.SANDBOX_URL}/`);
  }
  const serverEnv = {
    ...env,
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    PUBLIC_URL: process.env.PUBLIC_URL || open,
    NODE_ENV: 'development',
  };
  const server = new Restarted(['contract', 'server'], () =>
    startProgram('server', 'packages/server/dist/main.js', { env: serverEnv, mayEnd: true }),
  );
  parts.push(server);
  server.start();
  await waitFor('server', `${serverUrl}/api/lookup/active`);

  const [, vite = ''] = tool('vite');
  const args = ['--port', String(port), '--strictPort', '--host', host, '--clearScreen', 'false'];
  startProgram('app', vite, {
    args,
    cwd: join(root, 'packages', 'web'),
    env: { VITE_DEV_API: serverUrl },
  });
  await waitFor('app', `${open}/api/lookup/active`);
  process.stdout.write(banner({ open, sandboxUrl: env.SANDBOX_URL ?? process.env.SANDBOX_URL }));
}

start().catch(async (error) => {
  // While stopping, pending waits are expected to fail.
  if (isStopping()) return;
  process.stderr.write(`${describeError(error)}\n`);
  await stopAll(1);
});
