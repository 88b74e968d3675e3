import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const RUNNER = fileURLToPath(new URL('scripts/tool.mjs', root));
const MIGRATE = fileURLToPath(new URL('packages/server/dist/cli/migrate.js', root));
const AT_ONCE = 3;

/** A tool that looks for its database makes this folder. */
const DATA_DIR = path.join(tmpdir(), `krapao-no-data-${process.pid}`);

interface Tool {
  name: string;
  about: string;
  file: string;
}
interface End {
  exitCode: number;
  out: string;
  error: string;
}

const { operatorTools } = (await import(new URL('scripts/lib/tools.mjs', root).href)) as {
  operatorTools: Tool[];
};
const tools = operatorTools.filter(({ file }) => file.startsWith('packages/'));

function run(words: readonly string[]): Promise<End> {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, words, { env }, (failure, out, error) => {
      const exitCode = failure ? failure.code : 0;
      if (typeof exitCode === 'number') resolve({ exitCode, out, error });
      else reject(failure ?? new Error(`${words.join(' ')} did not run`));
    });
  });
}

/** Command lines that are wrong, each with what its refusal names. */
const WRONG: readonly [words: string, named: string][] = [
  ['audit --grace-minutes soon', '--grace-minutes: must be a number'],
  ['backups record', 'npm run tool -- backups [record --tool NAME'],
  ['draws --count 5', '--count: must be a whole number from 1000'],
  ['members freeze', 'npm run tool -- members show PHONE | freeze'],
  ['review settle', 'npm run tool -- review [settle ID done|undone]'],
  ['seeds', 'npm run tool -- seeds rotate '],
];

describe('a tool of the server', () => {
  const ends = new Map<string, End>();

  beforeAll(async () => {
    const commands = tools.flatMap(({ name }) => [`${name} --help`, `${name} --no-such-option`]);
    const waiting = [
      ...[...commands, ...WRONG.map(([words]) => words)].map((words) => [RUNNER, words]),
      ...['--help', '--no-such-option'].map((words) => [MIGRATE, words]),
    ];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [program = '', words = ''] = next;
        const key = program === MIGRATE ? `migrate ${words}` : words;
        ends.set(key, await run([program, ...words.split(' ')]));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  });

  const migrate: Tool = { name: 'migrate', about: 'Migrates the schema of the database.', file: MIGRATE };
  const all = [...tools, migrate];

  it.each(all)('$name prints its help', ({ name, about }) => {
    const { exitCode, out, error } = ends.get(`${name} --help`) ?? {};
    expect([exitCode, error]).toEqual([0, '']);
    const [usage, purpose, ...options] = out?.trimEnd().split('\n') ?? [];
    expect(usage).toContain(`npm run ${name === 'migrate' ? '' : 'tool -- '}${name}`);
    expect(purpose).toBe(about);
    for (const line of options) expect(line).toMatch(/^ {2}--\S.* {2}\S/);
  });

  const refusals = [
    ...all.map(({ name }) => [`${name} --no-such-option`, "'--no-such-option'"] as const),
    ...WRONG,
  ];

  it.each(refusals)('%s is refused in one line', (words, named) => {
    const { exitCode, out, error = '' } = ends.get(words) ?? {};
    expect([exitCode, out]).toEqual([1, '']);
    expect(error.trimEnd().split('\n')).toHaveLength(1);
    expect(error).toContain(named);
  });

  it('has not looked for a database by then', () => {
    expect(ends.size).toBe(2 * all.length + WRONG.length);
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});
