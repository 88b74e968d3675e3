import { expect, type Page } from '@playwright/test';
import { openAsMember, walletBar } from './support/browser.ts';
import { deposit, register } from './support/member.ts';
import { deployAgain, test } from './weak-network/stack.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker controls the page and has cached its files. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready;
    const used = await caches.open('used-files');
    return navigator.serviceWorker.controller !== null && (await used.keys()).length > 3;
  });
}

const keptUrls = (page: Page) =>
  page.evaluate(async () => {
    const caught: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) caught.push(new URL(url).pathname);
    return caught;
  });

test('without a connection the app starts, shows the last balance as such, and sends nothing @whole', async ({
  page,
  context,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 350);
  await openAsMember(page, stack, member);
  await expect(walletBar(page)).toContainText('350.00');
  await untilKept(page);
  const kept = await keptUrls(page);
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => path.startsWith('/api/') || path.startsWith('/content/'))).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(walletBar(page)).toContainText('350.00');
  await expect(walletBar(page)).toContainText(/ยังไม่ใช่ยอดล่าสุด · ณ เวลา \d\d:\d\d/);
  // A browser may not know yet that it is offline: then the app says that the server is unreachable.
  await expect(page.getByText(/คุณออฟไลน์อยู่|ติดต่อระบบไม่ได้/)).toBeVisible();
  const stored = await page.evaluate(() => localStorage.getItem('seen') ?? '');
  expect(stored).not.toContain(member.bankAccountNo);
  expect(stored).not.toContain(member.api.token ?? 'no token');

  await deposit(member, counterparties, 50);
  await context.setOffline(false);
  await expect(walletBar(page)).toContainText('400.00');
  await expect(walletBar(page)).not.toContainText('ยังไม่ใช่ยอดล่าสุด');

  await page.getByRole('button', { name: 'ออกจากระบบ' }).first().tap();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => [localStorage.getItem('seen'), sessionStorage.getItem('seen')])).toEqual([
    null,
    null,
  ]);
});

test('a new version takes over without touching the page, and is there on the next one @whole', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  await untilKept(page);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  await deployAgain(stack);
  await page.evaluate(async () => {
    const changed = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    await (await navigator.serviceWorker.ready).update();
    await changed;
  });
  const isUntouched = () => page.evaluate(() => 'untouched' in window);
  expect(await isUntouched()).toBe(true);
  await expect(walletBar(page)).toBeVisible();

  await page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link', { name: 'รายการ' }).tap();
  await expect(page).toHaveURL('/user/statement');
  await expect.poll(isUntouched).toBe(false);
});

test('the site can be put on the home screen', async ({ page, stack }) => {
  await page.goto('/login');
  // The page does not need it, so it loads after the first interaction.
  await page.getByLabel('เบอร์โทรศัพท์').focus();
  await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
  const session = await page.context().newCDPSession(page);
  const { errors, data } = (await session.send('Page.getAppManifest')) as {
    errors: unknown[];
    data?: string;
  };
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[]; display: string };
  expect(manifest).toMatchObject({ name: 'Krapao', start_url: '/', display: 'standalone', lang: 'th' });
  for (const { src, sizes } of [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const size = await page.evaluate(async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      return `${bitmap.width}x${bitmap.height}`;
    }, stack.url + src);
    expect(size).toBe(sizes);
  }
});
