/**
 * `npm run tool -- image --to FOLDER` builds the file system of the Dockerfile's image in a folder, without a
 * container engine: the last stage's COPY and RUN lines, with the output of `npm run build` in place of the
 * first stage. `npm run tool -- image --to FOLDER --try` also runs and tests it as the image would run.
 */
import '../lib/check-node.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { npm, root, run, runMain, UserError } from '../lib/process.mjs';
import { readToolOptions } from '../lib/tools.mjs';

/** @typedef {{ word: string, rest: string }} Instruction */

/** @returns {Instruction[]} of the last stage */
function lastStage() {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/\\\n/g, ' ');
  const lines = text.split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  const instructions = lines.map((line) => {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { word, rest };
  });
  return instructions.slice(instructions.findLastIndex(({ word }) => word === 'FROM') + 1);
}

/**
 * Copies the sources of a COPY line. Both kinds come from the repository, which contains the first stage's
 * output.
 */
function copy(/** @type {string} */ rest, /** @type {string} */ to) {
  const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
  const target = words.pop() ?? '.';
  for (const word of words) {
    const source = join(root, word.replace(/^\/app\//, ''));
    if (!existsSync(source)) throw new UserError(`${word}: not there; npm run build`);
    const isInto = target.endsWith('/') || words.length > 1;
    const place = join(to, target, isInto ? basename(source) : '');
    cpSync(source, place, { recursive: true });
  }
}

/** Runs the npm command of a RUN line, in the folder. System packages are the machine's own. */
function runLine(
  /** @type {string} */ rest,
  /** @type {string} */ to,
  /** @type {Record<string, string>} */ env,
) {
  if (!rest.startsWith('npm ')) {
    process.stdout.write(`left to this machine: RUN ${rest.slice(0, 60)}…\n`);
    return;
  }
  const [command = ''] = rest.split('&&');
  const { status } = spawnSync(command, {
    cwd: to,
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new UserError(`RUN ${command} failed`);
}

async function main() {
  const { values } = readToolOptions('image', {
    options: {
      to: { type: 'string', value: 'FOLDER', about: 'an empty folder for it; required' },
      try: { type: 'boolean', about: 'also runs and tests it as the image would run' },
    },
  });
  if (!values.to) throw new UserError('--to: into which folder? npm run tool -- image --to FOLDER [--try]');
  const to = resolve(values.to);
  mkdirSync(to, { recursive: true });
  if (readdirSync(to).length > 0) throw new UserError(`--to: ${to} is not empty`);
  const { ok, output } = await run([...npm(), 'run', '--silent', 'build']);
  if (!ok) throw new UserError(output);
  /** @type {Record<string, string>} */
  const env = {};
  /** @type {string[]} */
  let command = [];
  for (const { word, rest } of lastStage()) {
    if (word === 'ENV')
      for (const one of rest.split(' ')) env[one.split('=')[0] ?? ''] = one.split('=')[1] ?? '';
    if (word === 'COPY') copy(rest, to);
    if (word === 'RUN') runLine(rest, to, env);
    if (word === 'CMD') command = JSON.parse(rest);
  }
  process.stdout.write(`image: ${to}\n`);
  if (!values.try) return;
  const { tryImage } = await import('../lib/image-trial.mjs');
  await tryImage({ folder: to, env, command });
}

runMain(main);
