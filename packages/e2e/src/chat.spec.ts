import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { expectFits, openAsMember, test } from './support/browser.ts';
import { Desk } from './support/desk.ts';
import type { Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const CUT_MS = 20_000;
const WITHIN_MS = 15_000;

const chatOf = (page: Page): Locator => page.getByRole('dialog', { name: 'แชตกับทีมงาน' });
/** Returns the texts of the messages on the screen, one's own or the staff's, from the top. */
const wordsOf = (page: Page, side: 'own' | 'theirs'): Promise<string[]> =>
  chatOf(page).locator(`li[data-sender="${side}"] p:not([role])`).allInnerTexts();

async function openChat(page: Page, path = '/contact'): Promise<void> {
  if (new URL(page.url(), 'http://none').pathname !== path) await page.goto(path);
  await page.getByRole('button', { name: /แชตกับทีมงาน/ }).tap();
  await expect(chatOf(page).getByText('พร้อมคุยแล้ว')).toBeVisible();
}

async function write(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('พิมพ์ข้อความ');
  await field.fill(text);
  await field.press('Enter');
}

const guestIdOf = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('guestId'))) ?? '';

/** Opens the staff's page in its own browser, with one conversation open. */
async function openDesk(browser: Browser, stack: Stack, conversation: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${stack.sandbox.url}/desk`);
  await page.getByRole('button').filter({ hasText: conversation }).click();
  return page;
}

/**
 * Records the frames on the page's sockets from now on: `>` sent, `<` received. Without a socket the chat
 * polls.
 */
function listenIn(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => frames.push(`> ${payload.toString()}`));
    socket.on('framereceived', ({ payload }) => frames.push(`< ${payload.toString()}`));
  });
  return frames;
}

async function answer(desk: Page, text: string): Promise<void> {
  await desk.getByLabel('Your answer').fill(text);
  await desk.getByRole('button', { name: 'Send' }).click();
  await expect(desk.getByLabel('Your answer')).toHaveValue('');
}

async function stored(stack: Stack, guestId: string): Promise<{ sender: string; text: string }[]> {
  const { messages } = await new Api(stack.url).ok('POST /api/chat/history', {
    body: { userId: '', guestId, limit: 100, skip: 0 },
  });
  return messages.toReversed().map(({ sender, message }) => ({
    sender,
    text: message.message_type === 'text' ? message.payload.text : message.message_type,
  }));
}

test('a chat goes on through twenty seconds without a network: nothing lost, nothing doubled, in order @whole', async ({
  page,
  context,
  browser,
  stack,
}) => {
  const frames = listenIn(page);
  await openChat(page);
  await expectFits(page);
  await write(page, 'customer 0');
  const guestId = await guestIdOf(page);
  const { PREFIX } = await new Api(stack.url).ok('GET /api/chat/config');
  await expect.poll(() => frames).toContainEqual(expect.stringContaining(`["join","${PREFIX}-${guestId}"]`));
  const desk = new Desk(stack.sandbox.url);
  await until('the desk hears', WITHIN_MS, async () => (await desk.messages(guestId)).length === 1);
  const staff = await openDesk(browser, stack, guestId);
  await answer(staff, 'staff 0');
  await expect(chatOf(page).getByText('staff 0')).toBeVisible();
  await expect
    .poll(() => frames.filter((frame) => frame.startsWith('< ') && frame.includes('"staff 0"')))
    .toContainEqual(expect.stringContaining('["messaging",'));

  await context.setOffline(true);
  const cutAt = Date.now();
  await expect(chatOf(page).getByText('ไม่มีอินเทอร์เน็ต')).toBeVisible();
  const rounds = 5;
  for (let n = 1; n <= rounds; n += 1) {
    await write(page, `customer ${n}`);
    await answer(staff, `staff ${n}`);
    // The messages are spread over the time of the cut.
    await until('the next round', CUT_MS, async () => Date.now() - cutAt >= (n * CUT_MS) / rounds);
  }
  expect(await wordsOf(page, 'theirs')).toEqual(['staff 0']);
  expect(await desk.textsOf(guestId, 'customer')).toEqual(['customer 0']);
  await context.setOffline(false);

  const all = (side: string) => Array.from({ length: rounds + 1 }, (_, n) => `${side} ${n}`);
  await expect(async () => {
    expect(await wordsOf(page, 'own')).toEqual(all('customer'));
    expect(await wordsOf(page, 'theirs')).toEqual(all('staff'));
    expect(await desk.textsOf(guestId, 'customer')).toEqual(all('customer'));
  }).toPass({ timeout: 30_000 });
  await expect(chatOf(page).locator('li[data-delivery]:not([data-delivery="succeed"])')).toHaveCount(0);
  await expect(staff.getByText(`customer ${rounds}`)).toBeVisible();

  // Both sides see the server's messages: each once, in one order.
  const kept = await stored(stack, guestId);
  expect(kept).toHaveLength(2 * (rounds + 1));
  expect(await chatOf(page).locator('li[data-sender] p').allInnerTexts()).toEqual(
    kept.map(({ text }) => text),
  );
  expect(kept.filter(({ sender }) => sender === 'customer').map(({ text }) => text)).toEqual(all('customer'));
  expect(kept.filter(({ sender }) => sender === 'operator').map(({ text }) => text)).toEqual(all('staff'));
  await staff.context().close();
});

test('what was not sent is there after a reload: words in order, and a picture', async ({ page, stack }) => {
  await openChat(page);
  await page.route('**/api/chat/send-message', (route) => route.abort());
  await page.route('**/api/chat/upload-image*', (route) => route.abort());
  await write(page, 'one');
  await write(page, 'two');
  const files = { name: 'photo.png', mimeType: 'image/png', buffer: await picture(page) };
  await page.getByLabel('แนบรูปหรือวิดีโอ').setInputFiles(files);
  await expect(chatOf(page).getByRole('button', { name: 'ส่งอีกครั้ง' })).toBeVisible();
  await page.reload();
  await page.unroute('**/api/chat/upload-image*');
  await openChat(page);
  expect(await wordsOf(page, 'own')).toEqual(['one', 'two']);
  await page.unroute('**/api/chat/send-message');
  await chatOf(page).getByRole('button', { name: 'ส่งอีกครั้ง' }).tap();
  await expect(chatOf(page).getByRole('img', { name: 'รูปภาพ' })).toBeVisible();
  const guestId = await guestIdOf(page);
  await expect(async () => {
    const texts = (await stored(stack, guestId)).map(({ text }) => text);
    expect(texts.filter((text) => text !== 'media')).toEqual(['one', 'two']);
    expect(texts.toSorted()).toEqual(['media', 'one', 'two']);
  }).toPass({ timeout: 20_000 });
});

test('pasted lines arrive as lines, here and at the desk', async ({ page, stack }) => {
  await openChat(page);
  const details = 'โอนแล้วครับ\nธนาคาร\tไทยพาณิชย์\nจำนวน 500.00 บาท';
  await page.getByLabel('พิมพ์ข้อความ').fill(details);
  await page.getByRole('button', { name: 'ส่ง', exact: true }).tap();
  await expect.poll(() => wordsOf(page, 'own')).toEqual([details]);
  const guestId = await guestIdOf(page);
  await expect.poll(() => stored(stack, guestId)).toMatchObject([{ text: details }]);
  await expect(chatOf(page).locator('li[data-delivery="failed"]')).toHaveCount(0);
});

test('what may not be sent is refused, by the right words @whole', async ({ page, stack }, testInfo) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await page.goto('/contact');
  await page.getByRole('button', { name: /Chat with our team/ }).tap();
  const chat = page.getByRole('dialog', { name: 'Chat with our team' });
  await expect(chat.getByText('Ready to chat')).toBeVisible();
  const attach = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Attach a picture or a video').setInputFiles({ name, mimeType, buffer });
  const told = (text: string) => page.getByRole('alert').filter({ hasText: text });
  const script = '<script>document.title = "run"</script>';
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`);

  await attach('drawing.svg', 'image/svg+xml', svg);
  await expect(told('File is not supported')).toBeVisible();
  await told('File is not supported').getByRole('button', { name: 'Close' }).tap();
  await attach('photo', 'image/png', await picture(page));
  await expect(told('File is not supported')).toBeVisible();
  await told('File is not supported').getByRole('button', { name: 'Close' }).tap();
  // Reading so many bytes from a file is faster than sending them to the browser.
  const film = testInfo.outputPath('film.mp4');
  await mkdir(dirname(film), { recursive: true });
  await writeFile(film, Buffer.alloc(21 * 1024 * 1024));
  await page.getByLabel('Attach a picture or a video').setInputFiles(film);
  await expect(told('The file is too large. Please select file no larger than 20 MB.')).toBeVisible();

  // The browser trusts the name; the server checks the content.
  for (const [name, content] of [
    ['page.png', Buffer.from(`<!doctype html><html><body>${script}</body></html>`)],
    ['drawing.png', svg],
  ] as const) {
    await attach(name, 'image/png', content);
    const refused = chat.locator('li[data-delivery="failed"]').filter({ hasText: name });
    await expect(refused.getByText('File is not supported')).toBeVisible();
    await refused.getByRole('button', { name: 'Remove' }).tap();
    await expect(refused).toHaveCount(0);
  }
  expect(await stored(stack, await guestIdOf(page))).toEqual([]);
});

test('a member is answered by buttons, quick replies and cards, and shows a picture @whole', async ({
  page,
  browser,
  stack,
}) => {
  await openAsMember(page, stack);
  const { _id: memberId } = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-requested-with': 'wallet-user',
    };
    const reply = (await (await fetch('/api/account/profile', { headers })).json()) as {
      profile: { _id: string };
    };
    return reply.profile;
  });
  await openChat(page, '/user/contact');
  const chat = chatOf(page);

  await write(page, 'menu');
  await expect(chat.getByRole('link', { name: 'Bank of Thailand' })).toHaveAttribute(
    'href',
    'https://www.bot.or.th/',
  );
  await chat.getByRole('button', { name: /Deposit/ }).tap();
  await expect(chat.getByText('Press + and choose deposit')).toBeVisible();
  await write(page, 'quick');
  await chat.getByRole('button', { name: /No/ }).tap();
  await expect(chat.getByText('Noted: no')).toBeVisible();
  await expect(chat.getByRole('button', { name: /No/ })).toHaveCount(0);
  await write(page, 'cards');
  await expect(chat.getByText('Deposit by QR')).toBeVisible();
  await expectFits(page);

  const files = { name: 'photo.png', mimeType: 'image/png', buffer: await picture(page) };
  await page.getByLabel('แนบรูปหรือวิดีโอ').setInputFiles(files);
  const shown = chat.getByRole('img', { name: 'รูปภาพ' });
  await expect(shown).toBeVisible();
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(640);
  const staff = await openDesk(browser, stack, memberId);
  await expect(staff.getByRole('img', { name: 'Picture from the player' })).toBeVisible();
  await staff.context().close();

  // Back closes the chat, not the page.
  await page.goBack();
  await expect(chat).toBeHidden();
  await expect(page).toHaveURL('/user/contact');
});

/** Returns a phone-like picture, drawn by the browser. */
async function picture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 480;
    const context = canvas.getContext('2d');
    if (!context) return '';
    for (let n = 0; n < 40; n += 1) {
      context.fillStyle = `hsl(${n * 9} 60% 50%)`;
      context.fillRect(n * 16, 0, 16, 480);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}
