import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/process.mjs';
import { developerTools, formerScripts, operatorTools } from './lib/tools.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
/** @type {string[]} */
const all = Object.keys(JSON.parse(read('package.json')).scripts);
const scripts = all.filter((name) => !formerScripts.includes(name));
/** Scripts that npm runs by their name alone. */
const SHORT = ['start', 'test'];
const tools = [...operatorTools, ...developerTools].map(({ name }) => name);

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Returns the commands that a page names behind a prefix. */
const namedIn = (/** @type {string} */ path, /** @type {string} */ prefix) =>
  [...read(path).matchAll(new RegExp(`${prefix} ([a-z][\\w:-]*)`, 'g'))].map(([, name = '']) => name);

it('package.json has the everyday commands, and one for all tools', () => {
  expect(scripts).toEqual([
    'start',
    'dev',
    'test',
    'check',
    'build',
    'serve',
    'migrate',
    'sandbox',
    'bench',
    'tool',
  ]);
});

it('package.json has the operators’ commands of the version before, for one version', () => {
  expect(all.filter((name) => formerScripts.includes(name)).toSorted()).toEqual(formerScripts.toSorted());
});

it('every npm script stands in the README', () => {
  const readme = read('README.md');
  const missing = scripts.filter((name) => {
    const command = SHORT.includes(name) ? `npm ${name}` : `npm run ${name}`;
    return !new RegExp(`${command}(?![\\w:-])`).test(readme);
  });
  expect(missing).toEqual([]);
});

it('every tool stands in the documentation', () => {
  const named = pages.flatMap((path) => namedIn(path, 'npm run tool --'));
  expect(tools.filter((name) => !named.includes(name))).toEqual([]);
});

it('the documentation names no npm script and no tool that is not there', () => {
  for (const path of pages) {
    // Its table of renames has the former names.
    const known = path === 'docs/deployment.md' ? all : scripts;
    const unknown = [
      ...namedIn(path, 'npm run').filter((name) => !known.includes(name)),
      ...namedIn(path, 'npm run tool --').filter((name) => !tools.includes(name)),
    ];
    expect([path, unknown]).toEqual([path, []]);
  }
});

it('every command of the server stands on the map', () => {
  const commands = readdirSync(join(root, 'packages/server/src/cli'))
    .filter((file) => read(`packages/server/src/cli/${file}`).includes('await runCommand('))
    .map((file) => file.replace('.ts', ''));
  expect(commands).toContain('audit');
  const map = read('ARCHITECTURE.md');
  const command = (/** @type {string} */ name) => `npm run ${tools.includes(name) ? 'tool -- ' : ''}${name}`;
  expect(commands.filter((name) => !map.includes(`\`${command(name)}\``))).toEqual([]);
});
