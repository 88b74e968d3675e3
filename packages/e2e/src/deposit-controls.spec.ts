import { expect, type Page } from '@playwright/test';
import { dialogOf, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { OPERATOR } from './support/channels.ts';

test.describe.configure({ mode: 'parallel' });

const open = async (page: Page) => {
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  return dialogOf(page, 'ฝากเงิน');
};

test('the wallet that is paid into by hand is copied by a press', async ({ page, stack }) => {
  const { username } = await openAsMember(page, stack);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await open(page);
  await dialog.getByRole('button', { name: /TrueMoney · โอนอัตโนมัติ/ }).tap();
  await expect(dialog).toContainText(username.slice(-4));
  await dialog.getByRole('button', { name: 'คัดลอกเบอร์กระเป๋าเงิน' }).last().tap();
  await expect(page.getByText(/^คัดลอกแล้ว/)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(OPERATOR.ewallet);
});

test('where there is no way to pay in, another look finds the new ones', async ({ page, stack }) => {
  await openAsMember(page, stack);
  await page.route('**/api/lookup/deposit', async (route) => {
    const reply = await route.fetch();
    const none = Object.fromEntries(
      Object.entries((await reply.json()) as object).map(([name, value]) => [
        name,
        Array.isArray(value) ? [] : (value as unknown),
      ]),
    );
    await route.fulfill({ json: none });
  });
  const dialog = await open(page);
  await expect(dialog).toContainText('ยังไม่มีช่องทางฝากเงินในขณะนี้');
  await page.unroute('**/api/lookup/deposit');
  await dialog.getByRole('button', { name: 'ลองใหม่' }).tap();
  await expect(dialog.getByRole('region', { name: 'ฝากด้วยคิวอาร์โค้ด' })).toBeVisible();
});

test('banners that are late are not waited for by who puts them away @whole', async ({ page, stack }) => {
  await openAsMember(page, stack);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/refund/banners', async (route) => {
    await held;
    await route.abort();
  });
  // Extends the app's timeout until the press, however slow this machine is.
  await page.evaluate(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(Math.max(ms, 60_000));
  });
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  await dialogOf(page, 'ทำรายการ').getByRole('button', { name: 'คืนยอดเสีย' }).tap();
  const late = dialogOf(page, 'คืนยอดเสีย');
  await expect(late).toBeVisible();
  await expect(late.getByRole('button', { name: 'ไปต่อ' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(late).toBeHidden();
  release();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(walletBar(page)).toContainText('฿0.00');
});
