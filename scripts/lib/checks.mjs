import { run, tool } from './process.mjs';

const LINTED = ['packages', 'scripts', 'vitest.config.ts', '.dependency-cruiser.cjs'];

/** Returns the command line of the linter. */
export const lint = () => [
  ...tool('oxlint'),
  '--type-aware',
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

/**
 * The checks that need no build.
 * @type {{ name: string, check: () => Promise<{ ok: boolean, output: string }> }[]}
 */
export const checks = [
  { name: 'format', check: () => run(formatCheck()) },
  { name: 'lint', check: () => run(lint()) },
  { name: 'import direction', check: () => run(imports()) },
];
