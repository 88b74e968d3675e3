import { UserError } from './process.mjs';

/**
 * A file of `packages/e2e/src/chaos`, with the options that it takes.
 * @typedef {{ name: string, about: string, options?: string[], inBrowser?: boolean }} ChaosPart
 */

/** @type {ChaosPart[]} */
export const PARTS = [
  { name: 'access', about: 'every call as every kind of caller; prints a Markdown table' },
  { name: 'faults', about: 'faults below and around two servers under load', options: ['only', 'players'] },
  { name: 'fuzz', about: 'requests made from the contract’s schemas', options: ['count', 'seed'] },
  { name: 'logs', about: 'searches the logs for passwords, tokens and links' },
  { name: 'proxy', about: 'two servers behind the nginx of deploy/; needs nginx' },
  { name: 'xss', about: 'the whole XSS corpus in every place of the app', inBrowser: true },
];

const names = PARTS.map(({ name }) => name).join(', ');

/**
 * @param {string[]} words of the command line
 * @param {string[]} options names of its options
 * @returns {ChaosPart}
 * @throws {UserError} when there is no such part, or it does not take an option
 */
export function partOf(words, options) {
  const [name, more] = words;
  if (name === undefined) throw new UserError(`which part? There are ${names}`);
  const part = PARTS.find((one) => one.name === name);
  if (!part) throw new UserError(`there is no part ${name}; there are ${names}`);
  if (more !== undefined) throw new UserError(`${more}: one part at a time`);
  const other = options.find((option) => !part.options?.includes(option));
  if (other) throw new UserError(`--${other}: not an option of ${name}`);
  return part;
}
