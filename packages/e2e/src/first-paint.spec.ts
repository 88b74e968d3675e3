import { expect, type Page } from '@playwright/test';
import { choose, openAsMember, test, walletBar } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';
import { move, register, registerPlayer } from './support/member.ts';

const APP = '**/assets/app-*.js';

/** Holds back responses from an address. @returns a function that releases them */
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

/** Holds the app's code back. @returns a function that releases it */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const come = await hold(page, APP);
  return async () => {
    come();
    await page.waitForResponse(/\/assets\/app-/);
  };
}

interface Shift {
  /** Sum of layout shifts since the page was opened, as browsers compute it. */
  sum: number;
  /** Each shift: its time, its size, the element, and its old and new place. */
  moves: string[];
}

const shiftOf = (page: Page): Promise<Shift> =>
  page.evaluate(
    () =>
      new Promise<Shift>((resolve) => {
        const shift: Shift = { sum: 0, moves: [] };
        type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
        const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
        const nameOf = (node: Node | null) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : (node?.textContent ?? '?');
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            sources: Source[];
          })[]) {
            shift.sum += entry.value;
            const moved = entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)}: ${box(previousRect)} to ${box(currentRect)}`,
            );
            shift.moves.push(`${Math.round(entry.startTime)} ms, ${entry.value}: ${moved.join('; ')}`);
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(shift)));
      }),
  );

async function expectNoJump(page: Page): Promise<void> {
  const { sum, moves } = await shiftOf(page);
  expect(sum, moves.join('\n')).toBeLessThan(0.02);
}

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
  for (const [cookie, tag, heading, description] of [
    ['en', 'en', 'Welcome', 'One wallet'],
    ['la', 'lo', 'ຍິນດີຕ້ອນຮັບ', 'ກະເປົາດຽວ'],
    ['xx', 'th', 'ยินดีต้อนรับ', 'กระเป๋าเดียว'],
  ] as const) {
    test(`comes by the cookie ${cookie}`, async ({ request }) => {
      const reply = await request.get('/login', { headers: { cookie: `lang=${cookie}` } });
      const html = await reply.text();
      expect(html).toContain(`<html lang="${tag}">`);
      expect(html).toContain(heading);
      expect(html).toContain(`<meta name="description" content="${description}`);
      expect(reply.headers()['vary']).toContain('cookie');
    });
  }

  test('is put right by the app where the server was not told', async ({ page, context }) => {
    await page.goto('/login');
    await page.evaluate(() => localStorage.setItem('locale', 'en'));
    await context.clearCookies();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome');
  });
});

test('what is typed and ticked before the app is there stays, and a press goes on from there', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  const letCome = await holdApp(page);
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.username);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByLabel('จดจำการเข้าสู่ระบบ').check();
  const submit = page.getByRole('button', { name: 'เข้าสู่ระบบ' });
  await submit.tap();
  // A press that waits for the app shows that it was registered.
  const sign = await submit.evaluate((button) => getComputedStyle(button, '::after').animationName);
  expect(sign).not.toBe('none');
  await expect(page).toHaveURL('/login');
  await letCome();
  await expect(page).toHaveURL('/user/home');
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
});

for (const address of ['/login', '/register']) {
  test(
    `${address} is taken over without a jump or a complaint`,
    inWholeUnless(address === '/login'),
    async ({ page, watch }) => {
      // A machine without Thai fonts draws boxes until the fonts come, which no player's device does.
      await page.route('**/*.woff2', (route) => route.abort());
      await page.goto(address);
      const drawn = await page.locator('h1').elementHandle();
      await page.getByLabel('เบอร์โทรศัพท์').fill('0812345678');
      // The code of the dialogs loads once the player acts, together with the place for messages.
      await expect(page.getByRole('region', { name: 'การแจ้งเตือน', includeHidden: true })).toBeAttached();
      expect(await drawn?.evaluate((heading) => heading.isConnected)).toBe(true);
      expect(await page.getByLabel('เบอร์โทรศัพท์').inputValue()).toBe('0812345678');
      await expectNoJump(page);
      expect(watch.console.filter((text) => /hydrat|did not match|Minified React error/i.test(text))).toEqual(
        [],
      );
    },
  );
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
  await expectNoJump(page);
});

test('a language shows that it is on its way, before the app is there and after @whole', async ({ page }) => {
  const letCome = await holdApp(page);
  await page.goto('/login');
  const label = (name: string) => page.locator('label').filter({ hasText: name });
  await label('English').tap();
  const sign = await label('English').evaluate((held) => getComputedStyle(held, '::after').animationName);
  expect(sign).not.toBe('none');
  await letCome();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome');
  const letWordsCome = await hold(page, '**/assets/first-words-*.js');
  await label('ລາວ').tap();
  await expect(label('ລາວ')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome');
  letWordsCome();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ຍິນດີຕ້ອນຮັບ');
  await expect(label('ລາວ')).not.toHaveAttribute('aria-busy');
});

test('the wallet card is as tall without figures as with credit in games and in movement @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 300);
  await move(player, 'in', 120);
  await openAsMember(page, stack, player);
  const letCome = await holdApp(page);
  await page.goto('/user/home');
  const height = async () => Math.round((await walletBar(page).boundingBox())?.height ?? 0);
  // Half a pixel of rounding can add or remove one row of pixels.
  const expectSame = async (before: number) =>
    expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(1);
  await expect(walletBar(page)).toBeVisible();
  const empty = await height();
  await letCome();
  await expect(walletBar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' })).toBeVisible();
  await expectSame(empty);
  await page.route('**/api/wallet', async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { wallet: { transit: number } };
    body.wallet.transit = 150;
    await route.fulfill({ response: reply, json: body });
  });
  await page.reload();
  await expect(walletBar(page)).toContainText('กำลังดำเนินการ');
  await expectSame(empty);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('home stays where it is when the latest figures take the place of those of the last visit @whole', async ({
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
  test(`${what} that is pressed on home before the app is there is pressed @whole`, async ({
    page,
    stack,
  }) => {
    await openAsMember(page, stack);
    await expect(walletBar(page)).toContainText('฿0.00');
    const letCome = await holdApp(page);
    await page.goto('/user/home');
    await press(page);
    await letCome();
    await expect(isTaken(page)).toBeVisible();
  });
}

test('a button that is pressed on a page in another language than the app’s is pressed @whole', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  await expect(walletBar(page)).toContainText('฿0.00');
  // The server does not know of the choice, so the page comes in Thai.
  await page.evaluate(() => localStorage.setItem('locale', 'la'));
  await page.context().clearCookies();
  const letCome = await holdApp(page);
  await page.goto('/user/home');
  await page.getByRole('button', { name: 'ฝากเงิน' }).first().tap();
  await letCome();
  await expect(page.getByRole('dialog').locator('[aria-labelledby="deposit-qr"]')).toBeVisible();
});

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
