/** Finds a Chromium for the browser tests, and downloads one where allowed. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root, run, tool, UserError } from './process.mjs';

/**
 * The path of a Chromium or Chrome that runs: the setting `CHROMIUM_PATH`, the usual places, Playwright's own
 * earlier download, Debian's package when run as root, Playwright's download.
 * @returns {Promise<string>}
 * @throws {UserError} one line that says what to do
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (works(given)) return given;
    throw new UserError(`CHROMIUM_PATH: ${given} is not a Chromium or Chrome that runs`);
  }
  const found =
    usualPlaces().find(works) ?? (await installDebianPackage()) ?? (await downloadWithPlaywright());
  if (found) return found;
  throw new UserError(
    'No Chromium or Chrome found for the browser tests: install one and set CHROMIUM_PATH to its program file',
  );
}

function usualPlaces() {
  return [...programPlaces(), playwrightPath()];
}

function programPlaces() {
  switch (process.platform) {
    case 'darwin':
      return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
        join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
        join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      ]);
    case 'win32':
      return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].flatMap(
        (folder) =>
          folder
            ? [
                join(folder, 'Google\\Chrome\\Application\\chrome.exe'),
                join(folder, 'Chromium\\Application\\chrome.exe'),
              ]
            : [],
      );
    default: {
      const folders = new Set(['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(delimiter)]);
      const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
      return names.flatMap((name) => [...folders].filter(Boolean).map((folder) => join(folder, name)));
    }
  }
}

/**
 * Runs the program's version check: some systems have a script in its place that only explains the
 * installation.
 */
function works(/** @type {string} */ path) {
  if (!existsSync(path) || !statSync(path).isFile()) return false;
  // On Windows Chrome opens a window instead of answering.
  if (process.platform === 'win32') return true;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

/** Returns the path of Playwright's browser, downloaded or not. */
function playwrightPath() {
  const { chromium } = createRequire(join(root, 'packages/e2e/package.json'))('@playwright/test');
  return /** @type {string} */ (chromium.executablePath());
}

async function installDebianPackage() {
  const allowed = process.getuid?.() === 0 && existsSync('/etc/debian_version');
  if (!allowed) return undefined;
  process.stdout.write('installing chromium (apt-get)\n');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '-q'], { env });
  await run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
  return programPlaces().find(works);
}

async function downloadWithPlaywright() {
  process.stdout.write('downloading Chromium (playwright install)\n');
  const systemLibraries = process.getuid?.() === 0 ? ['--with-deps'] : [];
  await run([...tool('playwright'), 'install', ...systemLibraries, 'chromium']);
  return [playwrightPath()].find(works);
}
