import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOut } from './bench-against.mjs';

/** @type {string} */
let repository;
/** @type {string} */
let below;

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', ['-C', repository, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    encoding: 'utf8',
  }).trim();

function commit(/** @type {string} */ text) {
  writeFileSync(join(repository, 'a.txt'), text);
  git('add', '.');
  git('commit', '--quiet', '--message', text);
  return git('rev-parse', 'HEAD');
}

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'against-'));
  below = join(repository, '.cache');
  git('init', '--quiet');
  writeFileSync(join(repository, '.gitignore'), '.cache/\ndist/\n');
});

afterEach(() => rmSync(repository, { recursive: true, force: true }));

describe('a commit to measure against', () => {
  it('is checked out beside the folder, which keeps its changes', async () => {
    const first = commit('first');
    commit('second');
    writeFileSync(join(repository, 'a.txt'), 'not committed');
    const other = await checkOut('HEAD~1', { repository, below });
    expect(other).toEqual({ commit: first, folder: join(below, first) });
    expect(readFileSync(join(other.folder, 'a.txt'), 'utf8')).toBe('first');
    expect(readFileSync(join(repository, 'a.txt'), 'utf8')).toBe('not committed');
  });

  it('keeps what was built in it for the next time', async () => {
    const first = commit('first');
    const { folder } = await checkOut(first, { repository, below });
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist', 'built.js'), '');
    expect(await checkOut(first.slice(0, 8), { repository, below })).toEqual({ commit: first, folder });
    expect(existsSync(join(folder, 'dist', 'built.js'))).toBe(true);
  });

  it('is checked out again after its folder was removed', async () => {
    const first = commit('first');
    const { folder } = await checkOut(first, { repository, below });
    rmSync(folder, { recursive: true });
    await checkOut(first, { repository, below });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('first');
  });

  it('is refused when its files were changed, since another program would be measured', async () => {
    const first = commit('first');
    const { folder } = await checkOut(first, { repository, below });
    writeFileSync(join(folder, 'a.txt'), 'changed');
    await expect(checkOut(first, { repository, below })).rejects.toThrow(
      `against: ${folder} is not as ${first} was`,
    );
  });

  it.each(['nowhere', '--all'])('is refused in one line when git does not know it: %s', async (name) => {
    commit('first');
    await expect(checkOut(name, { repository, below })).rejects.toThrow(
      `against: git knows no commit ${name}`,
    );
  });
});
