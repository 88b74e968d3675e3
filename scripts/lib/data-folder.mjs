/** An operator's data folder, as `DATA_DIR`, `FILE_STORE` and `FILES_DIR` name it for the server. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, UserError } from './process.mjs';

/** The server's part of the data folder: its database, and the generated key when no setting gave one. */
export const KEPT = ['pglite', 'secret.key'];

/** Returns the data folder, absolute. */
export const dataFolder = () => resolve(process.env.DATA_DIR?.trim() || '.data');

/** Returns the folder of files, where the server uses one. */
export function filesFolder(/** @type {string} */ dataDir) {
  if (process.env.FILE_STORE?.trim() !== 'folder') return undefined;
  return resolve(process.env.FILES_DIR?.trim() || join(dataDir, 'files'));
}

/** Keeps every server away from the data folder while it is copied. */
export async function whileStopped(/** @type {string} */ dataDir, /** @type {() => void} */ work) {
  const lock = join(root, 'packages', 'server', 'dist', 'database', 'data-dir-lock.js');
  if (!existsSync(lock)) throw new UserError('The server is not built: npm run build');
  const { holdDataDir } = await import(`file://${lock}`);
  const held = await holdDataDir(dataDir).catch((/** @type {Error} */ error) => {
    throw new UserError(error.message);
  });
  try {
    work();
  } finally {
    await held.release();
  }
}
