import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cleaner } from '../../database/cleaner.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createSecrets } from '../../kernel/secrets.ts';
import { eventually } from '../../testing/eventually.ts';
import { inWhole } from '../../testing/forms.ts';
import { wideLimits } from '../../testing/limits.ts';
import { FileLinks } from '../chat/file-links.ts';
import { CHAT_FILE } from '../chat/files.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, TEST_SECRET_KEY, type TestServer } from '../../testing/test-server.ts';

const MEGABYTE = 1024 * 1024;
const START = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');
const headers = { 'x-requested-with': 'wallet-user' };
/** Number of concurrent videos, each with the folder store's quarter of a megabyte in memory. */
const AT_ONCE = 4;
const READERS_AT_ONCE = 4;
const DAY_MS = 24 * 60 * 60_000;
const KEEP_DAYS = 365;

/** Signs a link as the server does. */
const linkOf = (name: string): string =>
  new FileLinks({ secrets: createSecrets(TEST_SECRET_KEY), clock: systemClock }).sign(CHAT_FILE + name);

const mp4 = (size: number): Buffer => Buffer.concat([START, randomBytes(size - START.length)]);

describe('files of the chat, kept in a folder', () => {
  let folder: string;
  let server: TestServer;
  let member: TestMember;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'files-'));
    const limits = wideLimits({
      UPLOAD_MEGABYTES_PER_MEMBER: 1,
      READER_MEGABYTES_PER_ADDRESS: 1,
      CHAT_MEGABYTES_KEPT: 30,
    });
    server = await startTestServer({ settings: { fileStore: 'folder', filesDir: folder, limits } });
    member = await server.members.join();
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const stored = async (): Promise<string[]> => {
    const names = await readdir(folder, { recursive: true });
    return names.filter((name) => name.includes('.'));
  };
  const upload = async (bytes: Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'clip.mp4');
    const response = await fetch(`${server.url}/api/chat/upload-video`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${member.token}` },
      body: form,
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as { url: string; filePath: string },
    };
  };
  const rowOf = (name: string) =>
    server.database.queries.selectFrom('chat_file').selectAll().where('name', '=', name).executeTakeFirst();
  const read = async (url: string, range?: string): Promise<Buffer> =>
    Buffer.from(await (await fetch(server.url + url, range ? { headers: { range } } : {})).arrayBuffer());

  /** Begins the upload of a video and stops halfway. */
  const begin = (): ClientRequest => {
    const call = request(`${server.url}/api/chat/upload-video`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${member.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 19 * MEGABYTE,
      },
    });
    call.on('error', () => {});
    call.write(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n',
    );
    call.write(mp4(64 * 1024));
    return call;
  };

  it('are not in the database, and are read in any part', async () => {
    const bytes = mp4(3 * MEGABYTE);
    const { status, body } = await upload(bytes);
    expect(status).toBe(200);
    expect(await rowOf(body.filePath)).toMatchObject({ store: 'folder', content: null, is_whole: true });
    expect((await read(body.url)).equals(bytes)).toBe(true);
    expect((await read(body.url, 'bytes=1500000-2900000')).equals(bytes.subarray(1_500_000, 2_900_001))).toBe(
      true,
    );
  });

  it('move there by themselves when they are in the database, and are readable all the time', async () => {
    const content = mp4(400_000);
    const name = `${randomUUID()}.mp4`;
    await server.database.queries
      .insertInto('chat_file')
      .values({ name, conversation_id: 'somebody', mime: 'video/mp4', content })
      .execute();
    expect((await read(linkOf(name))).equals(content)).toBe(true);
    await server.workOff();
    expect(await rowOf(name)).toMatchObject({ store: 'folder', content: null });
    expect((await read(linkOf(name))).equals(content)).toBe(true);
  });

  it('are removed with their row', async () => {
    const { body } = await upload(mp4(100_000));
    expect(await stored()).toContain(path.join('chat', body.filePath));
    await server.database.queries.deleteFrom('chat_file').where('name', '=', body.filePath).execute();
    await server.workOff();
    expect(await stored()).not.toContain(path.join('chat', body.filePath));
  });

  it(
    'are refused beyond what is kept of one conversation: REQUEST_LIMIT, and another member’s are not',
    inWhole,
    async () => {
      const first = member;
      member = await server.members.join();
      const other = await server.members.join();
      expect((await upload(mp4(15 * MEGABYTE))).status).toBe(200);
      expect((await upload(mp4(12 * MEGABYTE))).status).toBe(200);
      const before = await stored();
      expect(await upload(mp4(6 * MEGABYTE))).toMatchObject({
        status: 429,
        body: { message: 'REQUEST_LIMIT' },
      });
      await server.workOff();
      expect(await stored()).toEqual(before);
      member = other;
      expect((await upload(mp4(6 * MEGABYTE))).status).toBe(200);
      member = first;
    },
  );

  it('are refused while a member has as many under way as may be: REQUEST_LIMIT, until one of them ends', async () => {
    const before = await stored();
    const begun = Array.from({ length: AT_ONCE }, begin);
    const unfinished = () =>
      server.database.queries.selectFrom('chat_file').select('name').where('is_whole', '=', false).execute();
    await eventually(async () => expect(await unfinished()).toHaveLength(AT_ONCE));
    const refused = await upload(mp4(100_000));
    expect(refused).toMatchObject({ status: 429, body: { message: 'REQUEST_LIMIT' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const call of begun) call.destroy();
    await eventually(async () => expect((await upload(mp4(100_000))).status).toBe(200));
    await eventually(async () => expect(await unfinished()).toEqual([]));
    await server.workOff();
    expect((await stored()).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await stored()).length).toBe(before.length + 1);
  });

  it('are read by so many strangers at an address at a time', async () => {
    const { body } = await upload(mp4(15 * MEGABYTE));
    const readers = Array.from({ length: READERS_AT_ONCE }, () => request(server.url + body.url).end());
    const statuses = await Promise.all(
      readers.map(
        (reader) =>
          new Promise((resolve) => {
            reader.on('error', () => {});
            reader.on('response', (response) => {
              response.pause();
              resolve(response.statusCode);
            });
          }),
      ),
    );
    expect(statuses).toEqual(statuses.map(() => 200));
    expect((await fetch(server.url + body.url)).status).toBe(429);
    for (const reader of readers) reader.destroy();
    await eventually(async () => expect((await read(body.url, 'bytes=0-3')).length).toBe(4));
  });

  // This test runs last, since the session expires within the year too.
  it('go with the days that they are kept for: CHAT_FILE_DAYS', async () => {
    const { body } = await upload(mp4(100_000));
    const sweepIn = async (days: number): Promise<void> => {
      const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
      const cleaner = new Cleaner({ database: server.database, clock, chatFileDays: KEEP_DAYS });
      while (await cleaner.sweep());
    };
    // A file without a message is deleted within a day.
    await server.database.queries
      .updateTable('chat_file')
      .set({ is_sent: true })
      .where('name', '=', body.filePath)
      .execute();
    await sweepIn(KEEP_DAYS - 1);
    expect((await read(body.url)).length).toBe(100_000);
    await sweepIn(KEEP_DAYS + 1);
    expect(await rowOf(body.filePath)).toBeUndefined();
    await server.workOff();
    expect(await stored()).not.toContain(path.join('chat', body.filePath));
    expect((await fetch(server.url + body.url)).status).toBe(404);
  });
});
