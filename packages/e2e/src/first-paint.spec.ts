import { expect, type Page } from '@playwright/test';
import { choose, openAsMember, test, walletBar } from './support/browser.ts';
import { register } from './support/member.ts';

const APP = '**/assets/app-*.js';

/** Holds back what is fetched from an address. @returns lets it come */
async function hold(page: Page, address: string): Promise<() => void> {
  let come = (): void => undefined;
  const wanted = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(address, async (route) => {
    await wanted;
    await route.continue();
  });
  return () => come();
}

/** Holds the app's code back. @returns lets it come */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const come = await hold(page, APP);
  return async () => {
    come();
    await page.waitForResponse(/\/assets\/app-/);
  };
}

/** How far things have moved by themselves since the page was opened, as browsers add it up. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [address, button] of [
    ['/login', 'เข้าสู่ระบบ'],
    ['/register', 'ส่งรหัส OTP'],
  ] as const) {
    test(`${address} has its form, and a press sends nothing into an address`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.getByLabel('เบอร์โทรศัพท์').fill('0812345678');
      const submit = page.getByRole('button', { name: button });
      await expect(submit).toBeVisible();
      if (await submit.isEnabled()) await submit.tap();
      await expect(page).toHaveURL(address);
    });
  }
});

test.describe('the page of the chosen language', () => {
  for (const [cookie, tag, heading] of [
    ['en', 'en', 'Welcome back'],
    ['la', 'lo', 'ຍິນດີຕ້ອນຮັບກັບມາ'],
    ['xx', 'th', 'ยินดีต้อนรับกลับมา'],
  ] as const) {
    test(`comes by the cookie ${cookie}`, async ({ request }) => {
      const reply = await request.get('/login', { headers: { cookie: `lang=${cookie}` } });
      const html = await reply.text();
      expect(html).toContain(`<html lang="${tag}">`);
      expect(html).toContain(heading);
      expect(reply.headers()['vary']).toContain('cookie');
    });
  }

  test('is put right by the app where the server was not told', async ({ page, context }) => {
    await page.goto('/login');
    await page.evaluate(() => localStorage.setItem('locale', 'en'));
    await context.clearCookies();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  });
});

test('what is typed and ticked before the app is there stays, and a press goes on from there', async ({
  page,
  stack,
  outside,
}) => {
  const member = await register(stack.url, outside);
  const letCome = await holdApp(page);
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.username);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByLabel('จดจำการเข้าสู่ระบบ').check();
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
  await expect(page).toHaveURL('/login');
  await letCome();
  await expect(page).toHaveURL('/user/home');
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
});

for (const address of ['/login', '/register']) {
  test(`${address} is taken over without a jump or a complaint`, async ({ page, watch }) => {
    await page.goto(address);
    const drawn = await page.locator('h1').elementHandle();
    await page.getByLabel('เบอร์โทรศัพท์').fill('0812345678');
    // The dialogs' code comes once somebody is there, and with it the place for messages.
    await expect(page.getByRole('region', { name: 'การแจ้งเตือน', includeHidden: true })).toBeAttached();
    expect(await drawn?.evaluate((heading) => heading.isConnected)).toBe(true);
    expect(await page.getByLabel('เบอร์โทรศัพท์').inputValue()).toBe('0812345678');
    expect(await shiftOf(page)).toBeLessThan(0.02);
    expect(watch.console.filter((text) => /hydrat|did not match|Minified React error/i.test(text))).toEqual(
      [],
    );
  });
}

test('home is painted before the app, with nothing of anybody in it, and does not jump', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  await expect(walletBar(page)).toContainText('฿0.00');
  const letCome = await holdApp(page);
  await page.goto('/user/home');
  await expect(walletBar(page)).toBeVisible();
  await expect(walletBar(page)).not.toContainText('฿');
  await letCome();
  await expect(walletBar(page)).toContainText('฿0.00');
  expect(await shiftOf(page)).toBeLessThan(0.02);
});

test('home stays where it is when the latest figures take the place of those of the last visit', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  await expect(walletBar(page)).toContainText('฿0.00');
  const letCome = await hold(page, '**/api/wallet');
  const actionsAt = async () =>
    (await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).boundingBox())?.y;
  await page.goto('/user/home');
  await expect(walletBar(page)).toContainText('ณ เวลา');
  const before = await actionsAt();
  letCome();
  await expect(walletBar(page)).toContainText('อัปเดต');
  expect(await actionsAt()).toBe(before);
});

for (const [what, press, isTaken] of [
  [
    'a choice',
    (page: Page) => choose(page, 'โบนัส'),
    (page: Page) => page.getByRole('heading', { name: 'โบนัสแนะนำเพื่อน' }),
  ],
  [
    'a button',
    (page: Page) => page.getByRole('button', { name: 'ฝากเงิน' }).first().tap(),
    (page: Page) => page.getByRole('dialog', { name: 'ฝากเงิน' }),
  ],
] as const) {
  test(`${what} that is pressed on home before the app is there is pressed`, async ({ page, stack }) => {
    await openAsMember(page, stack);
    await expect(walletBar(page)).toContainText('฿0.00');
    const letCome = await holdApp(page);
    await page.goto('/user/home');
    await press(page);
    await letCome();
    await expect(isTaken(page)).toBeVisible();
  });
}

test('who is not logged in sees nothing of the members’ pages', async ({ page }) => {
  const seen: string[] = [];
  await page.exposeFunction('tellSeen', (text: string) => seen.push(text));
  await page.addInitScript(() => {
    const look = (): void => {
      const bar = [...document.querySelectorAll('h2')].find((one) =>
        one.textContent?.startsWith('ยอดเงินรวม'),
      );
      const tell = (globalThis as unknown as { tellSeen: (text: string) => void }).tellSeen;
      if (bar?.checkVisibility({ visibilityProperty: true })) tell(location.pathname);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/user/home');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible();
  expect(seen).toEqual([]);
});

test('the chosen theme is on the page before it is painted', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await holdApp(page);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('meta[name="theme-color"]').first()).toHaveAttribute('content', '#100f1f');
});
