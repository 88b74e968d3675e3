import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { columns, readOptions } from './options.mjs';
import { root, UserError } from './process.mjs';

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} about one line, also of its own help
 * @property {string} file from the repository's root; what `npm run build` makes, for a tool of the server
 */

const COMMANDS = 'packages/server/dist/cli';

/** @returns {Tool} */
const command = (/** @type {string} */ name, /** @type {string} */ about) => ({
  name,
  about,
  file: `${COMMANDS}/${name}.js`,
});

/** @returns {Tool} */
const script = (/** @type {string} */ name, /** @type {string} */ about) => ({
  name,
  about,
  file: `scripts/tools/${name}.mjs`,
});

/** Tools that run on an operator's database; the image has them. */
export const operatorTools = [
  command('audit', 'Compares the books with every counterparty; one finding a line.'),
  script('backup', 'Writes a copy of the database and records it.'),
  command('backups', 'Lists the recorded copies of the database, or records one of another tool.'),
  command('content', 'Loads the content of CONTENT_DIR; lists, shows and restores versions.'),
  command('control', 'Shows the stops of payouts, deposits and game credit, or sets one.'),
  command('counterparties', 'Calls every connected service harmlessly and says what is wrong.'),
  command('draws', 'Draws from the wheel and compares the results with its weights.'),
  command('gifts', 'Lists the gift links that need manual review, or closes one.'),
  command('members', 'Freezes or unfreezes a member, or shows a member’s status.'),
  command('names', 'Lists account holders’ names that do not count yet, approves or forgets one.'),
  command('rejected', 'Lists the rejected entries of feeds and reports, closes or retries one.'),
  command('reseal', 'Seals every sealed value anew under SECRET_KEY.'),
  script('restore', 'Fills an empty database from a copy and replaces the wheel’s seeds.'),
  command('review', 'Lists the transfers that need manual review, or resolves one.'),
  command('seeds', 'Replaces the seed of every member’s next draw.'),
  command('staff', 'Adds a staff member, or resets a password; prints a one-time link.'),
  command('suspense', 'Lists the deposits in suspense, assigns or returns one.'),
];

/** Tools that need the whole repository. */
export const developerTools = [
  script('app-coverage', 'Lists the functions of the app that no test has run.'),
  script('brands', 'Builds the app for every brand of deploy/brands and photographs it.'),
  script('browser', 'Prints the path of the Chromium that the browser tests use.'),
  script('catalogue', 'Serves the catalogue of the kit, compares or stores its pictures.'),
  script('chaos', 'Runs one part of the chaos tests that are too long for npm test.'),
  script('common-passwords', 'Writes the list of common passwords from a list of leaked ones.'),
  script('conformance', 'Tests every game provider’s adapter, or a service from outside.'),
  script('db-types', 'Writes the database’s types and schema.sql from its migrated schema.'),
  script('format', 'Formats every file.'),
  script('frames', 'Records the main job on a slow phone as a series of timed pictures.'),
  script('gallery', 'Photographs every screen in every language and checks the pictures.'),
  script('image', 'Builds the image’s file system in a folder, and can try it.'),
  script('imports', 'Checks the direction of imports.'),
  script('lighthouse', 'Scores the first pages of a player by Lighthouse.'),
  script('lint', 'Lints every package and script.'),
  script('monkey', 'Presses random controls in a browser under faults, then audits the books.'),
  script('postgres', 'Runs a PostgreSQL to try with and prints its address.'),
  script('protocol', 'Writes the OpenAPI documents of the protocol for counterparties.'),
  script('simulate', 'Simulates members, money and faults by a seed, then audits every satang.'),
  script('slips', 'Uploads every file of the slip table and prints each result.'),
];

const tools = [...operatorTools, ...developerTools];

/** Tools by their names in 1.1.14, which still work. @type {Readonly<Record<string, string>>} */
const FORMER = { unclear: 'review', torture: 'chaos' };

/** Commands that came after 1.1.14. */
const NEW_COMMANDS = [FORMER.unclear, 'staff', 'counterparties'];

/** Operators' commands of 1.1.14: npm scripts, which still work in this version. */
export const formerScripts = [
  ...operatorTools.map(({ name }) => name).filter((name) => !NEW_COMMANDS.includes(name)),
  'unclear',
];

const COMMAND = 'npm run tool --';

/**
 * Reads the options of a tool of `scripts/tools`; see `readOptions`.
 * @template {Record<string, import('./options.mjs').Option>} O
 * @param {string} name
 * @param {Omit<import('./options.mjs').Command<O>, 'command' | 'about'>} rest
 * @returns {import('./options.mjs').CommandLine<O>}
 */
export function readToolOptions(name, rest) {
  const about = tools.find((tool) => tool.name === name)?.about ?? '';
  return readOptions({ ...rest, command: `${COMMAND} ${name}`, about });
}

/** Returns the list of tools. The image has none of the developers’. */
export function listTools() {
  const present = developerTools.filter(({ file }) => existsSync(join(root, file)));
  const rows = (/** @type {Tool[]} */ some) =>
    columns(some.map(({ name, about }) => /** @type {[string, string]} */ ([name, about])));
  const lines = [
    `${COMMAND} NAME [options]`,
    `${COMMAND} NAME --help lists the options of a tool.`,
    '',
    'For operators:',
    ...rows(operatorTools),
    ...(present.length > 0 ? ['', 'For developers:', ...rows(present)] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the tool of a name. A former name, or a former npm script, gets a warning line.
 * @param {string} given
 * @param {string} [script] npm script that runs the tool
 * @throws {UserError} one line
 */
export function findTool(given, script = process.env.npm_lifecycle_event) {
  const current = Object.hasOwn(FORMER, given) ? FORMER[given] : undefined;
  const name = current ?? given;
  if (script === given && formerScripts.includes(given)) {
    process.stderr.write(
      `npm run ${given} is ${COMMAND} ${name} now; the next version drops npm run ${given}\n`,
    );
  } else if (current) {
    process.stderr.write(`${given} is called ${current} now; the next version drops the name ${given}\n`);
  }
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new UserError(unknownTool(given));
  if (!existsSync(join(root, found.file))) throw new UserError(whyAbsent(found));
  return found;
}

function whyAbsent(/** @type {Tool} */ { name, file }) {
  return file.startsWith('packages/')
    ? `${name}: the server is not built: npm run build`
    : `${name}: needs the whole repository; it is not part of the image`;
}

function unknownTool(/** @type {string} */ given) {
  const near = nearNames(
    given,
    tools.map(({ name }) => name),
  );
  const hint = near.length > 0 ? `; near it: ${near.join(', ')}` : '';
  return `there is no tool ${given}${hint}; ${COMMAND} --help lists all`;
}

/** Returns the names that share their beginning with a word, or differ from it by two letters at most. */
function nearNames(/** @type {string} */ given, /** @type {string[]} */ names) {
  return names.filter(
    (name) =>
      (given.length > 1 && (name.startsWith(given) || given.startsWith(name))) || distance(given, name) <= 2,
  );
}

/** Levenshtein distance. */
function distance(/** @type {string} */ left, /** @type {string} */ right) {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let index = 0; index < left.length; index += 1) {
    const next = [index + 1];
    for (let at = 1; at <= right.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (right[at - 1] === left[index] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
