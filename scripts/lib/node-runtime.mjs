/** Node from the npm registry, which publishes the official binaries as packages, one a platform. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The current long-term support version. */
export const LTS = 24;

const FOLDER = fileURLToPath(new URL('../../.cache/node', import.meta.url));

/** Returns the registry's package with the binary of a platform. */
export function packageOf(/** @type {string} */ platform, /** @type {string} */ arch) {
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/**
 * Returns the executable of a major version of Node; fetches it the first time, and says so in one line.
 * @throws {Error} with the reason in one line, when it cannot be had
 */
export async function fetchRuntime(/** @type {number} */ major, folder = FOLDER) {
  const home = join(folder, String(major));
  const name = packageOf(process.platform, process.arch);
  if (!existsSync(home)) {
    process.stderr.write(
      `Krapao runs on Node ${major}, this machine has ${process.versions.node}: fetching Node ${major} into .cache (once)\n`,
    );
    mkdirSync(folder, { recursive: true });
    const draft = mkdtempSync(join(folder, 'fetch-'));
    try {
      install(draft, `${name}@${major}`);
      // A server may run as another user than the one who fetched it.
      chmodSync(draft, 0o755);
      // Two commands may fetch it at the same time: the first one's stays.
      if (!existsSync(home)) renameSync(draft, home);
    } catch (error) {
      if (!existsSync(home)) throw error;
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  const manifest = join(home, 'node_modules', name, 'package.json');
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node);
}

function install(/** @type {string} */ folder, /** @type {string} */ wanted) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const isWindows = process.platform === 'win32';
  const { status, error, stderr } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['install', wanted, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, encoding: 'utf8', shell: isWindows, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (error) throw new Error(`npm does not start (${error.message})`);
  if (status !== 0) throw new Error(`npm could not fetch ${wanted} (${firstReason(stderr)})`);
}

/** Returns npm's own reason, in one line. */
function firstReason(/** @type {string} */ stderr) {
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .filter((line) => line && !line.startsWith('code '));
  return lines[0] ?? 'no reason given';
}
