import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'krapao-console-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>console</title>');
  await writeFile(path.join(folder, 'assets/app-1.js'), '1');
  server = await startTestServer({ settings: { consolePort: 0, consoleDir: folder } });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const get = (address: string) => fetch(`${server.staff?.url}${address}`);

it.each(['/', '/members', '/payouts?state=held', '/link'])('answers its page at %s', async (address) => {
  const reply = await get(address);
  expect(await reply.text()).toContain('console');
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  expect(reply.headers.get('cache-control')).toBe('no-cache');
  expect(reply.headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)');
});

it('lets browsers keep its built files', async () => {
  expect((await get('/assets/app-1.js')).headers.get('cache-control')).toContain('immutable');
});

it.each(['/api/lookup/active', '/staff/api/nothing', '/assets/none.js', '/../package.json', '/index.ts'])(
  'has nothing at %s',
  async (address) => {
    const reply = await get(address);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ message: 'NO_DATA' });
  },
);
