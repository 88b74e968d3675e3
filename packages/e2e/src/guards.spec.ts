import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { menuOf, openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';
import { stackDatabase } from './support/database.ts';
import type { Member } from './support/member.ts';
import { startStack } from './support/stack.ts';

const storedToken = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('token') ?? sessionStorage.getItem('token'));

test.describe('without a session', () => {
  test('every way in leads to the login page', async ({ page }) => {
    const addresses = ['/', '/user', '/user/home', '/user/statement', '/user/profile', '/user/nowhere'];
    for (const address of addresses) {
      await page.goto(address);
      await expect(page).toHaveURL('/login');
      await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible();
    }
  });

  test('the visitor’s menu goes to login, registration and contact', async ({ page }) => {
    await page.goto('/login');
    const menu = menuOf(page);
    await menu.getByRole('link', { name: 'สมัครสมาชิก' }).tap();
    await expect(page).toHaveURL('/register');
    await menu.getByRole('link', { name: 'ติดต่อเรา' }).tap();
    await expect(page).toHaveURL('/contact');
    await menu.getByRole('link', { name: 'เข้าสู่ระบบ' }).tap();
    await expect(page).toHaveURL('/login');
  });
});

/** Returns the code on the shutdown page by which the team is reached. */
const contactCode = (page: Page) => page.getByRole('img', { name: 'คิวอาร์โค้ดสำหรับติดต่อเรา' });

test.describe('with a session', () => {
  test('the frame of members is drawn once its words are there', async ({ page, stack, watch }) => {
    await openAsMember(page, stack);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/member-words-[^/]+\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    const frame = page.waitForResponse(/\/assets\/member-shell-[^/]+\.js$/);
    await page.goto('/terminated');
    // The app has come.
    await expect(contactCode(page)).toBeVisible();
    await page.getByRole('link', { name: 'ไปที่กระเป๋าของฉัน' }).tap();
    await expect(page).toHaveURL('/user/home');
    await (await frame).finished();
    // Time to draw it.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    release();
    await expect(walletBar(page)).toContainText('฿0.00');
    expect(watch.console.filter((text) => text.includes('not loaded yet'))).toEqual([]);
  });

  test('the start address leads home @whole', async ({ page, stack }) => {
    await openAsMember(page, stack);
    for (const address of ['/', '/user']) {
      await page.goto(address);
      await expect(page).toHaveURL('/user/home');
      await expect(walletBar(page)).toContainText('฿0.00');
    }
  });

  test('a slash too many at the end of an address leads to the same page @whole', async ({ page, stack }) => {
    await openAsMember(page, stack);
    for (const [written, meant] of [
      ['/user/', '/user/home'],
      ['/user/home/', '/user/home'],
      ['/user/statement//', '/user/statement'],
    ] as const) {
      await page.goto(written);
      await expect(page).toHaveURL(meant);
      await expect(page).not.toHaveTitle('Page Not Found');
    }
  });

  test('a member’s address that is no page says so, in words that are there @whole', async ({
    page,
    stack,
    watch,
  }) => {
    await openPathAsMember(page, stack, '/user/nowhere');
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
    await expect(menuOf(page).getByRole('link', { name: 'หน้าหลัก' })).toBeVisible();
    expect(watch.console.filter((line) => line.includes('words'))).toEqual([]);
  });

  test('opening a visitor’s page ends it @whole', async ({ page, stack }) => {
    let member: Member | undefined;
    for (const address of ['/login', '/register', '/reset', '/howto', '/contact']) {
      member = await openAsMember(page, stack, member);
      await expect(walletBar(page)).toContainText('฿0.00');
      await page.goto(address);
      await expect(page).toHaveURL(address);
      await expect.poll(() => storedToken(page)).toBeNull();
      await page.goto('/user/home');
      await expect(page).toHaveURL('/login');
    }
  });

  test('the shutdown page and addresses that are no page leave it alone @whole', async ({ page, stack }) => {
    await openAsMember(page, stack);
    for (const [address, heading] of [
      ['/terminated', 'ปิดให้บริการชั่วคราว'],
      ['/no/such/page', 'Page Not Found'],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      // It says 'scan the code', and the code is there.
      if (address === '/terminated') await expect(contactCode(page)).toBeVisible();
      expect(await storedToken(page)).not.toBeNull();
    }
  });

  test('a token that the server does not know leads to the login page and is forgotten', async ({ page }) => {
    await page.goto('/terminated');
    await page.evaluate(() => localStorage.setItem('token', 'nobody-has-this-token'));
    await page.goto('/user/home');
    await expect(page).toHaveURL('/login');
    expect(await storedToken(page)).toBeNull();
  });

  test('logging out ends it here and at the server', async ({ page, stack }) => {
    const { api } = await openAsMember(page, stack);
    const unsigned: string[] = [];
    page.on('response', (reply) => {
      if (reply.status() === 401) unsigned.push(reply.url());
    });
    await page.getByRole('button', { name: 'ออกจากระบบ' }).tap();
    await expect(page).toHaveURL('/login');
    expect(await storedToken(page)).toBeNull();
    // The home page, which it left, had more to load for members.
    await page.waitForLoadState('networkidle');
    expect(unsigned).toEqual([]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText('ยินดีต้อนรับกลับมา');
    await expect.poll(() => api.send('GET /api/wallet').then(({ status }) => status)).toBe(401);
    await page.goBack();
    await expect(page).toHaveURL('/login');
  });
});

test('an address that is no page says so in its title', async ({ page }) => {
  for (const address of ['/no/such/page', '/loginn', '/user-home']) {
    await page.goto(address);
    await expect(page).toHaveTitle('Page Not Found');
    await expect(page).toHaveURL(address);
  }
  await page.getByRole('link', { name: 'กลับหน้าหลัก' }).tap();
  await expect(page).toHaveURL('/login');
});

test('an invite link keeps its code, whatever slashes are in it', async ({ page }) => {
  await page.goto('/register/?code=PR12345');
  await expect(page).toHaveURL('/register?code=PR12345');
});

test('a site that is closed shows the shutdown page instead of the login page @whole', async ({ page }) => {
  const demo = fileURLToPath(new URL('../../../content/demo', import.meta.url));
  const contentDir = await mkdtemp(path.join(tmpdir(), 'krapao-content-'));
  await cp(demo, contentDir, { recursive: true });
  const operator = path.join(contentDir, 'operator.yaml');
  const open = await readFile(operator, 'utf8');
  await writeFile(operator, open.replace(/^active: true$/m, 'active: false'));
  const closed = await startStack({ database: stackDatabase, env: { CONTENT_DIR: contentDir } });
  try {
    await page.goto(`${closed.url}/login`);
    await expect(page).toHaveURL(`${closed.url}/terminated`);
    await expect(page.getByRole('heading', { name: 'ปิดให้บริการชั่วคราว' })).toBeVisible();
    // The page keeps prefetching other screens, so it must leave before the server stops.
    await page.goto('about:blank');
  } finally {
    await closed.stop();
    await rm(contentDir, { recursive: true });
  }
});
