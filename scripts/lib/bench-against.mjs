/**
 * `npm run bench -- against COMMIT`: that commit is checked out beside this folder, and both measure in turns
 * on one PostgreSQL, each by its own `npm run bench`.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { argumentsOf } from './options.mjs';
import { cacheDir, root, run, UserError } from './process.mjs';

/** @typedef {{ commit: string, folder: string }} Other a checkout; `commit`: all its 40 digits */

/** @typedef {{ part: string, here: object[], there: object[] }} Turn each side's rows of `packages/bench` */

/**
 * @typedef {object} Wishes
 * @property {string[]} [only] parts
 * @property {string} [runs] turns of each part
 * @property {boolean} [short]
 * @property {string[]} [set] settings of the measured servers, `NAME=VALUE`
 * @property {string} [out] where the turns are written
 * @property {Record<string, string>} env of the measuring programs, with `BENCH_POSTGRES_URL`
 */

const SIDES = /** @type {const} */ (['here', 'there']);

/**
 * Checks a commit out below `.cache/against`, once: its packages and builds stay there for the next time.
 * @param {string} name of the commit, as git takes it
 * @param {{ repository?: string, below?: string }} [where]
 * @returns {Promise<Other>}
 * @throws {UserError} for an unknown commit, or a checkout that was changed
 */
export async function checkOut(name, { repository = root, below = join(cacheDir, 'against') } = {}) {
  const git = (/** @type {string} */ cwd, /** @type {string[]} */ ...args) =>
    run(['git', '-C', cwd, ...args], { env: { GIT_DIR: undefined, GIT_WORK_TREE: undefined } });
  const found = await git(
    repository,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}`,
  );
  if (!found.ok) throw new UserError(`against: git knows no commit ${name}`);
  const commit = found.output.trim();
  const folder = join(below, commit);
  if (!existsSync(folder)) {
    // An earlier checkout may have been removed without a word to git: --force.
    const added = await git(repository, 'worktree', 'add', '--quiet', '--force', '--detach', folder, commit);
    if (!added.ok) throw new UserError(`${added.output}against: git could not check out ${commit}`);
  }
  const [head, changes] = [
    await git(folder, 'rev-parse', 'HEAD'),
    await git(folder, 'status', '--porcelain'),
  ];
  if (head.output.trim() !== commit || changes.output !== '')
    throw new UserError(`against: ${folder} is not as ${name} was: git worktree remove --force ${folder}`);
  return { commit, folder };
}

/**
 * Measures part by part in turns. Which side begins changes from turn to turn: what comes second finds the machine
 * in another state.
 * @param {Other} other
 * @param {Wishes} wishes
 * @returns {Promise<string>} the file with all turns, for `main.js compare`
 * @throws {UserError} when one side measures nothing; the turns before it are in the file
 */
export async function measureInTurns(other, { only = [], runs = '9', out, ...wishes }) {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const name = other.commit.slice(0, 8);
  const file = resolve(out ?? join(root, '.data', 'bench', `${stamp}-against-${name}.json`));
  mkdirSync(dirname(file), { recursive: true });
  /** @type {Turn[]} */
  const turns = [];
  for (const part of only) {
    for (let turn = 1; turn <= Number(runs); turn += 1) {
      process.stderr.write(`  ${part}, turn ${turn} of ${runs}\n`);
      /** @type {Turn} */
      const rows = { part, here: [], there: [] };
      for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed())
        rows[side] = await measureOnce(side === 'here' ? root : other.folder, part, wishes);
      turns.push(rows);
      writeFileSync(file, `${JSON.stringify({ against: other.commit, turns }, undefined, 2)}\n`);
    }
  }
  return file;
}

/** Measures one part once, by the bench of a checkout, which installs and builds what it lacks. */
async function measureOnce(
  /** @type {string} */ folder,
  /** @type {string} */ part,
  /** @type {Pick<Wishes, 'short' | 'set' | 'env'>} */ { short, set, env },
) {
  const answers = mkdtempSync(join(tmpdir(), 'bench-'));
  const out = join(answers, 'rows.json');
  try {
    const { output } = await run(
      [
        process.execPath,
        join(folder, 'scripts', 'bench.mjs'),
        ...argumentsOf({ only: part, runs: '1', out, short, set }),
      ],
      {
        cwd: folder,
        // npm tells its scripts the folder of the package, and would install into that one.
        env: { ...env, TEST_DATABASE_URL: env.BENCH_POSTGRES_URL, npm_config_local_prefix: undefined },
      },
    );
    // A missed target ends it with code 1, too: only the file shows that it measured.
    if (!existsSync(out)) throw new UserError(`${output}against: ${folder} did not measure ${part}`);
    /** @type {{ rows: object[] }} */
    const { rows } = JSON.parse(readFileSync(out, 'utf8'));
    return rows;
  } finally {
    rmSync(answers, { recursive: true, force: true });
  }
}
