/**
 * `npm start`: installs and builds missing parts, starts the sandbox and one server, and prints their
 * addresses. Settings are the server's and the sandbox's own, passed through (docs/settings.md).
 */
import './lib/check-node.mjs';
import './lib/with-npm.mjs';
import { resolve as resolvePath } from 'node:path';
import { buildConsole, buildWeb, compile } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { consolePort, portOfSetting } from './lib/ports.mjs';
import { describeError, UserError } from './lib/process.mjs';
import {
  banner,
  isStopping,
  reachable,
  SERVER_FLAGS,
  startProgram,
  stopAll,
  stopOnSignals,
  waitFor,
} from './lib/programs.mjs';

async function build() {
  const results = await Promise.all([compile(), buildWeb(), buildConsole()]);
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length > 0)
    throw new UserError(`${failed.map(({ output }) => output).join('\n')}\nThe build failed`);
}

async function main() {
  try {
    await start();
  } catch (error) {
    // While stopping, pending waits are expected to fail.
    if (isStopping()) return;
    process.stderr.write(`${describeError(error)}\n`);
    await stopAll(1);
  }
}

async function start() {
  stopOnSignals();
  const host = process.env.HOST || '127.0.0.1';
  const port = await portOfSetting('PORT', { fallback: 8080, host });
  const ownSandbox = process.env.SANDBOX !== '0' && !process.env.SANDBOX_URL;
  const sandboxPort = ownSandbox && (await portOfSetting('SANDBOX_PORT', { fallback: 8090, host }));
  const staffPort = await consolePort();
  if (port === sandboxPort) throw new UserError('PORT and SANDBOX_PORT are the same: choose two ports');

  await ensureInstalled();
  process.stdout.write('building what has changed\n');
  await build();
  if (isStopping()) return;

  const open = process.env.PUBLIC_URL || `http://${reachable(host)}:${port}`;
  /** @type {Record<string, string>} */
  const env = {
    PORT: String(port),
    CONSOLE_PORT: String(staffPort ?? 'off'),
    DATA_DIR: resolvePath(process.env.DATA_DIR || '.data'),
  };
  if (sandboxPort) {
    env.SANDBOX_PORT = String(sandboxPort);
    env.SANDBOX_URL = `http://${reachable(host)}:${sandboxPort}`;
    // The services of the demo call the server back.
    const sandboxEnv = { SANDBOX_SERVER_URL: open, ...env };
    startProgram('sandbox', 'packages/sandbox/dist/main.js', { env: sandboxEnv });
    await waitFor('sandbox', `${env.SANDBOX_URL}/`);
  }
  startProgram('server', 'packages/server/bundle/main.js', { env, flags: SERVER_FLAGS });
  await waitFor('server', `http://${reachable(host)}:${port}/api/lookup/active`);

  process.stdout.write(
    banner({
      open,
      sandboxUrl: env.SANDBOX_URL ?? process.env.SANDBOX_URL,
      consoleUrl:
        staffPort === undefined
          ? undefined
          : `http://${reachable(process.env.CONSOLE_HOST || '127.0.0.1')}:${staffPort}`,
    }),
  );
}

void main();
