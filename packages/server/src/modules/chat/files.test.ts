import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { spendAll } from '../../testing/chat-budget.ts';
import { eventually } from '../../testing/eventually.ts';
import { fromElsewhere, wideLimits } from '../../testing/limits.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MEGABYTE = 1024 * 1024;
const headers = { 'x-requested-with': 'wallet-user' };

/** Returns the start of an MP4 file, followed by noise. */
const mp4 = (size: number): Buffer => {
  const start = Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex');
  return Buffer.concat([start, randomBytes(size - start.length)]);
};

describe('files in a conversation', () => {
  const clock = new TestClock();
  let server: TestServer;
  let png: Buffer;

  beforeAll(async () => {
    server = await startTestServer({ clock });
    png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#357' } })
      .png()
      .toBuffer();
  });
  afterAll(() => server.stop());

  const upload = async (
    kind: 'image' | 'video',
    bytes: Buffer,
    name: string,
    type: string,
    guestId = randomUUID() as string,
  ) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    const url = `${server.url}/api/chat/upload-${kind}?guestId=${guestId}`;
    const response = await fetch(url, { method: 'POST', headers, body: form });
    const answer = (await response.json()) as {
      message?: string;
      url: string;
      filePath: string;
      fileType: string;
    };
    return { status: response.status, answer };
  };
  const mediaBody = (guestId: string, filePath: string, url: string) => ({
    _id: randomUUID(),
    sender: 'customer' as const,
    message: {
      message_type: 'media' as const,
      payload: { message: '', url, fileType: 'image' as const, filePath },
    },
    session_id: '',
    userId: '',
    guestId,
    username: '',
    name: '',
    deviceToken: '',
  });

  it('are made anew if they are pictures, and served so that they cannot run', async () => {
    const talkative = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]);
    const { status, answer } = await upload('image', talkative, 'look.PNG', 'image/png');
    expect(status).toBe(200);
    expect(answer.fileType).toBe('image');
    const served = await fetch(server.url + answer.url);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect(served.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(served.headers.get('content-disposition')).toBe('inline; filename="image.png"');
    const shown = Buffer.from(await served.arrayBuffer());
    expect(shown.includes('script')).toBe(false);
    expect((await sharp(shown).raw().toBuffer()).equals(await sharp(png).raw().toBuffer())).toBe(true);
  });

  it('open by a link for some hours, which the history renews, and by no other', async () => {
    const guestId = randomUUID();
    const { answer } = await upload('image', png, 'a.png', 'image/png', guestId);
    const open = (url: string) => fetch(server.url + url).then(({ status }) => status);
    expect(await open(answer.url)).toBe(200);
    const [path = '', query = ''] = answer.url.split('?');
    const { until, signature } = Object.fromEntries(new URLSearchParams(query));
    expect(await open(path)).toBe(404);
    expect(await open(`${path}?until=${Number(until) + 3_600}&signature=${signature}`)).toBe(404);
    expect(await open(`/chat-files/another.png?${query}`)).toBe(404);
    await server.api.ok('POST /api/chat/send-message', {
      body: mediaBody(guestId, answer.filePath, answer.url),
    });
    clock.forward(13 * 3_600_000);
    expect(await open(answer.url)).toBe(404);
    const page = { userId: '', guestId, limit: 10, skip: 0 };
    const { messages } = await server.api.ok('POST /api/chat/history', { body: page });
    const { url } = messages[0]!.message.payload as { url: string };
    expect(url).not.toBe(answer.url);
    expect(await open(url)).toBe(200);
  });

  it('of a guest say whose they are in a header, which proxies do not log', async () => {
    const guestId = randomUUID();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png');
    const url = `${server.url}/api/chat/upload-image`;
    const send = (more: Record<string, string>) =>
      fetch(url, { method: 'POST', headers: { ...headers, ...more }, body: form });
    expect((await send({})).status).toBe(401);
    const kept = (await (await send({ 'x-guest-id': guestId })).json()) as { filePath: string; url: string };
    const body = mediaBody(guestId, kept.filePath, kept.url);
    await server.api.ok('POST /api/chat/send-message', { body });
  });

  it('are sent with an address of ours, by whoever uploaded them', async () => {
    const guestId = randomUUID();
    const { answer } = await upload('image', png, 'a.png', 'image/png', guestId);
    const body = mediaBody(guestId, answer.filePath, 'https://evil.example/track.png');
    const sent = await server.api.ok('POST /api/chat/send-message', { body });
    expect(sent.message.payload).toMatchObject({ url: answer.url, filePath: answer.filePath });
    const stolen = mediaBody(randomUUID(), answer.filePath, answer.url);
    expect(await server.api.refused('POST /api/chat/send-message', { body: stolen })).toBe('KEY_INVALID');
  });

  it('of a video come in parts', async () => {
    const video = mp4(3 * MEGABYTE);
    const { answer } = await upload('video', video, 'clip.mp4', 'video/mp4');
    const part = await fetch(server.url + answer.url, { headers: { range: 'bytes=1000-1999' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${video.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(video.subarray(1000, 2000))).toBe(true);
    const beyond = await fetch(server.url + answer.url, { headers: { range: 'bytes=99999999-' } });
    expect(beyond.status).toBe(416);
  });

  it('come whole too, a large one in parts of its own', async () => {
    const video = mp4(2.5 * MEGABYTE);
    const { answer } = await upload('video', video, 'clip.mp4', 'video/mp4');
    const whole = await fetch(server.url + answer.url);
    expect(whole.headers.get('content-length')).toBe(String(video.length));
    expect(Buffer.from(await whole.arrayBuffer()).equals(video)).toBe(true);
  });

  it('are refused when one conversation has stored too many', async () => {
    const guestId = randomUUID();
    expect((await upload('image', png, 'a.png', 'image/png', guestId)).status).toBe(200);
    await spendAll(server, `files:${guestId}`);
    const refused = await upload('image', png, 'a.png', 'image/png', guestId);
    expect([refused.status, refused.answer.message]).toEqual([429, 'REQUEST_LIMIT']);
    expect((await upload('image', png, 'a.png', 'image/png')).status).toBe(200);
  });

  it('are refused when guests together have stored too many, which concerns no member', async () => {
    const { token } = await server.members.join();
    await spendAll(server, 'guests:files');
    expect((await upload('image', png, 'a.png', 'image/png')).status).toBe(429);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png');
    const response = await fetch(`${server.url}/api/chat/upload-image`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: form,
    });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    await spendAll(server, 'guests:files', 0);
  });

  it('of many guests at once are not all taken into memory', async () => {
    const open = Array.from({ length: 30 }, () => slowUpload());
    onTestFinished(() => open.forEach((begun) => begun.destroy()));
    // One refusal shows that the maximum number of uploads is in progress.
    const [first] = (await Promise.race(open.map((begun) => once(begun, 'response')))) as [IncomingMessage];
    expect(first.statusCode).toBe(429);
    const { status, answer } = await upload('image', png, 'a.png', 'image/png');
    expect([status, answer.message]).toEqual([429, 'REQUEST_LIMIT']);
    open.forEach((begun) => begun.destroy());
    await eventually(async () => expect((await upload('image', png, 'a.png', 'image/png')).status).toBe(200));
  });

  /** Begins an upload that stalls. */
  function slowUpload(): ClientRequest {
    const type = 'multipart/form-data; boundary=x';
    const url = `${server.url}/api/chat/upload-video?guestId=${randomUUID()}`;
    const begun = request(url, { method: 'POST', headers: { ...headers, 'content-type': type } });
    begun.on('error', () => {});
    begun.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n');
    return begun;
  }

  it.each<[string, 'image' | 'video', () => Buffer, string, string, number, string]>([
    [
      'an SVG with script',
      'image',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'a.svg',
      'image/svg+xml',
      415,
      'FILE_NOT_SUPPORTED',
    ],
    [
      'an SVG named .png',
      'image',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'a.png',
      'image/png',
      415,
      'FILE_NOT_SUPPORTED',
    ],
    [
      'HTML named .png',
      'image',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'a.png',
      'image/png',
      415,
      'FILE_NOT_SUPPORTED',
    ],
    ['a file without extension', 'image', () => png, 'look', 'image/png', 415, 'FILE_NOT_SUPPORTED'],
    [
      'a picture of another type than it says',
      'image',
      () => png,
      'a.jpg',
      'image/jpeg',
      415,
      'FILE_NOT_SUPPORTED',
    ],
    [
      'a picture where a video is wanted',
      'video',
      () => png,
      'a.png',
      'image/png',
      415,
      'FILE_NOT_SUPPORTED',
    ],
    [
      'a picture over 10 MB',
      'image',
      () => Buffer.concat([png, randomBytes(10 * MEGABYTE)]),
      'a.png',
      'image/png',
      413,
      'FILE_TOO_LARGE',
    ],
    ['a video of 21 MB', 'video', () => mp4(21 * MEGABYTE), 'a.mp4', 'video/mp4', 413, 'FILE_TOO_LARGE'],
    ['an empty file', 'image', () => Buffer.alloc(0), 'a.png', 'image/png', 400, 'KEY_INVALID'],
  ])('are refused: %s', async (_, kind, bytes, name, type, status, code) => {
    const refused = await upload(kind, bytes(), name, type);
    expect([refused.status, refused.answer.message]).toEqual([status, code]);
  });

  it('need somebody to be from', async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png');
    const response = await fetch(`${server.url}/api/chat/upload-image`, {
      method: 'POST',
      headers,
      body: form,
    });
    await response.arrayBuffer();
    expect(response.status).toBe(401);
  });
});

describe('files of guests at one address', () => {
  it('are refused when they are too many together, and others’ are not', async () => {
    const limits = wideLimits({ CHAT_GUEST_MEGABYTES: 1 });
    const server = await startTestServer({ settings: { limits } });
    const upload = async (from: Record<string, string>) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(mp4(600_000))], { type: 'video/mp4' }), 'clip.mp4');
      const url = `${server.url}/api/chat/upload-video?guestId=${randomUUID()}`;
      const response = await fetch(url, { method: 'POST', headers: { ...headers, ...from }, body: form });
      await response.arrayBuffer();
      return response.status;
    };
    const here = fromElsewhere();
    expect(await upload(here)).toBe(200);
    // The stored keys must not reveal the address, though there are few enough addresses to try them all.
    const plain = createHash('sha256').update(here['x-forwarded-for']).digest('base64url');
    const rows = await server.database.queries.selectFrom('chat_budget').select('key').execute();
    expect(rows.filter(({ key }) => key.startsWith('guests of '))).toHaveLength(1);
    expect(rows.filter(({ key }) => key.includes(plain))).toEqual([]);
    expect(await upload(here)).toBe(429);
    expect(await upload(fromElsewhere())).toBe(200);
    await server.stop();
  });
});
