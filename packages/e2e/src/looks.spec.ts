import { chromium, expect, type Locator, type Page } from '@playwright/test';
import { dialogOf, openAsMember, test, walletBar } from './support/browser.ts';
import { tileOf } from './support/games.ts';
import { register, registerPlayer } from './support/member.ts';

test('nothing shows through the bar at the top, and the skip link casts no shadow at rest @whole', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  const alpha = await page
    .locator('header')
    .first()
    .evaluate((bar) => {
      const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (!pen) throw new Error('no canvas');
      pen.fillStyle = getComputedStyle(bar).backgroundColor;
      pen.fillRect(0, 0, 1, 1);
      return pen.getImageData(0, 0, 1, 1).data[3];
    });
  expect(alpha).toBe(255);
  await expect(page.locator('.skip-link')).toHaveCSS('box-shadow', 'none');
});

test('log-in goes on to the page that was asked for, its heading without a box @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await page.addInitScript(() => localStorage.setItem('agreement', '1'));
  await page.goto('/user/bonus');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.username);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user/bonus');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expect(heading).toHaveCSS('outline-style', 'none');
});

test('a busy button keeps its name', async ({ page, stack }) => {
  await page.route('**/api/login', () => new Promise(() => {}));
  await page.goto(`${stack.url}/login`);
  await page.getByLabel('เบอร์โทรศัพท์').fill('0812345678');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('krapao-1234');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toHaveAttribute('aria-busy', 'true');
});

/** Returns the number of lines of the text at the end of an element. */
const linesOf = (place: Locator): Promise<number> =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNode(element.lastChild ?? element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

test("the links to a game's apps have one line each on any phone", async ({
  page,
  stack,
  counterparties,
}) => {
  await openAsMember(page, stack, await registerPlayer(stack.url, counterparties, 100));
  await tileOf(page, 'PG').tap();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const system of ['Android', 'iOS']) {
      const link = dialogOf(page, 'PG').getByRole('link', { name: `เล่นบน ${system}` });
      expect([width, system, await linesOf(link.locator('span').last())]).toEqual([width, system, 1]);
    }
  }
});

/** Words that browsers take for several, and break unless their parts are joined. */
const COMPOUNDS = 'ลง\u2060?ทะเบียน|ค่า\u2060?ใช้\u2060?จ่าย|คง\u2060?เหลือ|ย้อน\u2060?หลัง';

/** Returns Thai words broken over two lines: those of the browser's dictionary, and the ones above. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate((compounds) => {
    const found: string[] = [];
    const range = document.createRange();
    const segmenter = new Intl.Segmenter('th', { granularity: 'word' });
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (!(node instanceof Text) || !node.parentElement?.checkVisibility()) continue;
      const words = [
        ...Array.from(segmenter.segment(node.data), ({ segment, index }) => ({ text: segment, at: index })),
        ...Array.from(node.data.matchAll(new RegExp(compounds, 'g')), ({ 0: text, index }) => ({
          text,
          at: index,
        })),
      ];
      for (const { text, at } of words) {
        if (!/[\u0E00-\u0E7F]/.test(text)) continue;
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) found.push(text);
      }
    }
    return found;
  }, COMPOUNDS);

test('no Thai word is broken at the end of a line @whole', async ({ page, stack }) => {
  await openAsMember(page, stack);
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const deposit = dialogOf(page, 'ฝากเงิน');
  await deposit.getByRole('button', { name: /ธนาคารไทยพาณิชย์/ }).tap();
  await expect(deposit.getByText('เท่านั้น')).toBeVisible();
  // From an old phone to a large one: a few pixels decide where a line breaks.
  const broken = new Set<string>();
  for (let width = 300; width <= 430; width += 5) {
    await page.setViewportSize({ width, height: 844 });
    for (const word of await brokenWords(page)) broken.add(word);
  }
  expect([...broken]).toEqual([]);
  expect(await page.locator('html').getAttribute('lang')).toBe('th');
});

test('a dialog dims all of a wide window, the place of the scrollbar too @whole', async ({
  stack,
  counterparties,
}) => {
  // Playwright hides scrollbars of headless browsers.
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      baseURL: stack.url,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    });
    await openAsMember(page, stack, await register(stack.url, counterparties));
    await page.getByRole('button', { name: 'เงื่อนไข' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const colours = await columnsAt(page, [1_240, 1_278]);
    expect(colours[1]).toEqual(colours[0]);
  } finally {
    await browser.close();
  }
});

/** Returns the screen's colour at some columns near its lower end, where only the page is. */
async function columnsAt(page: Page, columns: readonly number[]): Promise<string[]> {
  const colours: string[] = [];
  for (const x of columns) {
    const png = await page.screenshot({ clip: { x, y: 780, width: 1, height: 1 } });
    colours.push(png.toString('base64'));
  }
  return colours;
}
