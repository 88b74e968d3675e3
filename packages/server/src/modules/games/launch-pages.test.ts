import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '../../kernel/secrets.ts';
import type { TestMember } from '../../testing/members.ts';
import { startTestServer, TEST_SECRET_KEY, type TestServer } from '../../testing/test-server.ts';
import { LAUNCH_PAGE, LaunchPages } from './launch-pages.ts';

describe('a page that opens a game', () => {
  let server: TestServer;
  let member: TestMember;
  let pages: LaunchPages;

  beforeAll(async () => {
    server = await startTestServer();
    pages = new LaunchPages({ database: server.database, secrets: createSecrets(TEST_SECRET_KEY) });
    member = await server.members.join();
    await member.activate('HUAYHD');
  });
  afterAll(() => server.stop());

  const launch = async (headers = {}) => {
    const { username } = await member.credentials('HUAYHD');
    const request = { params: { username }, headers };
    return (await member.api.ok('GET /api/autoLogin/huayhd/:username', request)).link;
  };
  const rows = () => server.database.queries.selectFrom('launch_page').selectAll().execute();
  const get = (link: string, init: RequestInit = {}) => fetch(link, { redirect: 'manual', ...init });
  const tokenOf = (path: string | undefined) => path!.slice(LAUNCH_PAGE.length);

  it('is had once, at an address of ours', async () => {
    const link = await launch();
    expect(link).toMatch(new RegExp(`^${server.url}/api/launch/[\\w-]{43}$`));
    const page = await get(link);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(/<form[^>]* action="([^"]*)"/.exec(html)?.[1]).toMatch(new RegExp(`^${server.world.url}/`));
    const again = await get(link);
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('เปิดเกมอีกครั้ง')]);
    expect(await rows()).toEqual([]);
  });

  it('stands alone: no origin of ours, nothing loaded, one site to post to', async () => {
    const page = await get(await launch());
    expect(page.headers.get('content-security-policy')?.split('; ').sort()).toEqual(
      [
        'sandbox allow-forms allow-scripts allow-top-navigation',
        "default-src 'none'",
        "script-src 'unsafe-inline'",
        "style-src 'unsafe-inline'",
        `form-action ${server.world.url}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].sort(),
    );
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    await page.arrayBuffer();
  });

  it('lets its player in', async () => {
    const html = await (await get(await launch())).text();
    const action = /<form[^>]* action="([^"]*)"/.exec(html)?.[1] ?? '';
    const fields = [...html.matchAll(/<input[^>]* name="([^"]*)" value="([^"]*)"/g)];
    const body = new URLSearchParams(
      Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value])),
    );
    const entered = await get(action, { method: 'POST', body, headers: { origin: 'null' } });
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const text = await entered.text();
    const location = entered.headers.get('location');
    const seen = location
      ? await (await get(new URL(location, action).href, { headers: { cookie } })).text()
      : text;
    expect(seen).toContain((await member.credentials('HUAYHD')).username);
  });

  it('is not used up by asking for its headers', async () => {
    const link = await launch();
    const head = await get(link, { method: 'HEAD' });
    expect(head.status).toBe(404);
    const page = await get(link);
    await page.arrayBuffer();
    expect(page.status).toBe(200);
  });

  it('is there for a minute', async () => {
    const link = await launch();
    const [row] = await rows();
    const leftMs = (row?.expires_at.getTime() ?? 0) - Date.now();
    expect(leftMs).toBeGreaterThan(50_000);
    expect(leftMs).toBeLessThanOrEqual(60_000);
    await server.database.queries
      .updateTable('launch_page')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .execute();
    const late = await get(link, { headers: { 'accept-language': 'en' } });
    expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('too old')]);
  });

  it('is swept away when nobody came for it', async () => {
    await launch();
    await server.database.queries
      .updateTable('launch_page')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .execute();
    await launch();
    expect(await rows()).toHaveLength(1);
  });

  it.each(['', 'x', 'a'.repeat(43), '%00', '..', 'a'.repeat(300)])('is not at %s', async (token) => {
    const page = await get(server.url + LAUNCH_PAGE + token);
    await page.arrayBuffer();
    expect([404, 410, 414]).toContain(page.status);
  });

  it('is kept sealed, each to its address', async () => {
    const path = await pages.keep('HUAYHD', '<p>a one-time token</p>');
    const stored = await rows();
    expect(stored.some(({ sealed_html }) => sealed_html.includes('one-time'))).toBe(false);
    expect(stored.some(({ token_hash }) => token_hash.includes(tokenOf(path)))).toBe(false);
    expect(await pages.take(tokenOf(path))).toEqual({ provider: 'HUAYHD', html: '<p>a one-time token</p>' });
  });

  it('goes to one of many who come at once, whatever process they reach', async () => {
    const other = new LaunchPages({ database: server.database, secrets: createSecrets(TEST_SECRET_KEY) });
    const token = tokenOf(await pages.keep('HUAYHD', '<p>once</p>'));
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? pages : other).take(token)),
    );
    expect(taken.filter((page) => page !== undefined)).toHaveLength(1);
  });

  it('is not kept when it is no page but a flood', async () => {
    expect(await pages.keep('HUAYHD', 'x'.repeat(256 * 1024 + 1))).toBeUndefined();
  });

  it('says nothing when its provider is no longer offered', async () => {
    const link = await launch();
    const content = await server.content.get();
    const providers = content.providers.filter(({ code }) => code !== 'HUAYHD');
    await server.content.save({ ...content, providers });
    const page = await get(link);
    await page.arrayBuffer();
    expect(page.status).toBe(410);
    await server.content.save(content);
  });

  it('is at the public address, where one is set', async () => {
    const proxied = await startTestServer({
      settings: { publicUrl: 'https://wallet.example' },
    });
    const player = await proxied.members.join();
    const username = await player.activate('HUAYHD');
    const { link } = await player.api.ok('GET /api/autoLogin/huayhd/:username', { params: { username } });
    expect(link).toMatch(/^https:\/\/wallet\.example\/api\/launch\/[\w-]{43}$/);
    await proxied.stop();
  });
});
