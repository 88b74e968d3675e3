import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/process.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
/** @type {string[]} */
const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
/** Scripts that npm runs by their name alone. */
const SHORT = ['start', 'test'];

it('every npm script stands in the README', () => {
  const readme = read('README.md');
  const missing = scripts.filter((name) => {
    const command = SHORT.includes(name) ? `npm ${name}` : `npm run ${name}`;
    return !new RegExp(`${command}(?![\\w:-])`).test(readme);
  });
  expect(missing).toEqual([]);
});

it('the README and the map name no npm script that is not there', () => {
  for (const path of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/operations.md']) {
    const named = [...read(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect([path, named.filter((name) => !scripts.includes(name))]).toEqual([path, []]);
  }
});

it('every command of the server is an npm script, and stands on the map', () => {
  const commands = readdirSync(join(root, 'packages/server/src/cli'))
    .filter((file) => read(`packages/server/src/cli/${file}`).includes('await run('))
    .map((file) => file.replace('.ts', ''));
  expect(commands).toContain('audit');
  expect(commands.filter((name) => !scripts.includes(name))).toEqual([]);
  const map = read('ARCHITECTURE.md');
  expect(commands.filter((name) => !map.includes(`\`npm run ${name}\``))).toEqual([]);
});
