import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DataDirBusyError, holdDataDir } from './data-dir-lock.ts';

describe('the lock of a data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'krapao-lock-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const lockFile = () => path.join(folder, 'server.pid');
  /** Starts an idle process. */
  const otherProcess = async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await new Promise((resolve) => child.once('spawn', resolve));
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const end = async () => {
      child.kill();
      await exited;
    };
    onTestFinished(end);
    return { pid: child.pid!, end };
  };

  it('is taken, says by whom, and is given back', async () => {
    const lock = await holdDataDir(folder);
    expect(await readFile(lockFile(), 'utf8')).toBe(String(process.pid));
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
    await (await holdDataDir(folder)).release();
  });

  it('is refused while another process has it, and says what to do', async () => {
    const { pid } = await otherProcess();
    await writeFile(lockFile(), String(pid));
    const refused = holdDataDir(folder);
    await expect(refused).rejects.toThrow(DataDirBusyError);
    await expect(refused).rejects.toThrow(
      `DATA_DIR: ${folder} is in use by process ${pid}; stop it, choose another folder, or set DATABASE_URL`,
    );
    expect(await readFile(lockFile(), 'utf8')).toBe(String(pid));
  });

  it('is taken over from a process that is gone', async () => {
    const { pid, end } = await otherProcess();
    await writeFile(lockFile(), String(pid));
    await end();
    const lock = await holdDataDir(folder);
    expect(await readFile(lockFile(), 'utf8')).toBe(String(process.pid));
    expect(await readdir(folder)).toEqual(['server.pid']);
    await lock.release();
  });

  it.each(['', 'nonsense', '-1', '0', '1.5'])(
    'is taken over when it names no process: "%s"',
    async (text) => {
      await writeFile(lockFile(), text);
      await (await holdDataDir(folder)).release();
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('needs a folder', async () => {
    await expect(holdDataDir(path.join(folder, 'missing'))).rejects.toThrow(/ENOENT/);
  });
});
