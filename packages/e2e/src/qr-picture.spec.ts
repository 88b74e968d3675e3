import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { dialogOf, openAsMember, test, walletBar } from './support/browser.ts';

async function openQr(page: Page): Promise<Locator> {
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const dialog = dialogOf(page, 'ฝากเงิน');
  await dialog.getByRole('button', { name: 'คิวอาร์ FP' }).tap();
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('77');
  await dialog.getByRole('button', { name: 'ล้างยอด' }).tap();
  await expect(dialog.getByLabel('จำนวนเงิน', { exact: true })).toHaveValue('');
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('120');
  await dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' }).tap();
  await expect(dialog.getByRole('img', { name: /^คิวอาร์โค้ดสำหรับโอน/ })).toBeVisible();
  return dialog;
}

test('a QR is kept as a picture: downloaded, or handed to the phone’s share sheet @whole', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  const dialog = await openQr(page);
  const save = dialog.getByRole('button', { name: 'บันทึกรูป' });
  const coming = page.waitForEvent('download');
  await save.tap();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('qr-120.00.png');
  const picture = await readFile(await download.path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(picture.readUInt32BE(16)).toBe(1080);

  await page.evaluate(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files }: { files: File[] }) => {
        document.title = `shared ${files[0]?.name}`;
        return Promise.resolve();
      },
    });
  });
  await save.tap();
  await expect(page).toHaveTitle('shared qr-120.00.png');
});

test('a QR that cannot be drawn is told so', async ({ page, stack }) => {
  await openAsMember(page, stack);
  const dialog = await openQr(page);
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (give) => give(null);
  });
  await dialog.getByRole('button', { name: 'บันทึกรูป' }).tap();
  await expect(page.getByText('บันทึกรูปไม่สำเร็จ').filter({ visible: true })).toBeVisible();
  await dialog.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  await expect(dialog).toBeHidden();
});
