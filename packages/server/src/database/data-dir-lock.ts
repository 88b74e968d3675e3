import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface DataDirLock {
  release(): Promise<void>;
}

/** The folder belongs to another running process. */
export class DataDirBusyError extends Error {
  override name = 'DataDirBusyError';
}

/**
 * Takes a data folder for this process: PGlite does not notice a second process on the same files and
 * both would corrupt them. A lock whose process is gone (killed, power lost) is taken over.
 */
export async function holdDataDir(dataDir: string): Promise<DataDirLock> {
  const file = path.join(dataDir, 'server.pid');
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return { release: () => rm(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (isRunning(owner)) {
      throw new DataDirBusyError(
        `DATA_DIR: ${dataDir} is in use by process ${owner}; stop it, choose another folder, or set DATABASE_URL`,
      );
    }
    await rm(file, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
