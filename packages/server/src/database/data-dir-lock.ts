import { link, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createWhole } from '../kernel/files.ts';
import { newId } from '../kernel/ids.ts';

export interface DataDirLock {
  release(): Promise<void>;
}

/** Another running process holds the folder. */
export class DataDirBusyError extends Error {
  override name = 'DataDirBusyError';
}

/**
 * Locks a data folder for this process: PGlite does not notice a second process on the same files, and both
 * would corrupt them. A lock whose process is gone (killed, power loss) is taken over.
 */
export async function holdDataDir(dataDir: string): Promise<DataDirLock> {
  const file = path.join(dataDir, 'server.pid');
  for (;;) {
    if (await createWhole(file, String(process.pid))) {
      return { release: () => rm(file, { force: true }) };
    }
    const owner = await readFile(file, 'utf8').catch(() => '');
    if (isRunning(Number(owner))) {
      throw new DataDirBusyError(
        `DATA_DIR: ${dataDir} is in use by process ${owner}; stop it, choose another folder, or set DATABASE_URL`,
      );
    }
    await removeStale(file, owner);
  }
}

/** Removes the lock of a dead owner, but not one that another process has created since. */
async function removeStale(file: string, owner: string): Promise<void> {
  const taken = `${file}.${newId()}`;
  try {
    await rename(file, taken);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(taken, 'utf8')) !== owner) await link(taken, file).catch(() => {});
  await rm(taken);
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
