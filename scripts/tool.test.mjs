import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PARTS } from './lib/chaos-parts.mjs';
import { root } from './lib/process.mjs';
import { developerTools, operatorTools } from './lib/tools.mjs';

const RUNNER = join(root, 'scripts/tool.mjs');
const AT_ONCE = 3;
const listed = [...operatorTools, ...developerTools];
const ofScripts = listed.filter(({ file }) => file.startsWith('scripts/'));

/** A program that looks for a database or a browser ends with an error in this environment. */
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TEST_DATABASE_URL: 'no address',
  CHROMIUM_PATH: join(root, 'no-browser'),
};

/** @typedef {{ code: number | null, out: string, error: string }} End */

/** @returns {Promise<End>} */
function run(/** @type {string[]} */ words, { program = RUNNER, cwd = root, more = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], { cwd, env: { ...env, ...more } });
    let out = '';
    let error = '';
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => (out += chunk.toString()));
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => (error += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, error }));
  });
}

/** Runs each command line, some at a time. @returns {Promise<Map<string, End>>} by its words */
async function runAll(/** @type {string[][]} */ commands, { program = RUNNER } = {}) {
  /** @type {Map<string, End>} */
  const ends = new Map();
  const waiting = [...commands];
  const lane = async () => {
    for (let words = waiting.shift(); words; words = waiting.shift()) {
      ends.set(words.join(' '), await run(words, { program }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return ends;
}

/** Returns the one line of a refusal. */
function refusalOf(/** @type {End | undefined} */ end) {
  expect(end).toMatchObject({ code: 1, out: '' });
  const line = end?.error.trimEnd() ?? '';
  expect(line).not.toBe('');
  expect(line.split('\n')).toHaveLength(1);
  return line;
}

describe('the list of tools', () => {
  it('has every tool that exists', () => {
    const commands = readdirSync(join(root, 'packages/server/src/cli'))
      .filter((file) =>
        readFileSync(join(root, 'packages/server/src/cli', file), 'utf8').includes('await runCommand('),
      )
      .map((file) => `packages/server/dist/cli/${file.replace('.ts', '.js')}`)
      // A script of npm by itself.
      .filter((file) => !file.endsWith('/migrate.js'));
    const scripts = readdirSync(join(root, 'scripts/tools')).map((file) => `scripts/tools/${file}`);
    expect(listed.map(({ file }) => file).toSorted()).toEqual([...commands, ...scripts].toSorted());
  });

  it.each([[[]], [['--help']]])('is printed by %j, one line a tool, by group', async (words) => {
    const { code, out, error } = await run(words);
    expect([code, error]).toEqual([0, '']);
    const [operators = '', developers = ''] = out.split('For operators:')[1]?.split('For developers:') ?? [];
    const namesIn = (/** @type {string} */ text) =>
      [...text.matchAll(/^ {2}(\S+) +\S/gm)].map(([, name]) => name);
    expect(namesIn(operators)).toEqual(operatorTools.map(({ name }) => name));
    expect(namesIn(developers)).toEqual(developerTools.map(({ name }) => name));
  });

  it('has the parts of the chaos tests that exist', () => {
    const files = readdirSync(join(root, 'packages/e2e/src/chaos')).filter(
      (file) => !file.includes('.test.'),
    );
    expect(PARTS.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted());
  });
});

describe('a name', () => {
  it('that is unknown gets one line, with the names near it', async () => {
    expect(refusalOf(await run(['audti']))).toMatch(/^there is no tool audti; near it: audit;/);
    expect(refusalOf(await run(['back']))).toMatch(/near it: backup, backups;/);
    expect(refusalOf(await run(['constructor']))).toBe(
      'there is no tool constructor; npm run tool -- --help lists all',
    );
  });

  it('of the version before still works, with a line that names the new one', async () => {
    const { code, out, error } = await run(['torture', '--help']);
    expect([code, error]).toEqual([
      0,
      'torture is called chaos now; the next version drops the name torture\n',
    ]);
    expect(out).toBe((await run(['chaos', '--help'])).out);
    expect((await run(['unclear', '--help'])).error).toMatch(/^unclear is called review now;/);
  });
});

describe('an npm script of the version before', () => {
  it('still works, with a line that names the new command', async () => {
    const ended = await run(['backup', '--help'], { more: { npm_lifecycle_event: 'backup' } });
    expect([ended.code, ended.error]).toEqual([
      0,
      'npm run backup is npm run tool -- backup now; the next version drops npm run backup\n',
    ]);
    expect(ended.out).toBe((await run(['backup', '--help'])).out);
  });
});

describe('a tool', () => {
  /** @type {Map<string, End>} */
  let ends;
  beforeAll(async () => {
    const words = ofScripts.flatMap(({ name }) => [
      [name, '--help'],
      [name, '--no-such-option'],
    ]);
    ends = await runAll(words);
  });

  it.each(ofScripts)('$name prints its help and does nothing', ({ name, about }) => {
    const { code, out, error } = ends.get(`${name} --help`) ?? {};
    expect([code, error]).toEqual([0, '']);
    const [usage, purpose, ...options] = out?.trimEnd().split('\n') ?? [];
    expect(usage).toMatch(new RegExp(`^npm run tool -- ${name}(?: |$)`));
    expect(purpose).toBe(about);
    expect(usage?.includes('[options]')).toBe(options.some((line) => line.startsWith('  --')));
    for (const line of options) expect(line).toMatch(/^ {2}\S.* {2}\S|^\w.*:$/);
  });

  it.each(ofScripts)('$name names a wrong option in one line', ({ name }) => {
    expect(refusalOf(ends.get(`${name} --no-such-option`))).toContain("'--no-such-option'");
  });
});

it('a wrong or missing value is named in one line', async () => {
  /** @type {[string, string][]} */
  const cases = [
    ['backup', '--to: into which folder?'],
    ['backup --to', '--to <value>'],
    ['restore', '--from: which copy?'],
    ['restore --from nowhere', '--from: there is no'],
    ['image', '--to: into which folder?'],
    ['catalogue --times often', '--times: often is not a whole number'],
    ['gallery --language fr', '--language: fr is none of th, la, en'],
    ['monkey --mode wild', '--mode: wild is none of both, baht, laos'],
    ['monkey --presses -1', '--presses'],
    ['simulate --steps many', '--steps: many is not a whole number'],
    ['simulate --planted=yes', '--planted'],
    ['lint everything', "'everything'"],
    ['chaos', 'which part? There are access, faults,'],
    ['chaos calm', 'there is no part calm'],
    ['chaos access fuzz', 'fuzz: one part at a time'],
    ['chaos faults --count 5', '--count: not an option of faults'],
  ];
  const ends = await runAll(cases.map(([words]) => words.split(' ')));
  for (const [words, named] of cases) expect(refusalOf(ends.get(words))).toContain(named);
});

it('npm run bench explains itself without a build, and names what is wrong', async () => {
  const ends = await runAll(
    [
      ['--help'],
      ['--no-such-option'],
      ['--only', 'nothing'],
      ['--runs', 'some'],
      ['drain'],
      ['against'],
      ['against', 'nowhere'],
      ['against', 'HEAD', '--profile'],
      ['against', 'HEAD', '--runs', '0'],
    ],
    { program: join(root, 'scripts/bench.mjs') },
  );
  const help = ends.get('--help');
  expect([help?.code, help?.error]).toEqual([0, '']);
  expect(help?.out).toMatch(/^npm run bench -- \[fill \| baseline \| against COMMIT\] \[options\]\n/);
  expect(help?.out).toMatch(/^ {2}withdraw +POST /m);
  expect(refusalOf(ends.get('--no-such-option'))).toContain("'--no-such-option'");
  expect(refusalOf(ends.get('--only nothing'))).toContain('--only: no part nothing; there are ledger,');
  expect(refusalOf(ends.get('--runs some'))).toBe('--runs: some is not a whole number');
  expect(refusalOf(ends.get('drain'))).toContain('drain: there are fill, baseline and against');
  expect(refusalOf(ends.get('against'))).toBe('against: which commit?');
  expect(refusalOf(ends.get('against nowhere'))).toBe('against: git knows no commit nowhere');
  expect(refusalOf(ends.get('against HEAD --profile'))).toBe('against: without --data and --profile');
  expect(refusalOf(ends.get('against HEAD --runs 0'))).toBe('--runs: must be a whole number from 1');
});

describe('an installation that is not the whole repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-tools-'));
  const program = join(folder, 'scripts/tool.mjs');
  beforeAll(() => {
    for (const path of ['scripts/tool.mjs', 'scripts/lib']) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('lists the tools for operators alone', async () => {
    const { out } = await run([], { program });
    expect(out).toContain('For operators:\n  audit ');
    expect(out).not.toContain('For developers:');
  });

  it('says in one line which part of it is missing', async () => {
    expect(refusalOf(await run(['audit'], { program }))).toBe(
      'audit: the server is not built: npm run build',
    );
    expect(refusalOf(await run(['gallery'], { program }))).toContain('gallery: needs the whole repository');
  });
});
