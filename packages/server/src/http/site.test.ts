import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

describe('the site', () => {
  let folder: string;
  let server: TestServer;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'krapao-web-'));
    const webDir = path.join(folder, 'dist');
    await mkdir(path.join(webDir, 'assets'), { recursive: true });
    await writeFile(path.join(webDir, 'index.html'), '<!doctype html><title>app</title>');
    await mkdir(path.join(webDir, 'pages'));
    for (const name of ['login', 'home', 'member', 'login.en', 'home.la']) {
      await writeFile(
        path.join(webDir, 'pages', `${name}.html`),
        `<style>b{}a<b{}</style><title>${name}</title>`,
      );
    }
    await writeFile(path.join(webDir, 'icon.svg'), '<svg/>');
    await writeFile(path.join(webDir, 'sw.js'), 'worker');
    await writeFile(path.join(webDir, 'manifest.webmanifest'), '{}');
    await writeFile(path.join(webDir, 'assets', 'app-abc123.js'), 'plain');
    await writeFile(path.join(webDir, 'assets', 'app-abc123.js.br'), 'brotli');
    await writeFile(path.join(webDir, 'assets', 'thai-abc123.woff2'), 'face');
    await writeFile(path.join(folder, 'secret.txt'), 'not yours');
    server = await startTestServer({ settings: { webDir } });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url, headers });

  it('tells chats of an invite link whose it is, and nothing that the link says by itself', async () => {
    const { body, headers } = await get('/register?code=PRABC7', { host: 'wallet.example' });
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['content-security-policy']).toMatch(/script-src 'self'/);
    const name = (await server.content.get()).operator.name.th;
    expect(body).toContain(`<meta property="og:site_name" content="${name}">`);
    expect(body).toMatch(new RegExp(`<meta property="og:title" content="[^"]*${name}[^"]*">`));
    expect(body).toContain('<meta property="og:image" content="http://wallet.example/icon-512.png">');
    expect(body).toContain('<meta property="og:url" content="http://wallet.example/register?code=PRabc7">');
    expect(body).toContain('<title>app</title>');
    const packed = await get('/register/?code=PRabc7', {
      host: 'wallet.example',
      'accept-encoding': 'gzip, br',
    });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(body);

    for (const hostile of ['"><script>alert(1)</script>', 'PRa"onload="x', '$&', 'PR\u202eabc<', '%00']) {
      const page = await get(`/register?code=${encodeURIComponent(hostile)}`, { host: 'wallet.example' });
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('<meta property="og:url" content="http://wallet.example/register">');
      expect(page.body).not.toContain('alert(1)');
    }
    expect((await get('/register')).body).not.toContain('og:');
  });

  it.each(['/howto', '/register', '/no/such/page', '/userx'])(
    'is one empty page at every address for which none was drawn: %s',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, body]).toEqual([200, '<!doctype html><title>app</title>']);
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    },
  );

  it.each([
    ['/login', undefined, 'login'],
    ['/login?from=here', 'lang=en', 'login.en'],
    ['/login', 'a=b; lang=en', 'login.en'],
    ['/login', 'lang=la', 'login'],
    ['/login', 'lang=../../secret', 'login'],
    ['/login', 'slang=en', 'login'],
    ['/', undefined, 'home'],
    ['/user', 'lang=la', 'home.la'],
    ['/user/home', 'lang=en', 'home'],
    ['/user/statement?page=2', undefined, 'member'],
  ])('at %s with the cookie %s is what was drawn as %s', async (url, cookie, name) => {
    const { statusCode, headers, body } = await get(url, cookie === undefined ? {} : { cookie });
    expect([statusCode, body]).toEqual([200, expect.stringContaining(`<title>${name}</title>`)]);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['vary']).toMatch(/cookie/i);
    expect(headers['vary']).toMatch(/accept-encoding/i);
  });

  it('allows the styles that stand in a page, by their digest, and no others', async () => {
    const digest = createHash('sha256').update('b{}a<b{}').digest('base64');
    const policy = String((await get('/login')).headers['content-security-policy']);
    expect(/style-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' 'sha256-${digest}'`);
    expect(String((await get('/howto')).headers['content-security-policy'])).toMatch(/style-src 'self'(;|$)/);
  });

  it('names the login page as what there is to be found at a member’s addresses', async () => {
    const { headers } = await get('/user/home', { host: 'wallet.example' });
    expect(headers['link']).toBe('<http://wallet.example/login>; rel="canonical"');
    expect((await get('/login')).headers['link']).toBeUndefined();
  });

  it.each(['/login', '/register'])('leads a form that was sent without the app back to %s', async (url) => {
    const { statusCode, headers, body } = await server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=0812345678&password=secret',
    });
    expect([statusCode, headers['location'], body]).toEqual([303, url, '']);
  });

  it('lets pages post forms to the sites of games that open that way, and to nowhere else', async () => {
    const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']);
    const policy = await policyOf('/no/such/page');
    expect(/form-action ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${server.world.url}`);
    expect(await policyOf('/index.html')).toBe(policy);
    expect(await policyOf('/api/lookup/active')).toMatch(/form-action 'self'(;|$)/);

    const content = await server.content.get();
    const providers = content.providers.map((provider) =>
      provider.code === 'JOKER'
        ? { ...provider, web: 'https://joker.example:8443/en/login?from=wallet' }
        : { ...provider, enabled: !['SEXYGAME', 'SUPERSLOT', 'SLOTXO', 'UFABET'].includes(provider.code) },
    );
    await server.content.save({ ...content, providers });
    expect(await policyOf('/')).toMatch(/form-action 'self' https:\/\/joker\.example:8443(;|$)/);
    await server.content.save(content);
  });

  it.each(['/api/nothing', '/api/wallet/none', '/missing.js', '/assets/old-000000.js', '/favicon.ico'])(
    'has no page for what is no page: %s',
    async (url) => {
      const { statusCode, body } = await get(url);
      expect([statusCode, (JSON.parse(body) as { message: string }).message]).toEqual([404, 'NO_DATA']);
    },
  );

  it('lets what is named by its content be kept for ever, and compressed, and the rest be asked for', async () => {
    const asset = await get('/assets/app-abc123.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.body).toBe('plain');
    const compressed = await get('/assets/app-abc123.js', { 'accept-encoding': 'br' });
    expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'brotli']);
    expect(asset.headers['content-security-policy']).toContain("default-src 'self'");
    const face = await get('/assets/thai-abc123.woff2');
    expect([face.statusCode, face.headers['content-security-policy']]).toEqual([200, undefined]);
    const icon = await get('/icon.svg');
    expect(icon.headers['cache-control']).toBe('no-cache');
  });

  it('has the service worker asked for every time, for the whole site, and lets pages use it', async () => {
    const worker = await get('/sw.js');
    expect([worker.statusCode, worker.body]).toEqual([200, 'worker']);
    expect(worker.headers['content-type']).toMatch(/javascript/);
    expect(worker.headers['cache-control']).toBe('no-cache');
    expect(worker.headers['service-worker-allowed']).toBe('/');
    const manifest = await get('/manifest.webmanifest');
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(manifest.headers['cache-control']).toBe('no-cache');
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("worker-src 'self'");
    expect(policy).toContain("manifest-src 'self'");
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/content/..%2foperator.yaml',
    '/content/%2e%2e/operator.yaml',
    '/%2e%2e%5csecret.txt',
  ])('gives nothing beside its folders: %s', async (url) => {
    const { statusCode, body } = await get(url);
    expect(body).not.toContain('not yours');
    expect(body).not.toContain('registerOtp');
    expect([400, 403, 404, 200]).toContain(statusCode);
    if (statusCode === 200) expect(body).toContain('<title>');
  });
});
