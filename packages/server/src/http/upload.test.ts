import { connect, type AddressInfo } from 'node:net';
import { defineRoute } from '@krapao/contract/route';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../kernel/logger.ts';
import { createApp } from './app.ts';
import { createRouter } from './router.ts';
import { readUpload } from './upload.ts';

const MAX_BYTES = 1_000;

const takesFile = defineRoute({
  method: 'POST',
  path: '/file',
  access: 'public',
  summary: 'Takes a file',
  upload: { field: 'file', maxBytes: MAX_BYTES },
  response: z.object({ outcome: z.string(), bytes: z.number() }),
  errors: [],
});
const takesJson = defineRoute({
  method: 'POST',
  path: '/json',
  access: 'public',
  summary: 'Takes JSON',
  body: z.object({ file: z.string() }),
  response: z.object({ outcome: z.string() }),
  errors: [],
});

describe('uploads', () => {
  let app: FastifyInstance;
  let url: string;

  beforeAll(async () => {
    app = await createApp(createLogger('silent'), { arrival: { requestMs: 300, uploadMs: 60_000 } });
    const refuse = () => Promise.reject(new Error('nobody logs in here'));
    const router = createRouter(
      app,
      { authenticate: refuse, authenticateWith: () => refuse },
      {
        of: () => (_request, work) => work(),
        member: (_caller, token, find) => find(token),
        stranger: () => undefined,
      },
      () => Promise.resolve(true),
    );
    router.add(takesFile, async ({ request }) => {
      const upload = await readUpload(request);
      return { outcome: upload.outcome, bytes: upload.outcome === 'file' ? upload.bytes.length : 0 };
    });
    router.add(takesJson, () => ({ outcome: 'taken' }));
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  const post = async (path: string, body: FormData | string, type?: string): Promise<unknown> => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {};
    const response = await fetch(url + path, { method: 'POST', body, headers });
    return response.json();
  };
  const form = (...files: readonly (readonly [field: string, bytes: number])[]): FormData => {
    const data = new FormData();
    for (const [field, bytes] of files) data.append(field, new Blob([new Uint8Array(bytes)]), 'name.bin');
    return data;
  };

  it.each<[string, FormData, unknown]>([
    ['one file', form(['file', 7]), { outcome: 'file', bytes: 7 }],
    ['one of the most bytes', form(['file', MAX_BYTES]), { outcome: 'file', bytes: MAX_BYTES }],
    ['one byte more', form(['file', MAX_BYTES + 1]), { outcome: 'too_large', bytes: 0 }],
    ['two files', form(['file', 1], ['file', 1]), { outcome: 'too_many', bytes: 0 }],
    ['another field', form(['other', 1]), { outcome: 'none', bytes: 0 }],
    ['an empty file', form(['file', 0]), { outcome: 'none', bytes: 0 }],
    ['nothing', new FormData(), { outcome: 'none', bytes: 0 }],
  ])('take %s as it should be', async (_, body, expected) => {
    expect(await post('/file', body)).toEqual(expected);
  });

  it('let fields stand beside the file, but not many', async () => {
    const few = form(['file', 3]);
    few.append('note', 'a word');
    expect(await post('/file', few)).toEqual({ outcome: 'file', bytes: 3 });
    const many = new FormData();
    for (let n = 0; n < 50; n += 1) many.append(`note${n}`, 'a word');
    many.append('file', new Blob(['abc']), 'name.bin');
    expect(await post('/file', many)).toEqual({ outcome: 'too_many', bytes: 0 });
  });

  it.each([
    ['no form', '{"file":"abc"}', 'application/json', 'none'],
    ['a form without its boundary', 'abc', 'multipart/form-data', 'broken'],
    [
      'a form that breaks off',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
      'broken',
    ],
    ['a form that is none', 'abc', 'multipart/form-data; boundary=x', 'broken'],
    ...[3, 50_000, 400_000].map((size): [string, string, string, string] => [
      `a line that ends within a file’s name, and ${size} bytes behind it`,
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a\rb"\r\n\r\n${'a'.repeat(size)}\r\n--x--\r\n`,
      'multipart/form-data; boundary=x',
      // The parser skips it or never ends: that depends on where the network splits it.
      'none|broken',
    ]),
  ])('survive %s', async (_, body, type, outcome) => {
    expect(await post('/file', body, type)).toEqual({ outcome: expect.stringMatching(outcome), bytes: 0 });
  });

  it('are refused where none is expected', async () => {
    expect(await post('/json', form(['file', 1]))).toMatchObject({ message: 'KEY_INVALID' });
    expect(await post('/json', JSON.stringify({ file: 'abc' }), 'application/json')).toEqual({
      outcome: 'taken',
    });
  });

  /** Sends only the beginning of a request. @returns whether the server disconnected within the time */
  const isHungUp = (path: string, type: string, withinMs: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 500\r\n\r\n{`,
        );
      });
      const timer = setTimeout(() => end(false), withinMs);
      const end = (isOver: boolean): void => {
        clearTimeout(timer);
        socket.destroy();
        resolve(isOver);
      };
      socket.on('close', () => end(true));
      socket.on('error', reject);
    });

  it('may take longer to arrive than other requests', async () => {
    expect(await isHungUp('/json', 'application/json', 10_000)).toBe(true);
    expect(await isHungUp('/file', 'multipart/form-data; boundary=x', 1_000)).toBe(false);
  });
});
