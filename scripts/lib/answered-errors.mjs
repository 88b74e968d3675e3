import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from './process.mjs';

/** Folder in which the server's tests store what calls declare and what they answered. */
export const answeredErrorsDir = join(cacheDir, 'test', 'answered-errors');

/** Empties the folder before a whole run. */
export function clearAnsweredErrors() {
  rmSync(answeredErrorsDir, { recursive: true, force: true });
  mkdirSync(answeredErrorsDir, { recursive: true });
}

/**
 * Compares the errors that the contract declares with those that the server's tests had from a call. A test
 * that meets an undeclared one fails by itself.
 * @returns {{ ok: boolean, output: string }} a report; not ok when a declared error was never answered
 */
export function reportAnsweredErrors() {
  const declaredFile = join(answeredErrorsDir, 'declared.txt');
  if (!existsSync(declaredFile)) return { ok: false, output: 'no test has listed the declared errors\n' };
  const declared = linesOf(declaredFile);
  const answered = new Set(
    readdirSync(answeredErrorsDir)
      .filter((name) => name.startsWith('answered-'))
      .flatMap((name) => linesOf(join(answeredErrorsDir, name))),
  );
  const missing = declared.filter((line) => !answered.has(line));
  const lines = [
    ...missing.map((line) => `declared, and never answered: ${line}`),
    `declared errors: ${declared.length - missing.length} of ${declared.length} answered`,
  ];
  return { ok: missing.length === 0, output: `${lines.join('\n')}\n` };
}

const linesOf = (/** @type {string} */ file) => readFileSync(file, 'utf8').split('\n').filter(Boolean);
