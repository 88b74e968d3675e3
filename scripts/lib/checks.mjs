import { run, tool } from './process.mjs';

/** Where the sources are; given by name because oxlint's type-aware mode would walk node_modules otherwise. */
const sources = ['packages', 'scripts', 'vitest.config.ts', '.dependency-cruiser.cjs'];

/**
 * The checks that need no build: each is a name and what runs it.
 * @type {{ name: string, check: () => Promise<{ ok: boolean, output: string }> }[]}
 */
export const checks = [
  { name: 'format', check: () => run([...tool('prettier'), '--check', '--log-level=warn', '.']) },
  { name: 'lint', check: () => run([...tool('oxlint'), '--type-aware', ...sources]) },
  {
    name: 'import direction',
    check: () =>
      run([...tool('dependency-cruiser', 'depcruise'), 'packages', '--config', '.dependency-cruiser.cjs']),
  },
];
