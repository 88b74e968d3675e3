import { npm, run } from './process.mjs';

/**
 * The checks that need no build, by the npm script that runs each.
 * @type {{ name: string, check: () => Promise<{ ok: boolean, output: string }> }[]}
 */
export const checks = [
  { name: 'format', script: 'format:check' },
  { name: 'lint', script: 'lint' },
  { name: 'import direction', script: 'imports' },
].map(({ name, script }) => ({ name, check: () => run([...npm(), 'run', '--silent', script]) }));
