/** @module-tag whole */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ERROR_STATUS, isErrorCode } from '@krapao/contract/errors';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pgliteDatabase } from '../testing/databases.ts';
import { BOMBS, honestPng, HOSTILE_NAMES, MARK, POLYGLOTS } from '../testing/hostile-files.ts';
import type { TestMember } from '../testing/members.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const MEGABYTE = 1024 * 1024;
/** Most additional memory of the process while it examines one file. */
const MOST_MORE = 400 * MEGABYTE;
const BOUNDARY = 'here-it-ends';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

type Door = 'slip' | 'chat';
const ENDPOINTS = ['slip', 'chat'] as const;

interface Sent {
  status: number;
  body: Record<string, unknown>;
}

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
};
const typeOf = (name: string): string => TYPES[name.split('.').at(-1) ?? ''] ?? 'image/png';

/** Returns a part of a form as raw bytes, whatever its name does to it. */
const part = (bytes: Uint8Array, name: string, type = typeOf(name), field = 'file'): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n`),
    Buffer.from(`content-type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const formOf = (...parts: readonly Buffer[]): Buffer => Buffer.concat([...parts, END]);

describe('files that attack', () => {
  let server: TestServer;
  let member: TestMember;
  let png: Buffer;
  let folder: string;
  const usualFolder = process.env.TMPDIR;

  beforeAll(async () => {
    // A file that escapes would be written here; nothing may be.
    folder = await mkdtemp(path.join(tmpdir(), 'uploads-'));
    server = await startTestServer({ open: pgliteDatabase });
    member = await server.members.join();
    png = await honestPng();
    process.env.TMPDIR = folder;
  });
  afterEach(async () => {
    expect(await readdir(folder)).toEqual([]);
  });
  afterAll(async () => {
    if (usualFolder === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usualFolder;
    await rm(folder, { recursive: true });
    await server.stop();
  });

  async function send(
    endpoint: Door,
    body: Buffer,
    type = FORM,
    more: Record<string, string> = {},
  ): Promise<Sent> {
    const address = endpoint === 'slip' ? '/api/wallet/slip' : '/api/chat/upload-image';
    const response = await fetch(server.url + address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${member.token}`,
        'x-requested-with': 'wallet-user',
        'content-type': type,
        ...more,
      },
      body: new Uint8Array(body),
    });
    return { status: response.status, body: (await response.json()) as Sent['body'] };
  }

  /** Expects a catalogue code with its status; HTTP's own refusals have other statuses. */
  function expectRefused({ status, body }: Sent): void {
    const message = String(body['message']);
    if (!isErrorCode(message)) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
    const isOfHttp = message === 'KEY_INVALID' && status === 415;
    expect(status).toBe(isOfHttp ? 415 : ERROR_STATUS[message]);
    expect(String(status)).toMatch(/^4/);
  }

  /** Checks an upload's result and how it is served to browsers. @returns its result */
  async function endOf(endpoint: Door, sent: Sent): Promise<'remade' | 'put aside' | 'refused'> {
    if (sent.status !== 200) {
      expectRefused(sent);
      return 'refused';
    }
    const slip = sent.body['slip'] as { _id: string; note: string } | undefined;
    if (slip?.note) {
      expect(slip.note).toBe('IMG_SIZE_UNABLE_TO_PROCESS');
      return 'put aside';
    }
    const url = slip
      ? (
          await member.api.ok('GET /api/statement/slip/reference/:reference', {
            params: { reference: slip._id },
          })
        ).url
      : String(sent.body['url']);
    await expectHarmless(endpoint, url);
    return 'remade';
  }

  async function expectHarmless(endpoint: Door, url: string): Promise<void> {
    const served = await fetch(new URL(url, server.url));
    const bytes = Buffer.from(await served.arrayBuffer());
    const { format, width, height } = await sharp(bytes).metadata();
    const header = (name: string): string | null => served.headers.get(name);
    expect(header('content-type')).toBe(`image/${format}`);
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    const extension = format === 'jpeg' && endpoint === 'slip' ? 'jpg' : format;
    expect(header('content-disposition')).toMatch(new RegExp(`^inline; filename="\\w+\\.${extension}"$`));
    expect(width * height).toBeLessThanOrEqual(12_000_000);
    expect(bytes.includes(MARK)).toBe(false);
    expect(bytes.includes('PK\u0003\u0004')).toBe(false);
  }

  /** @returns the peak of the process's additional memory during some work */
  async function memoryOf<T>(work: () => Promise<T>): Promise<[T, number]> {
    const before = process.memoryUsage.rss();
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
    try {
      const done = await work();
      return [done, Math.max(most, process.memoryUsage.rss()) - before];
    } finally {
      clearInterval(timer);
    }
  }

  it.each([...BOMBS, ...POLYGLOTS])('%s', async (_, make, name, slip, chat) => {
    const file = await make();
    expect(file.length).toBeLessThan(MEGABYTE);
    const body = formOf(part(file, name));
    for (const [endpoint, expected] of [
      ['slip', slip],
      ['chat', chat],
    ] as const) {
      const [end, more] = await memoryOf(async () => endOf(endpoint, await send(endpoint, body)));
      expect([endpoint, end]).toEqual([endpoint, expected]);
      expect(more).toBeLessThan(MOST_MORE);
    }
  });

  it.each(HOSTILE_NAMES)('named by %s', async (_, name, chat) => {
    const body = formOf(part(png, name, 'image/png'));
    expect(await endOf('chat', await send('chat', body))).toBe(chat);
    // A slip's file name is not stored.
    expect(await endOf('slip', await send('slip', body))).toBe('remade');
  });

  it('keep no name but ours', async () => {
    const rows = await server.database.queries.selectFrom('chat_file').select('name').execute();
    expect(rows.length).toBeGreaterThan(10);
    for (const { name } of rows) expect(name).toMatch(/^[\w-]{32}\.(png|jpeg|gif)$/);
  });

  it.each([
    ['none', ''],
    ['of another picture', 'image/gif'],
    ['of a page', 'text/html'],
    ['of a script', 'application/javascript'],
    ['with something behind it', 'image/png; charset=utf-7'],
    ['none that there is', ';;;'],
  ])('of a type: %s', async (_, type) => {
    const body = formOf(part(png, 'a.png', type));
    // A slip's type is read from its bytes; a chat file's name, type and bytes must agree.
    expect(await endOf('slip', await send('slip', body))).toBe('remade');
    const isSaid = type.startsWith('image/png');
    expect(await endOf('chat', await send('chat', body))).toBe(isSaid ? 'remade' : 'refused');
  });

  const anyPart = (field: string): Buffer => part(Buffer.from('x'), 'a.png', 'image/png', field);
  it.each<[what: string, body: () => Buffer, type?: string, more?: Record<string, string>]>([
    ['nothing in it', () => Buffer.alloc(0)],
    ['an end and no beginning', () => END],
    [
      'another boundary than it says',
      () => formOf(part(png, 'a.png')),
      'multipart/form-data; boundary=other',
    ],
    ['no boundary', () => formOf(part(png, 'a.png')), 'multipart/form-data'],
    [
      'a boundary of 10,000 letters',
      () => formOf(part(png, 'a.png')),
      `multipart/form-data; boundary=${'b'.repeat(10_000)}`,
    ],
    ['the type of other forms', () => formOf(part(png, 'a.png')), 'application/x-www-form-urlencoded'],
    ['a mix instead of a form', () => formOf(part(png, 'a.png')), FORM.replace('form-data', 'mixed')],
    ['5,000 files', () => formOf(...Array.from({ length: 5_000 }, (_, n) => anyPart(`file${n}`)))],
    ['5,000 files of one name', () => formOf(...Array.from({ length: 5_000 }, () => anyPart('file')))],
    ['an empty file', () => formOf(part(Buffer.alloc(0), 'a.png'))],
    [
      'a file that is only a field',
      () =>
        formOf(Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"\r\n\r\nwords\r\n`)),
    ],
    ['a file of another name', () => formOf(part(png, 'a.png', 'image/png', '__proto__'))],
    ['no end', () => part(png, 'a.png')],
    ['an end in the middle of the file', () => part(png, 'a.png').subarray(0, 250)],
    ['an end in its headers', () => part(png, 'a.png').subarray(0, 60)],
    [
      '10,000 headers',
      () =>
        formOf(
          Buffer.concat([
            Buffer.from(`--${BOUNDARY}\r\n`),
            Buffer.from('x-a: b\r\n'.repeat(10_000)),
            part(png, 'a.png').subarray(BOUNDARY.length + 4),
          ]),
        ),
    ],
    ['a line that ends within the name', () => formOf(part(png, 'a\r\nset-cookie: a=b\r\n\r\n.png'))],
    ['a compressed body', () => formOf(part(png, 'a.png')), FORM, { 'content-encoding': 'gzip' }],
  ])('in a form with %s', async (what, body, type = FORM, more = {}) => {
    for (const endpoint of ENDPOINTS) {
      const end = await endOf(endpoint, await send(endpoint, body(), type, more));
      // A declared compression is ignored, so the form is read like any other.
      if (what !== 'a compressed body') expect([endpoint, end]).toEqual([endpoint, 'refused']);
    }
  });
});
