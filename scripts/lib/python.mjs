/** Finds a Python for the test of a provider in another language, and installs one where allowed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run, UserError } from './process.mjs';

const LEAST = [3, 10];

/**
 * A Python from 3.10 on: the setting `PYTHON_PATH`, `python3` or `python` of the shell, Debian's package when run as
 * root.
 * @returns {Promise<string>} its path, or its name in the shell
 * @throws {UserError} one line that says what to do
 */
export async function findPython() {
  const given = process.env.PYTHON_PATH;
  if (given) {
    if (works(given)) return given;
    throw new UserError(`PYTHON_PATH: ${given} is no Python from ${LEAST.join('.')} on`);
  }
  const found = ['python3', 'python'].find(works) ?? (await installDebianPackage());
  if (found) return found;
  throw new UserError(
    `No Python from ${LEAST.join('.')} on: install one and set PYTHON_PATH to its program file`,
  );
}

function works(/** @type {string} */ program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  const [, major = 0, minor = 0] = /^Python (\d+)\.(\d+)/.exec(stdout ?? '')?.map(Number) ?? [];
  return status === 0 && (major > Number(LEAST[0]) || (major === LEAST[0] && minor >= Number(LEAST[1])));
}

async function installDebianPackage() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  process.stdout.write('installing python3 (apt-get)\n');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run(['apt-get', 'update', '-q'], { env });
  await run(['apt-get', 'install', '-y', '-q', '--no-install-recommends', 'python3'], { env });
  return works('python3') ? 'python3' : undefined;
}
