/**
 * The reports of the test runners in one shape, with the failures in a form that can be run again.
 */
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { formOf } from './forms.mjs';
import { root } from './process.mjs';

/**
 * A failed test, or a failed group of tests: one with a failed hook, or a file that cannot be loaded.
 * @typedef {{ runner: 'vitest' | 'playwright', project: string, file: string, name: string, isGroup: boolean,
 *   passed: number, error: string }} Failure `file` is absolute; `name` includes the names of the groups around it,
 *   and is empty for a whole file; `passed` counts the tests of the group that passed
 */

/**
 * @typedef {{ passed: number, failures: Failure[], errors: string[], form: import('./forms.mjs').FormReport }} Report
 *   `errors` are those outside any test
 */

/**
 * @typedef {{ file: string, project: string, name: string, state: string, tags: readonly string[], error: string }}
 *   VitestTest
 * @typedef {{ file: string, project: string, name: string, error: string }} VitestGroup a group with a failed hook
 * @typedef {{ tests: VitestTest[], groups: VitestGroup[], errors: string[] }} VitestReport
 */

/**
 * @param {VitestReport} report as `vitest-reporter.mjs` writes it
 * @returns {Report}
 */
export function readVitest({ tests, groups, errors }) {
  const passed = tests.filter(({ state }) => state === 'passed');
  const outermost = groups.filter((group) => !groups.some((other) => other !== group && isIn(group, other)));
  const failedAlone = tests.filter((test) => isFailed(test) && !outermost.some((group) => isIn(test, group)));
  return {
    passed: passed.length,
    failures: [
      ...outermost.map((group) => ({
        ...group,
        runner: /** @type {const} */ ('vitest'),
        isGroup: true,
        passed: passed.filter((test) => isIn(test, group)).length,
      })),
      ...failedAlone.map(({ file, project, name, error }) => ({
        file,
        project,
        name,
        runner: /** @type {const} */ ('vitest'),
        isGroup: false,
        passed: 0,
        error: error || 'did not end',
      })),
    ],
    errors,
    form: formOf(tests),
  };
}

/** A test that is still pending was cut off. */
const isFailed = (/** @type {VitestTest} */ { state }) => state === 'failed' || state === 'pending';

/**
 * @param {{ file: string, project: string, name: string }} one
 * @param {VitestGroup} group
 */
const isIn = (one, { file, project, name }) =>
  one.file === file && one.project === project && (name === '' || one.name.startsWith(`${name} `));

/**
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ status: string, expectedStatus: string, projectName: string, results: { errors: PlaywrightError[] }[] }}
 *   PlaywrightTest
 * @typedef {{ title: string, file: string, tags: string[], tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * @param {{ config: { rootDir: string }, suites: PlaywrightSuite[], errors: PlaywrightError[] }} report Playwright's own
 * @returns {Report}
 */
export function readPlaywright({ config, suites, errors }) {
  /** @returns {{ spec: PlaywrightSpec, name: string }[]} */
  const specsOf = (/** @type {PlaywrightSuite} */ suite, /** @type {readonly string[]} */ groups) => [
    ...(suite.specs ?? []).map((spec) => ({ spec, name: [...groups, spec.title].join(' ') })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...groups, inner.title])),
  ];
  const specs = suites.flatMap((file) => specsOf(file, []));
  const all = specs.flatMap(({ spec, name }) => spec.tests.map((test) => ({ spec, name, test })));
  return {
    passed: all.filter(({ test }) => test.status === 'expected').length,
    failures: all
      .filter(({ test }) => !['expected', 'skipped'].includes(test.status) || wasCut(test))
      .map(({ spec, name, test }) => ({
        runner: /** @type {const} */ ('playwright'),
        project: test.projectName,
        file: join(config.rootDir, spec.file),
        name,
        isGroup: false,
        passed: 0,
        error: textOf(test.results.flatMap((result) => result.errors)) || 'did not run',
      })),
    errors: errors.map(({ message = '' }) => message),
    form: formOf(specs.map(({ spec }) => ({ file: join(config.rootDir, spec.file), tags: spec.tags }))),
  };
}

/** A test that should have run and was skipped: a hook before it failed. */
const wasCut = (/** @type {PlaywrightTest} */ { status, expectedStatus }) =>
  status === 'skipped' && expectedStatus !== 'skipped';

const textOf = (/** @type {readonly PlaywrightError[]} */ errors) =>
  errors.map(({ message = '' }) => message).join('\n');

/** Number of lines of an error that are repeated at the end of a run. */
const MOST_LINES = 12;

/**
 * Describes a failure in a few lines, so that the end of a long output says what failed and how.
 * @param {string} word before its name
 * @param {Pick<Failure, 'file' | 'name' | 'error'>} failure
 */
export function describeFailure(word, { file, name, error }) {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'));
  return `${[`${word}: ${titleOf({ file, name })}`, ...lines.slice(0, MOST_LINES)].join('\n  ')}\n`;
}

/** Returns the file, from the root of the repository, and the name of a failure. */
export const titleOf = (/** @type {Pick<Failure, 'file' | 'name'>} */ { file, name }) =>
  [relative(root, file), name].filter(Boolean).join(' › ');
