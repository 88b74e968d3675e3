import { expect, type Page, type Route } from '@playwright/test';
import { dialogOf, expectFits, openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';

/** Makes a function of the next page throw, as in a browser that lacks or refuses it. */
async function breakOnPage(page: Page, what: 'showPopover' | 'showModal' | 'scrollTo'): Promise<void> {
  await page.addInitScript((name) => {
    const refuse = () => {
      throw new DOMException(`${name} is broken`, 'InvalidStateError');
    };
    if (name === 'showPopover') HTMLElement.prototype.showPopover = refuse;
    if (name === 'showModal') HTMLDialogElement.prototype.showModal = refuse;
    if (name === 'scrollTo') window.scrollTo = refuse;
  }, what);
}

/** Returns the next fault report, once the server has accepted it. */
async function toldFault(page: Page): Promise<{ kind: string; path: string; reference: string }> {
  const request = await page.waitForRequest((one) => one.url().endsWith('/api/app-fault'));
  expect((await request.response())?.status()).toBe(200);
  return request.postDataJSON() as { kind: string; path: string; reference: string };
}

test.describe('a fault is told to the operator, and', () => {
  test('a message that cannot be shown takes nothing else away', async ({ page, stack, expectFailures }) => {
    expectFailures(/^fault: .*showPopover is broken/);
    await breakOnPage(page, 'showPopover');
    await openAsMember(page, stack);
    const told = toldFault(page);
    await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
    const dialog = dialogOf(page, 'ฝากเงิน');
    await dialog.getByRole('button', { name: 'คิวอาร์ FP' }).tap();
    await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('50');
    await dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' }).tap();
    await dialog.getByRole('button', { name: 'โอนแล้ว' }).tap();
    await told;
    await expect(dialog).toBeHidden();
    await expect(walletBar(page)).toContainText('฿0.00');
  });

  test('a sheet that cannot be drawn is closed with a word, and the page stays @whole', async ({
    page,
    stack,
    expectFailures,
  }) => {
    expectFailures(/^fault: .*showModal is broken/);
    await breakOnPage(page, 'showModal');
    await openAsMember(page, stack);
    const told = toldFault(page);
    await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
    await told;
    await expect(page.getByText('หน้าต่างนี้มีปัญหาจึงถูกปิด')).toBeVisible();
    await expect(walletBar(page)).toContainText('฿0.00');
  });

  test('a page that cannot be drawn says where the money is, and starts again', async ({
    page,
    stack,
    expectFailures,
  }) => {
    expectFailures(/^fault: .*scrollTo is broken/);
    await openAsMember(page, stack);
    await breakOnPage(page, 'scrollTo');
    await page.reload();
    // Before the app has started, a link loads the other page as a whole.
    await expect(walletBar(page)).toContainText('฿0.00');
    const told = toldFault(page);
    await page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link', { name: 'รายการ' }).tap();
    const { reference } = await told;
    await expect(page.getByRole('heading', { level: 1, name: 'หน้านี้มีปัญหา' })).toBeVisible();
    await expect(page.getByText('ยอดเงินของคุณเก็บอยู่ที่ระบบ')).toBeVisible();
    await expect(page.getByText(`รหัสอ้างอิง ${reference}`)).toBeVisible();
    await expectFits(page);
    await page.getByRole('button', { name: 'โหลดใหม่' }).tap();
    await expect(page.getByRole('heading', { name: 'รายการเดินบัญชี' })).toBeVisible();
  });

  test('a script that faults is told once, without the address’s query', async ({
    page,
    stack,
    expectFailures,
  }) => {
    expectFailures(/pen knife/);
    await page.goto(`${stack.url}/contact?code=PRSECRET`);
    const told = toldFault(page);
    await page.evaluate(() => {
      for (const each of [1, 2, 3]) {
        setTimeout(() => {
          throw new Error('pen knife');
        }, each);
      }
    });
    expect(await told).toMatchObject({ kind: 'script', path: '/contact' });
  });
});

test.describe('code that does not come for want of a connection is no fault, and comes once there is one:', () => {
  /** Blocks files of a page until the connection is restored. */
  async function cutOff(page: Page, files: RegExp): Promise<() => Promise<void>> {
    let isCut = true;
    await page.route(files, (route) => (isCut ? route.abort() : route.continue()));
    return async () => {
      isCut = false;
      await page.context().setOffline(false);
    };
  }
  /** Opens a page and waits until the app has started: before that, a link loads the other page as a whole. */
  async function openStarted(page: Page, path: string): Promise<void> {
    await page.addInitScript(() =>
      addEventListener('appready', () => {
        document.documentElement.dataset['isAppThere'] = '1';
      }),
    );
    await page.goto(path);
    await page.locator('html[data-is-app-there]').waitFor();
  }
  const told = (page: Page) => page.getByRole('heading', { level: 1, name: 'เชื่อมต่อไม่ได้' });

  test('a screen @whole', async ({ page }) => {
    const connect = await cutOff(page, /\/assets\/register-[^/]+\.js$/);
    await openStarted(page, '/login');
    const link = page.getByRole('navigation').getByRole('link', { name: 'สมัครสมาชิก' });
    await expect(link).toBeVisible();
    await page.context().setOffline(true);
    await link.tap();
    await expect(told(page)).toBeVisible();
    await connect();
    await expect(page.getByLabel('เบอร์โทรศัพท์')).toBeVisible();
  });

  test('the frame of members @whole', async ({ page, stack }) => {
    await openAsMember(page, stack);
    const connect = await cutOff(page, /\/assets\/(member-shell|home)-[^/]+\.js$/);
    await openStarted(page, '/terminated');
    const link = page.getByRole('link', { name: 'ไปที่กระเป๋าของฉัน' });
    await expect(link).toBeVisible();
    await page.context().setOffline(true);
    await link.tap();
    await expect(told(page).first()).toBeVisible();
    await connect();
    await expect(walletBar(page)).toContainText('฿0.00');
  });

  /** Holds files of a page's code. Returns a function that aborts all held requests, and lets later ones go on. */
  async function hold(page: Page, files: RegExp) {
    const held: Route[] = [];
    let isHolding = true;
    await page.route(files, (route) => (isHolding ? void held.push(route) : route.continue()));
    return async () => {
      isHolding = false;
      await Promise.all(held.map((route) => route.abort()));
    };
  }

  for (const [name, files, path, link, arrived] of [
    [
      'a screen',
      /\/assets\/register-[^/]+\.js$/,
      '/login',
      'สมัครสมาชิก',
      (page: Page) => page.getByLabel('เบอร์โทรศัพท์'),
    ],
    [
      'the frame of members',
      /\/assets\/member-shell-[^/]+\.js$/,
      '/terminated',
      'ไปที่กระเป๋าของฉัน',
      (page: Page) => walletBar(page).getByText('฿0.00'),
    ],
  ] as const) {
    test(`${name}, whose request fails only after the connection has come back @whole`, async ({
      page,
      stack,
    }) => {
      if (path === '/terminated') await openAsMember(page, stack);
      const abort = await hold(page, files);
      await openStarted(page, path);
      const asked = page.waitForRequest(files);
      await page.getByRole('link', { name: link }).first().tap();
      await asked;
      await page.context().setOffline(true);
      await page.context().setOffline(false);
      await abort();
      await expect(arrived(page)).toBeVisible();
    });
  }

  test('a screen, from a server that the device cannot reach although it has a network @whole', async ({
    page,
  }) => {
    await openStarted(page, '/login');
    let isCut = true;
    await page.route('**/*', (route) => (isCut ? route.abort() : route.continue()));
    await page.getByRole('navigation').getByRole('link', { name: 'สมัครสมาชิก' }).tap();
    await expect(told(page)).toBeVisible();
    isCut = false;
    await page.getByRole('button', { name: 'ลองใหม่' }).tap();
    await expect(page.getByLabel('เบอร์โทรศัพท์')).toBeVisible();
  });

  test('the chat @whole', async ({ page, stack }) => {
    await openPathAsMember(page, stack, '/user/contact');
    const connect = await cutOff(page, /\/assets\/chat-panel-[^/]+\.js$/);
    const chat = page.getByRole('button', { name: 'แชตกับทีมงาน' });
    await expect(chat).toBeVisible();
    await page.context().setOffline(true);
    await chat.tap();
    await expect(page.getByText('เชื่อมต่อไม่ได้').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await connect();
    await chat.tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    const styles = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href));
    expect(styles).toContainEqual(expect.stringContaining('/assets/chat-panel-'));
  });
});
