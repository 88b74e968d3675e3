import { parseArgs } from 'node:util';
import { UserError } from './process.mjs';

/**
 * @typedef {object} Option
 * @property {'string' | 'boolean'} type
 * @property {string} about one line of the help
 * @property {string} [value] placeholder of its value in the help, such as FOLDER
 * @property {boolean} [multiple]
 * @property {string | boolean} [default]
 * @property {boolean} [whole] its value is a whole number
 * @property {readonly string[]} [oneOf] its only values
 */

/**
 * @template {Record<string, Option>} O
 * @typedef {object} Command
 * @property {string} command as typed, such as `npm run bench --`
 * @property {string} about one line
 * @property {string} [words] usage of the words that it takes besides options; none when left out
 * @property {O} options
 * @property {{ title: string, rows: [name: string, about: string][] }[]} [lists] at the end of the help
 */

/**
 * @template {Record<string, Option>} O
 * @typedef {ReturnType<typeof parseArgs<{ options: O, allowPositionals: true }>>} CommandLine
 */

/**
 * Reads a command's options before any work begins. `--help` prints the help and ends the program.
 * @template {Record<string, Option>} O
 * @param {Command<O>} command
 * @returns {CommandLine<O>}
 * @throws {UserError} one line that names the wrong option
 */
export function readOptions(command) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpOf(command));
    process.exit(0);
  }
  const { options, words } = command;
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: words !== undefined });
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split(/\.? *\n|\. /);
    throw new UserError(`${first}; ${usageOf(command)}`);
  }
  for (const [name, value] of Object.entries(parsed.values)) {
    for (const one of [value].flat()) checkValue(name, options[name], String(one));
  }
  return parsed;
}

/**
 * Returns the arguments that say a command's values, for another program.
 * @param {Record<string, string | boolean | string[] | undefined>} values
 * @returns {string[]}
 */
export function argumentsOf(values) {
  return Object.entries(values).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [value ?? []].flat().flatMap((one) => [`--${name}`, String(one)]),
  );
}

/** @returns {string} the usage in one line */
export function usageOf(/** @type {Command<Record<string, Option>>} */ { command, words, options }) {
  const rest = Object.keys(options).length > 0 && !words?.includes('--') ? '[options]' : '';
  return [command, words, rest].filter(Boolean).join(' ');
}

/** @returns {string} the help, with a line for each option */
export function helpOf(/** @type {Command<Record<string, Option>>} */ command) {
  const { about, options, lists = [] } = command;
  /** @type {[string, string][]} */
  const rows = Object.entries(options).map(([name, { type, value = 'TEXT', about: says }]) => [
    type === 'string' ? `--${name} ${value}` : `--${name}`,
    says,
  ]);
  const more = lists.flatMap(({ title, rows: listed }) => [`${title}:`, ...columns(listed)]);
  return `${[usageOf(command), about, ...columns(rows), ...more].join('\n')}\n`;
}

/** @returns {string[]} */
export function columns(/** @type {[name: string, about: string][]} */ rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
}

function checkValue(
  /** @type {string} */ name,
  /** @type {Option | undefined} */ option,
  /** @type {string} */ value,
) {
  if (option?.whole && !/^\d+$/.test(value)) throw new UserError(`--${name}: ${value} is not a whole number`);
  if (option?.oneOf && !option.oneOf.includes(value))
    throw new UserError(`--${name}: ${value} is none of ${option.oneOf.join(', ')}`);
}
