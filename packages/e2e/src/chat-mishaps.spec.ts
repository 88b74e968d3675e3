import { expect, type Page } from '@playwright/test';
import { refuseUntilPress, seePress } from './support/another-try.ts';
import { test } from './support/browser.ts';
import { chatOf, openChat, tellHistory, wordsOfStaff, writeChat } from './support/chat.ts';
import { register } from './support/member.ts';

test.describe.configure({ mode: 'parallel' });

/** Blocks the chat's socket from its room until released; the wallet's socket stays up. */
async function keepOutOfRoom(page: Page): Promise<() => void> {
  let isKeptOut = true;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const join = isKeptOut ? /^42(\d+)\["join"/.exec(String(frame)) : null;
      if (join) socket.send(`43${join[1]}[{"ok":false}]`);
      else server.send(frame);
    });
  });
  return () => {
    isKeptOut = false;
  };
}

test('a chat that is not let into its room says so, tells of what comes all the same, and can be tried again @whole', async ({
  page,
}) => {
  const letIn = await keepOutOfRoom(page);
  const say = await tellHistory(page, wordsOfStaff(26));
  const chat = await openChat(page);
  await expect(chat.getByRole('alert')).toContainText('ไม่สามารถเริ่มแชตได้');
  const rows = chat.locator('li[data-sender]');
  await expect(chat.getByText('staff 25', { exact: true })).toBeVisible();

  // A reader further up sees a line about the new messages.
  const list = chat.getByRole('region', { name: 'ข้อความในแชต' });
  const toEnd = chat.getByRole('button', { name: /ข้อความใหม่/ });
  await list.evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(chat.getByRole('button', { name: 'ไปที่ข้อความล่าสุด' })).toBeVisible();
  const card = { subtitle: '', image_url: '', buttons: [] };
  const replies = [{ title: 'ได้', payload: 'yes' }];
  const news = [
    ['quick_replies', { text: 'สะดวกไหม', quick_replies: replies }, 'สะดวกไหม'],
    ['generic', { elements: ['ของแถม', 'ส่วนลด'].map((title) => ({ title, ...card })) }, 'ของแถม · ส่วนลด'],
    ['media', { message: '', url: '/none.png', fileType: 'image', filePath: 'none.png' }, 'รูปภาพ'],
  ] as const;
  for (const [message_type, payload, words] of news) {
    say({ message_type, payload });
    await expect(toEnd).toContainText(words);
  }
  await toEnd.tap();
  await expect(toEnd).toBeHidden();
  await expect(rows).toHaveCount(29);

  letIn();
  await chat.getByRole('button', { name: 'ลองใหม่' }).tap();
  await expect(chat.getByText('พร้อมคุยแล้ว')).toBeVisible();
  await expect(chat.getByRole('alert')).toHaveCount(0);
});

test('older messages that did not come are not asked for without a pause, and are there after a press', async ({
  page,
}) => {
  await tellHistory(page, wordsOfStaff(16));
  let asked = 0;
  await refuseUntilPress(page, '**/api/chat/history', {
    isIt: (body) => (body as { skip: number }).skip > 0,
    refuse: (route) => {
      asked += 1;
      return route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT', requestId: 'busy' } });
    },
  });
  // Ten short messages leave nothing to scroll, so more are loaded automatically.
  const chat = await openChat(page);
  const rows = chat.locator('li[data-sender]');
  await expect(rows).toHaveCount(10);
  const older = chat.getByRole('button', { name: 'ดูข้อความก่อนหน้า' });
  await expect(older).toBeVisible();
  await seePress(page);
  await older.tap();
  await expect(rows).toHaveCount(16);
  await expect(chat.getByText('staff 0', { exact: true })).toBeAttached();
  await expect(older).toHaveCount(0);
  expect(asked).toBe(1);
});

test('a message that the server does not take stays, and is sent again by a press', async ({ page }) => {
  const chat = await openChat(page);
  const rows = chat.locator('li[data-sender="own"]');
  await writeChat(page, 'ก่อนหน้า');
  await expect(rows).toHaveAttribute('data-delivery', 'succeed');
  await page.route('**/api/chat/send-message', (route) =>
    route.fulfill({ status: 403, json: { message: 'PERMISSION_DENIED', requestId: 'r' } }),
  );
  // The query whether another tab has sent it gets no answer either.
  await page.route('**/api/chat/history', (route) =>
    route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT', requestId: 'busy' } }),
  );
  await writeChat(page, 'หนึ่ง');
  await expect(rows.last()).toHaveAttribute('data-delivery', 'failed');
  await page.unroute('**/api/chat/send-message');
  await page.unroute('**/api/chat/history');
  await rows.last().getByRole('button', { name: 'ส่งอีกครั้ง' }).tap();
  await expect(rows.last()).toHaveAttribute('data-delivery', 'succeed');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('หนึ่ง');
});

test('what was written is sent after the chat was closed, and is no member’s who logs in there @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  const chat = await openChat(page);
  await expect(chat.getByText('พร้อมคุยแล้ว')).toBeVisible();
  await page.route('**/api/chat/send-message', (route) =>
    route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT', requestId: 'busy' } }),
  );
  const isSending = '/api/chat/send-message';
  const busy = page.waitForResponse((reply) => reply.url().endsWith(isSending) && reply.status() === 429);
  await writeChat(page, 'สอง');
  await busy;
  await chat.getByRole('button', { name: 'ปิด' }).tap();
  await expect(chat).toBeHidden();
  const taken = page.waitForResponse((reply) => reply.url().endsWith(isSending) && reply.ok());
  await page.unroute('**/api/chat/send-message');
  await taken;

  await page.getByRole('button', { name: /แชตกับทีมงาน/ }).tap();
  const own = chatOf(page).locator('li[data-sender="own"]');
  await expect(own).toHaveCount(1);
  await expect(own).toContainText('สอง');
  await chat.getByRole('button', { name: 'ปิด' }).tap();

  await page.getByRole('link', { name: 'เข้าสู่ระบบ' }).first().tap();
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.username);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).tap();
  await expect(page).toHaveURL('/user/home');
  await page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link', { name: 'ติดต่อเรา' }).tap();
  await page.getByRole('button', { name: /แชตกับทีมงาน/ }).tap();
  await expect(chat.getByText('พร้อมคุยแล้ว')).toBeVisible();
  await expect(own).toHaveCount(0);
});
