import { expect, type Locator, type Page } from '@playwright/test';
import { dialogOf, menuOf, openAsMember, test } from './support/browser.ts';
import { Channels } from './support/channels.ts';
import type { Member } from './support/member.ts';
import { drawnAgain, slipFile, transferOf } from './support/slips.ts';
import type { Stack } from './support/stack.ts';

test.describe.configure({ mode: 'parallel' });

async function openSlips(page: Page) {
  await page.goto('/user/statement');
  await page.getByRole('main').getByRole('button', { name: 'ส่งสลิป' }).tap();
  return dialogOf(page, 'สลิปโอนเงิน');
}

/** Returns the slip of a member's transfer to the operator. */
async function slipOf(stack: Stack, member: Member) {
  const channels = new Channels(stack.sandbox.url);
  return slipFile(channels, await transferOf(channels, member, 250));
}

// The bank's feed may report the transfer first.
const taken = (dialog: Locator) =>
  dialog.getByRole('heading', { name: /เงินเข้ากระเป๋าแล้ว|เงินของสลิปนี้เข้ากระเป๋าไปก่อนแล้ว/ });

/** Returns a PNG of that size without pixel data. */
function brokenPng(side: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  return Buffer.concat([head, size, Buffer.from('0802000000', 'hex'), Buffer.alloc(64)]);
}

test('a picture that the browser cannot open is refused before it is sent, and why is said', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  const dialog = await openSlips(page);
  const pick = dialog.getByLabel('เลือกรูปสลิป');
  const buffer = Buffer.alloc(300, 7);
  await pick.setInputFiles({ name: 'slip.webp', mimeType: 'image/webp', buffer });
  await expect(page.getByText('เบราว์เซอร์นี้เปิดรูปนี้ไม่ได้').first()).toBeVisible();
  // Its dimensions are too large for the server, and it cannot be scaled down.
  await pick.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: brokenPng(9_000) });
  await expect(page.getByText(/^ไฟล์ใหญ่เกินไป/).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'ส่งสลิป' })).toHaveCount(0);
  await expect(dialog.getByText('ยังไม่มีสลิป')).toBeVisible();
});

test('a picture with another QR code is not taken for a slip @whole', async ({ page, stack }) => {
  await openAsMember(page, stack);
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  await dialogOf(page, 'ทำรายการ').getByRole('button', { name: 'ชวนเพื่อน' }).tap();
  await dialogOf(page, 'ชวนเพื่อน').getByRole('button', { name: 'ไปต่อ' }).tap();
  const qr = page.getByRole('img', { name: 'คิวอาร์โค้ดของลิงก์ชวนเพื่อน' });
  // A picture of the sheet on its way up is blurred.
  const buffer = await qr.screenshot({ animations: 'disabled' });
  const dialog = await openSlips(page);
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles({ name: 'invite.png', mimeType: 'image/png', buffer });
  await expect(dialog.getByText('รูปนี้ไม่ใช่สลิป')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'ส่งรูปนี้ต่อไป' })).toBeVisible();
});

test('a slip is sent where pictures cannot be looked at, and again by itself after its way was cut @whole', async ({
  page,
  stack,
}) => {
  const member = await openAsMember(page, stack);
  const slip = await slipOf(stack, member);
  const dialog = await openSlips(page);
  await page.route('**/assets/qr-worker-*.js', (route) => route.abort());
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles(slip);
  const send = dialog.getByRole('button', { name: 'ส่งสลิป' });
  await expect(send).toBeEnabled();
  // A network that carries no data: no event tells when it works again.
  let cuts = 0;
  await page.route('**/api/**', async (route) => {
    if (route.request().url().endsWith('/api/wallet/slip')) cuts += 1;
    await route.abort('connectionreset');
  });
  await send.tap();
  await expect(dialog.getByText('การส่งขาดกลางทาง')).toBeVisible();
  await expect.poll(() => cuts, { timeout: 30_000 }).toBeGreaterThan(1);
  await page.unroute('**/api/**');
  await expect(taken(dialog)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByRole('list').last().getByRole('listitem')).toHaveCount(1);
});

test('a huge picture is made smaller in a browser that opens it in an element alone @whole', async ({
  page,
  stack,
}) => {
  const member = await openAsMember(page, stack);
  const slip = await slipOf(stack, member);
  const dialog = await openSlips(page);
  const huge = { type: 'image/jpeg', width: 9_000, height: 6_000, quality: 0.2 };
  const buffer = await drawnAgain(page, slip.buffer, huge);
  await page.evaluate(() => {
    const open = window.createImageBitmap.bind(window) as (...given: unknown[]) => Promise<ImageBitmap>;
    const refusing = (...given: unknown[]) =>
      given[0] instanceof File ? Promise.reject(new DOMException('too large')) : open(...given);
    window.createImageBitmap = refusing;
  });
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles({ ...slip, buffer });
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  // The server refuses pictures with so many pixels.
  await expect(taken(dialog)).toBeVisible({ timeout: 30_000 });
});
