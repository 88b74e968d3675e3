import { expect, type Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { dialogOf, openAsMember, test, walletBar } from './support/browser.ts';
import { Channels } from './support/channels.ts';
import { tileOf } from './support/games.ts';
import { deposit, register, registerPlayer, type Member } from './support/member.ts';
import type { Stack } from './support/stack.ts';

/** Ends the member's sessions on every device, like "log out everywhere" on another phone. */
async function logOutEverywhere(member: Member): Promise<void> {
  await member.api.ok('DELETE /api/account/sessions');
}

/** Closes the page's sockets, so that it learns of the end only by a press. */
async function keepUntold(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
  await page.route(/\/socket\.io\//, (route) => route.abort());
}

/** Ends the session while the page requests no balances. */
async function endUntold(page: Page, member: Member): Promise<void> {
  await page.route(/\/api\/(wallet|statement)$/, (route) => route.abort());
  await logOutEverywhere(member);
}

/** Expects the complete login page with the reason. */
async function expectToldAtLogin(page: Page): Promise<void> {
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'การแจ้งเตือน' }).filter({ visible: true }).getByRole('alert'),
  ).toBeVisible();
}

/** Creates a QR in an open sheet after the session has ended elsewhere, and expects the login page. */
async function createQrAfterTheEnd(page: Page, stack: Stack): Promise<void> {
  await keepUntold(page);
  const member = await openAsMember(page, stack);
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const dialog = dialogOf(page, 'ฝากเงิน');
  await dialog.getByRole('button', { name: 'คิวอาร์ FP' }).tap();
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('50');
  await endUntold(page, member);
  await dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' }).tap();
  await expectToldAtLogin(page);
}

test.describe('a session that ends elsewhere while a sheet is open leads to the login page', () => {
  test('at the creation of a QR @whole', async ({ page, stack }) => {
    await createQrAfterTheEnd(page, stack);
  });

  test('at the confirmation of a withdrawal, which moves nothing', async ({
    page,
    stack,
    counterparties,
  }) => {
    const member = await register(stack.url, counterparties);
    await deposit(member, counterparties, 500);
    await keepUntold(page);
    await openAsMember(page, stack, member);
    await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
    const dialog = dialogOf(page, 'ถอนเงิน');
    await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('300');
    await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
    await endUntold(page, member);
    await dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
    await expectToldAtLogin(page);
    const { username, password } = member;
    const { token } = await member.api.ok('POST /api/login', { body: { username, password } });
    const { wallet } = await new Api(stack.url, token).ok('GET /api/wallet');
    expect(wallet).toMatchObject({ amount: 500, transit: 0 });
  });

  test('at the upload of a slip @whole', async ({ page, stack }) => {
    const channels = new Channels(stack.sandbox.url);
    await keepUntold(page);
    const member = await openAsMember(page, stack);
    const { reference } = await channels.bankTransfer({
      fromBankCode: member.bankCode,
      fromAccountNo: member.bankAccountNo,
      fromName: member.bankAccountName,
      toAccountNo: '0002345683',
      amount: 120,
    });
    const buffer = Buffer.from(await channels.slip(reference));
    await page.goto('/user/statement');
    await page.getByRole('main').getByRole('button', { name: 'ส่งสลิป' }).tap();
    const dialog = dialogOf(page, 'สลิปโอนเงิน');
    await dialog.getByLabel('เลือกรูปสลิป').setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer });
    await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible();
    await endUntold(page, member);
    await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
    await expectToldAtLogin(page);
  });

  for (const slowdown of [1, 8]) {
    test(`from which going back leads to no empty page, on a device ${slowdown} times slower @whole`, async ({
      page,
      stack,
    }) => {
      await createQrAfterTheEnd(page, stack);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await page.goBack();
      await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible();
      await expect(page).toHaveURL('/login');
    });
  }

  test('with a question open, which is not asked any more @whole', async ({
    page,
    stack,
    counterparties,
  }) => {
    const player = await registerPlayer(stack.url, counterparties, 100);
    await openAsMember(page, stack, player);
    await tileOf(page, 'PG').tap();
    await dialogOf(page, 'PG').getByRole('button', { name: 'เปลี่ยนรหัสผ่านเกม' }).tap();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await logOutEverywhere(player);
    await expectToldAtLogin(page);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  test('with nothing pressed at all', async ({ page, stack }) => {
    const member = await openAsMember(page, stack);
    await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
    await expect(dialogOf(page, 'ฝากเงิน')).toBeVisible();
    await logOutEverywhere(member);
    await expectToldAtLogin(page);
  });

  test('while the page is brought to the front again @whole', async ({ page, stack }) => {
    const opened = page.waitForResponse(/\/api\/wallet\/refresh\/slot$/);
    await openAsMember(page, stack);
    await opened;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // A background tab gets both events at once when it returns.
    await page.evaluate(() => {
      localStorage.removeItem('token');
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(page).toHaveURL('/login');
    // This call comes after all earlier requests.
    await page.evaluate(() => fetch('/api/lookup/active').then((reply) => reply.text()));
    expect(asked).not.toContain('/api/wallet/refresh/slot');
  });
});

test('a form of one member does not stay open for another who logs in on a second page @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const [first, second] = [
    await register(stack.url, counterparties),
    await register(stack.url, counterparties),
  ];
  await deposit(first, counterparties, 500);
  await deposit(second, counterparties, 900);
  await openAsMember(page, stack, first);
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  await dialogOf(page, 'ถอนเงิน').getByLabel('จำนวนเงิน', { exact: true }).fill('300');
  await dialogOf(page, 'ถอนเงิน').getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await expect(dialogOf(page, 'ยืนยันการถอนเงิน')).toBeVisible();
  await openAsMember(await page.context().newPage(), stack, second);
  await expect(walletBar(page)).toContainText('900.00');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
