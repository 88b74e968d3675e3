import { expect } from '@playwright/test';
import { dialogOf, openAsMember, test } from './support/browser.ts';
import { Channels } from './support/channels.ts';
import { drawnAgain, slipFile, transferOf } from './support/slips.ts';

test('a huge picture is made smaller, also in a browser that opens it in an element alone', async ({
  page,
  stack,
}) => {
  const member = await openAsMember(page, stack);
  const channels = new Channels(stack.sandbox.url);
  const slip = await slipFile(channels, await transferOf(channels, member, 250));
  await page.goto('/user/statement');
  await page.getByRole('main').getByRole('button', { name: 'ส่งสลิป' }).tap();
  const dialog = dialogOf(page, 'สลิปโอนเงิน');
  const huge = { type: 'image/jpeg', width: 9_000, height: 6_000, quality: 0.2 };
  const buffer = await drawnAgain(page, slip.buffer, huge);
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles({ ...slip, buffer });
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible({ timeout: 30_000 });
  await page.evaluate(() => {
    const open = window.createImageBitmap.bind(window) as (...given: unknown[]) => Promise<ImageBitmap>;
    const refusing = (...given: unknown[]) =>
      given[0] instanceof File ? Promise.reject(new DOMException('too large')) : open(...given);
    window.createImageBitmap = refusing;
  });
  await dialog.getByRole('button', { name: 'ยกเลิก' }).tap();
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles({ ...slip, buffer });
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  // The server refuses pictures with so many pixels. The bank's feed may report the transfer first.
  await expect(
    dialog.getByRole('heading', { name: /เงินเข้ากระเป๋าแล้ว|เงินของสลิปนี้เข้ากระเป๋าไปก่อนแล้ว/ }),
  ).toBeVisible({ timeout: 30_000 });
});
