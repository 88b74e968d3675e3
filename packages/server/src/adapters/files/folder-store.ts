import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertKey, type FileStore } from '../../ports/file-store.ts';

const CHUNK_BYTES = 64 * 1024;

/** Stores files in a folder that all server processes must share. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    assertKey(key);
    return path.join(folder, key);
  };
  return {
    bytesInHand: 4 * CHUNK_BYTES,

    async write(key, content) {
      const file = pathOf(key);
      await mkdir(path.dirname(file), { recursive: true });
      // The file has another name until it is complete and flushed to disk.
      const draft = `${file}.${randomUUID()}.part`;
      try {
        await pipeline(Readable.from(content), createWriteStream(draft, { mode: 0o600, flush: true }));
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    read: (key, range) => createReadStream(pathOf(key), { ...range, highWaterMark: CHUNK_BYTES }),

    remove: (key) => rm(pathOf(key), { force: true }),
  };
}
