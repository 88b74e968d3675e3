/**
 * The records that runs leave: `last.json` of the last whole `npm test`, and `flaky.json` of its flaky tests.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheDir, root, run, UserError } from './process.mjs';

/** @typedef {import('./test-reports.mjs').Failure} Failure */

/**
 * A run that has ended. `clean`: the working tree was that of the commit, from its begin to its end; `at`: its end.
 * @typedef {{ commit: string, clean: boolean, form: import('./forms.mjs').Form, passed: number, failed: number,
 *   flaky: number, seconds: number, seed: number, at: string }} LastRun
 */

const folder = join(cacheDir, 'test');
const lastFile = join(folder, 'last.json');
const flakyFile = join(folder, 'flaky.json');

/**
 * Returns the checked-out commit and the changes to it.
 * @returns {Promise<{ commit: string, changes: string }>} an empty commit outside a git checkout
 */
export async function readCommit() {
  const [head, status] = await Promise.all([
    run(['git', 'rev-parse', 'HEAD']),
    run(['git', 'status', '--porcelain']),
  ]);
  return { commit: head.ok ? head.output.trim() : '', changes: status.ok ? status.output : 'no git' };
}

/**
 * @param {LastRun} last
 * @param {readonly Failure[]} flaky
 */
export function writeLast(last, flaky) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(lastFile, `${JSON.stringify(last)}\n`);
  const portable = flaky.map((failure) => ({ ...failure, file: relative(root, failure.file) }));
  writeFileSync(flakyFile, `${JSON.stringify(portable, null, 2)}\n`);
}

/**
 * @returns {LastRun}
 * @throws {UserError} when no run has ended
 */
export function readLast() {
  if (!existsSync(lastFile)) throw new UserError('no run of npm test has ended here');
  return JSON.parse(readFileSync(lastFile, 'utf8'));
}

/** @returns {Failure[]} the flaky tests of the last run */
export function readFlaky() {
  if (!existsSync(flakyFile)) return [];
  /** @type {Failure[]} */
  const flaky = JSON.parse(readFileSync(flakyFile, 'utf8'));
  return flaky.map((failure) => ({ ...failure, file: join(root, failure.file) }));
}

/** Describes a run in one line. */
export function describeLast(/** @type {LastRun} */ last) {
  const { commit, clean, form, passed, failed, flaky, seconds, seed, at } = last;
  return `${commit.slice(0, 8)}${clean ? '' : ' with changes'}, ${form} form, seed ${seed}: ${passed} passed, ${failed} failed, ${flaky} flaky, ${seconds} s, ended ${at}`;
}
