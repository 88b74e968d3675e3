import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { S3Emulator } from '@krapao/sandbox/s3/emulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderStore } from '../../adapters/files/folder-store.ts';
import { createS3Store, type S3Options } from '../../adapters/files/s3-store.ts';
import type { Database } from '../../database/open.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { postgresDatabase } from '../../testing/databases.ts';
import { createDatabaseStore } from './database-store.ts';

const MEGABYTE = 1024 * 1024;
const KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a secret of the store', region: 'ap-southeast-1' };
const KEY = 'chat/a-name_1.mp4';

async function* inChunks(bytes: Buffer, breakOffAt = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100_000) {
    if (at >= breakOffAt) throw new Error('the sender left');
    yield bytes.subarray(at, at + 100_000);
  }
}

async function readAll(store: FileStore, start: number, end: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of store.read(KEY, { start, end })) parts.push(part);
  return Buffer.concat(parts);
}

let database: Database;
let folder: string;
let s3: S3Emulator;
const s3Options = (): S3Options => ({ endpoint: s3.url, bucket: 'files', timeoutMs: 5_000, ...KEYS });

beforeAll(async () => {
  [database, folder, s3] = await Promise.all([
    postgresDatabase(),
    mkdtemp(path.join(tmpdir(), 'files-')),
    S3Emulator.start(KEYS),
  ]);
});
afterAll(() => Promise.all([database.close(), rm(folder, { recursive: true }), s3.stop()]));

describe.each([
  ['the database', () => createDatabaseStore(database)],
  ['a folder', () => createFolderStore(folder)],
  ['S3', () => createS3Store(s3Options())],
] as const)('files in %s', (_, open) => {
  it.each([1, 64 * 1024, 5 * MEGABYTE, 12 * MEGABYTE + 7])(
    'come back as they went in: %i bytes',
    async (size) => {
      const store = open();
      const bytes = randomBytes(size);
      await store.write(KEY, inChunks(bytes));
      expect((await readAll(store, 0, size - 1)).equals(bytes)).toBe(true);
      const [start, end] = [Math.floor(size / 3), Math.floor((2 * size) / 3)];
      expect((await readAll(store, start, end)).equals(bytes.subarray(start, end + 1))).toBe(true);
    },
  );

  it('are replaced, and are gone once removed', async () => {
    const store = open();
    await store.write(KEY, inChunks(randomBytes(300_000)));
    await store.write(KEY, inChunks(Buffer.from('short')));
    expect((await readAll(store, 0, 4)).toString()).toBe('short');
    await store.remove(KEY);
    await store.remove(KEY);
    await expect(readAll(store, 0, 4)).rejects.toThrow();
  });

  it('leave nothing behind when the sender leaves', async () => {
    const store = open();
    await expect(store.write(KEY, inChunks(randomBytes(7 * MEGABYTE), 6 * MEGABYTE))).rejects.toThrow('left');
    await expect(readAll(store, 0, 4)).rejects.toThrow();
    expect(s3.unfinished).toBe(0);
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('have keys that cannot lead elsewhere, or are found by their whole key alone', async () => {
    const store = open();
    await expect(
      readAll({ ...store, read: (_key, range) => store.read('chat/../secret.key', range) }, 0, 1),
    ).rejects.toThrow();
  });
});

describe('S3', () => {
  it('refuses a wrong secret', async () => {
    const store = createS3Store({ ...s3Options(), secretAccessKey: 'another secret' });
    await expect(store.write(KEY, inChunks(Buffer.from('x')))).rejects.toThrow('SignatureDoesNotMatch');
  });

  it('forgets the parts of an upload of which one failed', async () => {
    const store = createS3Store(s3Options());
    s3.failWhen((_, url) => url.searchParams.get('partNumber') === '2');
    try {
      await expect(store.write(KEY, inChunks(randomBytes(11 * MEGABYTE)))).rejects.toThrow('SlowDown');
      expect(s3.unfinished).toBe(0);
    } finally {
      s3.failWhen(undefined);
    }
  });
});
