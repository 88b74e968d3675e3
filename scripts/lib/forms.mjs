/**
 * The forms of the test run. The short form leaves out the tests with the tag `whole`: in Vitest `{ tags: ['whole'] }`,
 * in Playwright `@whole` at the end of a title or `inWholeUnless` of `packages/e2e/src/support/forms.ts`. The whole form
 * runs every test.
 */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './process.mjs';

/** @typedef {'short' | 'whole'} Form */

/**
 * What a run says about the forms: how many of its tests the short form leaves out, and the files with a test in it.
 * @typedef {{ wholeOnly: number, filesInShort: string[] }} FormReport
 */

const TAG = 'whole';

/** @param {readonly string[]} tags Playwright's begin with an at sign, in some places */
const isWholeOnly = (tags) => tags.some((tag) => tag === TAG || tag === `@${TAG}`);

/**
 * @param {readonly { file: string, tags: readonly string[] }[]} tests all of a run, with their files' absolute paths
 * @returns {FormReport}
 */
export function formOf(tests) {
  const short = tests.filter(({ tags }) => !isWholeOnly(tags));
  return {
    wholeOnly: tests.length - short.length,
    filesInShort: [...new Set(short.map(({ file }) => file))],
  };
}

const e2eDir = join(root, 'packages', 'e2e', 'src');

/** Returns the test files of whole programs whose name ends so, by their absolute paths. */
export const programTests = (/** @type {'.spec.ts' | '.api.test.ts'} */ ending) =>
  readdirSync(e2eDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(e2eDir, file));

/**
 * Checks that each file has a test in the short form.
 * @param {readonly string[]} files absolute paths
 * @param {readonly string[]} filesInShort absolute paths
 * @returns {{ ok: boolean, output: string }} not ok where a file has none; `output` names them
 */
export function checkForms(files, filesInShort) {
  const missing = files.filter((file) => !filesInShort.includes(file));
  const lines = missing.map((file) => `no test in the short form: ${relative(root, file)}\n`);
  return { ok: missing.length === 0, output: lines.join('') };
}
