import { checkTypes, hasCompiled } from './build.mjs';
import { run, tool } from './process.mjs';

const LINTED = ['packages', 'scripts', 'vitest.config.ts', '.dependency-cruiser.cjs'];

/**
 * Returns the command line of the linter.
 * @param {{ types?: boolean }} [options] `types`: reports the errors of types as well
 */
export const lint = ({ types = false } = {}) => [
  ...tool('oxlint'),
  '--type-aware',
  ...(types ? ['--type-check'] : []),
  '--report-unused-disable-directives-severity=error',
  ...LINTED,
];

/** Returns the command line that checks the direction of imports. */
export const imports = () => [
  ...tool('dependency-cruiser', 'depcruise'),
  'packages',
  'scripts',
  '--config',
  '.dependency-cruiser.cjs',
];

/** Returns the command line of the formatter. */
export const format = () => [...tool('oxfmt'), '.'];

/** Returns the command line that lists the files that are not formatted. */
export const formatCheck = () => [...tool('oxfmt'), '--check', '.'];

/** @typedef {{ name: string, check: () => Promise<{ ok: boolean, output: string }> }} Check */

/** @type {readonly Check[]} */
const otherChecks = [
  { name: 'format', check: () => run(formatCheck()) },
  { name: 'import direction', check: () => run(imports()) },
];

/**
 * The checks that need no build. The build checks the types.
 * @type {readonly Check[]}
 */
export const checks = [{ name: 'lint', check: () => run(lint()) }, ...otherChecks];

/**
 * Returns the checks with that of the types. The compiler is quick where it has compiled before. On a fresh clone the
 * linter, which reads the types in any case, reports their errors too, at half the cost.
 * @returns {readonly Check[]}
 */
export const checksWithTypes = () =>
  hasCompiled()
    ? [{ name: 'types', check: checkTypes }, ...checks]
    : [{ name: 'types and lint', check: () => run(lint({ types: true })) }, ...otherChecks];
