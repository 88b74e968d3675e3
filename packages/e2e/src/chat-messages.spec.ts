import { expect } from '@playwright/test';
import { test } from './support/browser.ts';
import { openChat, tellHistory, wordsOfStaff, type Told } from './support/chat.ts';

const MESSAGES = [
  {
    message_type: 'media',
    payload: { fileType: 'video', url: '/chat-files/none.mp4', filePath: 'none.mp4', message: '' },
  },
  {
    message_type: 'media',
    payload: { fileType: 'image', url: '/chat-files/none.png', filePath: 'none.png', message: '' },
  },
  { message_type: 'sticker', payload: { title: 'a newer kind' } },
  { message_type: 'sticker', payload: null },
] as const satisfies readonly Told[];

test('a long conversation is read from its end, and every kind of message shows something @whole', async ({
  page,
}) => {
  await tellHistory(page, [...wordsOfStaff(22), ...MESSAGES]);
  const chat = await openChat(page);
  const rows = chat.locator('li[data-sender]');
  await expect(rows).toHaveCount(10);
  // Media that cannot be played or shown appear as a file; unknown message kinds appear by their text.
  await expect(chat.getByRole('link', { name: 'เปิดไฟล์' })).toHaveCount(2);
  await expect(chat.getByText('a newer kind')).toBeVisible();
  await expect(chat.getByText('แอปรุ่นนี้แสดงข้อความนี้ไม่ได้')).toBeVisible();
  const list = chat.getByRole('region', { name: 'ข้อความในแชต' });
  // At the top, older messages load by themselves.
  await expect(async () => {
    await list.evaluate((box) => box.scrollTo({ top: 0 }));
    await expect(rows).toHaveCount(26, { timeout: 1_000 });
  }).toPass();
  await expect(chat.getByText('staff 0', { exact: true })).toBeAttached();
  const toEnd = chat.getByRole('button', { name: 'ไปที่ข้อความล่าสุด' });
  await toEnd.tap();
  await expect(toEnd).toBeHidden();
});

test('a chat that is refused can be tried again', async ({ page }) => {
  await page.route('**/api/chat/config', (route) =>
    route.fulfill({ status: 403, json: { message: 'PERMISSION_DENIED', requestId: 'r' } }),
  );
  const chat = await openChat(page);
  await expect(chat.getByRole('alert')).toContainText('ไม่สามารถเริ่มแชตได้');
  await page.unroute('**/api/chat/config');
  await chat.getByRole('button', { name: 'ลองใหม่' }).tap();
  await expect(chat.getByText('พร้อมคุยแล้ว')).toBeVisible();
});

test('a pasted picture is on its way at once, and can be called back @whole', async ({ page }) => {
  await page.route('**/api/chat/upload-image*', () => undefined);
  const chat = await openChat(page);
  await expect(chat.getByText('พร้อมคุยแล้ว')).toBeVisible();
  await chat.getByLabel('พิมพ์ข้อความ').evaluate(async (field) => {
    const canvas = document.createElement('canvas');
    const blob = await new Promise<Blob | null>((give) => canvas.toBlob(give));
    const clipboardData = new DataTransfer();
    if (blob) clipboardData.items.add(new File([blob], 'pasted.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  const rows = chat.locator('li[data-sender="own"]');
  await expect(rows).toHaveAttribute('data-delivery', 'uploading_file');
  await rows.getByRole('button', { name: 'ยกเลิก' }).tap();
  await expect(rows).toHaveCount(0);
});
