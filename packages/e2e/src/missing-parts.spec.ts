import { expect, type Page } from '@playwright/test';
import { openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';
import { openChat, writeChat } from './support/chat.ts';
import { deposit, register, walletAmount } from './support/member.ts';

test.describe.configure({ mode: 'parallel' });

/** Blocks files of the app from a page that has already reloaded for lack of them. */
async function keepAway(page: Page, files: RegExp): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('reloadedAt', String(Date.now())));
  await page.route(files, (route) => route.abort());
}

test('money is shown and asked for without the parts that tell of it, and what was lost is told once they are there @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const files = /\/assets\/(money-news|more-words|wallet-socket|recover)-[\w-]{8}\.js$/;
  await keepAway(page, files);
  const member = await register(stack.url, counterparties);
  await openAsMember(page, stack, member);
  await page.evaluate(() => {
    const left = { name: 'refund', content: null, key: 'k'.repeat(32), atMs: 0, isUnsure: true };
    localStorage.setItem('intents', JSON.stringify([left]));
  });
  const lost = page.waitForEvent('requestfailed', (request) => /\/recover-[\w-]{8}\./.test(request.url()));
  const noNews = page.waitForEvent('requestfailed', (request) => /\/money-news-/.test(request.url()));
  const noSocket = page.waitForEvent('requestfailed', (request) => /\/wallet-socket-/.test(request.url()));
  await page.reload();
  await Promise.all([lost, noNews, noSocket]);
  await expect(walletBar(page)).toContainText('฿0.00');
  await deposit(member, counterparties, 140);
  // No event reports it, so the app polls.
  await expect(walletBar(page)).toContainText('140.00');
  expect(await page.evaluate(() => localStorage.getItem('intents'))).not.toBeNull();

  await page.unroute(files);
  await page.reload();
  await expect(page.getByRole('alertdialog')).toContainText('ยังไม่มีผลในระบบ ทำรายการใหม่ได้');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('intents'))).toBeNull();
  expect(await walletAmount(member.api)).toBe(140);
});

test('a message that was left unsent is sent on the visit on which the chat’s part comes @whole', async ({
  page,
  watch,
}) => {
  const sending = '**/api/chat/send-message';
  await page.route(sending, (route) => route.abort());
  const chat = await openChat(page);
  await expect(chat.getByText('พร้อมคุยแล้ว')).toBeVisible();
  await writeChat(page, 'สาม');
  await expect(chat.locator('li[data-sender="own"]')).toContainText('สาม');
  await keepAway(page, /\/assets\/chat-session-[^/]+\.js$/);
  await page.reload();
  await expect.poll(() => watch.console.some((line) => line.startsWith('what was left cannot'))).toBe(true);
  await expect(page.getByRole('button', { name: /แชตกับทีมงาน/ })).toBeVisible();
  await page.unroute(sending);
  await page.unroute(/\/assets\/chat-session-[^/]+\.js$/);
  const sent = page.waitForResponse((reply) => reply.url().endsWith('/api/chat/send-message'));
  await page.reload();
  expect((await sent).status()).toBe(200);
  await page.getByRole('button', { name: /แชตกับทีมงาน/ }).tap();
  await expect(chat.locator('li[data-sender="own"]')).toHaveCount(1);
  await expect(chat.locator('li[data-sender="own"]')).toContainText('สาม');
});

test('a browser that takes no service worker has the app all the same @whole', async ({
  page,
  stack,
  watch,
}) => {
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new DOMException('refused', 'SecurityError'));
  });
  await openAsMember(page, stack);
  await expect.poll(() => watch.console.some((line) => line.startsWith('no offline shell'))).toBe(true);
  await expect(walletBar(page)).toContainText('฿0.00');
});

test('a language whose words do not come leaves the page as it is written', async ({ page }) => {
  // The server does not know of the choice: the page comes in its default language.
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await keepAway(page, /\/assets\/first-words-[^/]+\.js$/);
  const missed = page.waitForEvent('requestfailed', (request) => /\/first-words-/.test(request.url()));
  await page.goto('/login');
  await missed;
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).tap();
  await expect(page.getByText('กรุณากรอกข้อมูลนี้').first()).toBeVisible();
  await page.unroute(/\/assets\/first-words-[^/]+\.js$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});

test('a site that is gone while a member is there says so instead of a sheet', async ({ page, stack }) => {
  await openAsMember(page, stack);
  await expect(walletBar(page)).toContainText('฿0.00');
  await page.route('**/api/lookup/deposit', (route) =>
    route.fulfill({ status: 410, json: { message: 'gone', requestId: 'r' } }),
  );
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  await expect(page).toHaveURL('/terminated');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a question that cannot be drawn counts as a no', async ({ page, stack, expectFailures }) => {
  expectFailures(/^fault: .*showModal is broken/);
  await openPathAsMember(page, stack, '/user/profile');
  const everywhere = page.getByRole('button', { name: 'ออกจากระบบทุกอุปกรณ์' });
  await expect(everywhere).toBeVisible();
  await page.evaluate(() => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new DOMException('showModal is broken', 'InvalidStateError');
    };
  });
  await everywhere.tap();
  await expect(page.getByText('หน้าต่างนี้มีปัญหาจึงถูกปิด')).toBeVisible();
  await expect(everywhere).toBeEnabled();
  await expect(page).toHaveURL('/user/profile');
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
});
