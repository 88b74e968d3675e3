import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import {
  dialogOf,
  expectFits,
  menuOf,
  openAsMember,
  openPathAsMember,
  test as base,
  walletBar,
} from './support/browser.ts';
import { stackDatabase } from './support/database.ts';
import { deposit, register, walletAmount, type Member } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { inWholeUnless } from './support/forms.ts';
import { startStack, type Stack } from './support/stack.ts';
import { HURRIED_MS, tapInOnePlace, untilRested } from './support/taps.ts';

const DEMO = fileURLToPath(new URL('../../../content/demo', import.meta.url));
const POPUP_AFTER_MS = 2_000;
/** Half the width of the wheel's drawing, in its own units. */
const HALF = 106;
/** Radius between the labels and the pointer's tip. */
const CLEAR_REACH = 79;

/** Writes the demo content with many coins a day and a wheel that always pays. */
async function generousContent(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'krapao-content-'));
  await cp(DEMO, folder, { recursive: true });
  const file = path.join(folder, 'spinwheel.yaml');
  const text = await readFile(file, 'utf8');
  const generous = text
    .replace(/mostPerDay: \d+/, 'mostPerDay: 500')
    .replace(/weight: \d+(?=\n {4}prize: \{ kind: none)/g, 'weight: 0')
    .replace(/weight: [1-9]\d*/g, 'weight: 1');
  await writeFile(file, generous);
  return folder;
}

const test = base.extend<object, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter to see what is needed
    async ({}, use) => {
      const folder = await generousContent();
      const env = { RECONCILE_EVERY_MS: '300', CONTENT_DIR: folder };
      const stack = await startStack({ database: stackDatabase, env });
      await use(stack);
      await stack.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** Creates a member with so many coins. */
async function withCoins(stack: Stack, coins: number): Promise<Member> {
  const counterparties = new Counterparties(stack.sandbox.url);
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, coins * 500);
  return member;
}

const setUp = (member: Member) => member.api.ok('GET /api/spinwheel/setup');
const stage = (page: Page) => page.locator('[data-phase]');
const spinButton = (page: Page) => page.getByRole('button', { name: /^หมุนวงล้อ/ });

/** Returns the painted colour at a point of the wheel: `angle` clockwise from the top. */
async function colourAt(page: Page, angle: number): Promise<[number, number, number]> {
  const box = await page.getByRole('img', { name: /^วงล้อ/ }).boundingBox();
  if (!box) throw new Error('the wheel is not on the screen');
  const reach = (box.width / 2 / HALF) * CLEAR_REACH;
  const radians = (angle * Math.PI) / 180;
  const x = Math.round(box.x + box.width / 2 + Math.sin(radians) * reach);
  const y = Math.round(box.y + box.height / 2 - Math.cos(radians) * reach);
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  const pixel = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
    },
    [...png],
  );
  const [red = 0, green = 0, blue = 0] = pixel;
  return [red, green, blue];
}

function rgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const distance = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((part, index) => Math.abs(part - (b[index] ?? 0))));

/** Records in the page the start of each phase of the wheel, and its rotation. */
async function watchPhases(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    const look = () => {
      const phase = document.querySelector<HTMLElement>('[data-phase]')?.dataset['phase'] ?? '';
      seen[phase] ??= performance.now();
    };
    new MutationObserver(look).observe(document.body, { subtree: true, attributeFilter: ['data-phase'] });
    // oxlint-disable-next-line typescript/unbound-method -- called with its element below
    const turned = Element.prototype.animate;
    Element.prototype.animate = function animate(frames, options) {
      if (typeof options === 'object') seen['durationMs'] = Number(options.duration);
      return turned.call(this, frames, options);
    };
  });
}

const phases = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen);

test('the wheel lands on what was drawn, tells the prize 2 s after it rests, and can be checked @whole', async ({
  page,
  stack,
}) => {
  const member = await withCoins(stack, 2);
  await openAsMember(page, stack, member);
  const coin = walletBar(page).getByRole('button', { name: 'วงล้อ มี 2 เหรียญ' });
  await expect(coin).toBeVisible();
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  await dialogOf(page, 'ทำรายการ')
    .getByRole('button', { name: /วงล้อนำโชค.*มี 2 เหรียญ/ })
    .tap();
  await expect(page).toHaveURL(/\/user\/spin$/);
  await expectFits(page);

  const slices = (await setUp(member)).activeSpinwheel?.slices ?? [];
  const [first] = slices;
  await expect(spinButton(page)).toBeEnabled();
  expect(distance(await colourAt(page, 0), rgb(first?.bgColor ?? ''))).toBeLessThan(6);
  const box = await page.getByRole('img', { name: /^วงล้อ/ }).boundingBox();
  expect(box?.width).toBeCloseTo(390 * 0.85, 0);

  await watchPhases(page);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/spinwheel/spin'));
  await spinButton(page).tap();
  const result = (await (await answered).json()) as { code: string; label: string };
  await expect(stage(page)).toHaveAttribute('data-phase', 'rested');
  const wonAt = slices.findIndex(({ code }) => code === result.code);
  const neighbour = slices[(wonAt + 1) % slices.length];
  // Its bounding box is square, and wider than the phone when rotated.
  await expectFits(page);
  // Darkening takes a moment.
  await expect
    .poll(async () => distance(await colourAt(page, 360 / slices.length), rgb(neighbour?.bgColor ?? '')))
    .toBeGreaterThan(20);
  expect(distance(await colourAt(page, 0), rgb(slices[wonAt]?.bgColor ?? ''))).toBeLessThan(6);
  await expect(page.getByRole('status').filter({ hasText: `หยุดที่ ${result.label}` })).toBeVisible();

  const popup = dialogOf(page, 'ผลการหมุน');
  await expect(popup).toContainText(result.label);
  const seen = await phases(page);
  expect((seen['told'] ?? 0) - (seen['rested'] ?? 0)).toBeGreaterThanOrEqual(POPUP_AFTER_MS - 5);
  const { durationMs = 0 } = seen;
  const isOfFormula = (turns: number) => durationMs >= 400 * turns && durationMs <= 500 * turns;
  expect(isOfFormula(3) || isOfFormula(4)).toBe(true);

  await popup.getByRole('button', { name: 'ตรวจสอบผลนี้' }).tap();
  await expect(page).toHaveURL(/\/user\/spin\/verify\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { name: `ถูกต้อง: ผลคือ ${result.label}` })).toBeVisible();
  await expect(page.locator('[data-mark="good"]')).toHaveCount(4);
  await expect(page.locator('tr[aria-current]')).toContainText(result.label);
  await expectFits(page);
  expect((await setUp(member)).userCoin).toBe(1);
});

test('a draw that does not add up is called so @whole', async ({ page, stack }) => {
  const member = await withCoins(stack, 1);
  await openPathAsMember(page, stack, '/user/spin', member);
  await spinButton(page).tap();
  const popup = dialogOf(page, 'ผลการหมุน');
  // The reply of a server that has drawn with another seed than promised.
  await page.route('**/api/spinwheel/draw/*', async (route) => {
    const reply = await route.fetch();
    const draw = (await reply.json()) as object;
    await route.fulfill({ json: { ...draw, serverSeed: 'ab'.repeat(32) } });
  });
  await popup.getByRole('button', { name: 'ตรวจสอบผลนี้' }).tap();
  await expect(page.getByRole('heading', { name: /^ไม่ตรงกัน/ })).toBeVisible();
  await expect(page.locator('[data-mark="bad"]').first()).toBeVisible();
});

test('without motion the slice is marked at once, and without coins nothing spins @whole', async ({
  page,
  stack,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const member = await withCoins(stack, 1);
  await openAsMember(page, stack, member);
  await walletBar(page).getByRole('button', { name: 'วงล้อ มี 1 เหรียญ' }).tap();
  const wheel = dialogOf(page, 'วงล้อนำโชค');
  await watchPhases(page);
  await wheel.getByRole('button', { name: /^หมุนวงล้อ/ }).tap();
  await expect(stage(page)).toHaveAttribute('data-phase', 'rested');
  expect((await phases(page))['durationMs']).toBeUndefined();
  const slices = (await setUp(member)).activeSpinwheel?.slices ?? [];
  const label = (
    await page
      .getByRole('status')
      .filter({ hasText: /^หยุดที่ / })
      .textContent()
  )?.slice('หยุดที่ '.length);
  const won = slices.find((slice) => slice.label === label);
  expect(distance(await colourAt(page, 0), rgb(won?.bgColor ?? ''))).toBeLessThan(6);
  const popup = dialogOf(page, 'ผลการหมุน');
  await popup.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(wheel.getByText('ยังไม่มีเหรียญ')).toBeVisible();
  await expect(wheel.getByRole('button', { name: /^หมุนวงล้อ/ })).toBeDisabled();
  await wheel.getByRole('button', { name: 'ปิด' }).tap();
  await expect(walletBar(page).getByRole('button', { name: 'วงล้อ มี 0 เหรียญ' })).toBeVisible();
});

test('coupons come three a page and are claimed after a question', async ({ page, stack }) => {
  const member = await withCoins(stack, 60);
  const held = () => member.api.ok('GET /api/spinwheel/coupon');
  while ((await held()).length < 4) await member.api.ok('POST /api/spinwheel/spin', { body: {} });
  const kinds = (await held()).length;
  await openPathAsMember(page, stack, '/user/spin', member);
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(3);
  await expect(page.getByText(`หน้า 1 จาก ${Math.ceil(kinds / 3)}`)).toBeVisible();
  await page.getByRole('button', { name: 'ถัดไป' }).tap();
  await expect(rows).toHaveCount(Math.min(3, kinds - 3));
  await page.getByRole('button', { name: 'ก่อนหน้า' }).tap();
  await expectFits(page);

  const money = (await held()).findIndex(({ prize }) => prize.slice.startsWith('CASH'));
  const coupon = (await held())[money];
  const worth = Number(coupon?.prize.slice.slice('CASH'.length));
  const before = await walletAmount(member.api);
  for (let n = 0; n < Math.floor(money / 3); n += 1) await page.getByRole('button', { name: 'ถัดไป' }).tap();
  await page.getByRole('button', { name: `รับ ${coupon?.prize.name}`, exact: true }).tap();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('รับรางวัลนี้?');
  expect(await walletAmount(member.api)).toBe(before);
  await question.getByRole('button', { name: 'รับ', exact: true }).tap();
  await expect(page.getByRole('alertdialog')).toContainText('เรียบร้อยแล้ว');
  await page.getByRole('alertdialog').getByRole('button', { name: 'ตกลง' }).tap();
  expect(await walletAmount(member.api)).toBe(before + worth);
  const after = (await held()).find(({ prize }) => prize.slice === coupon?.prize.slice);
  expect(after?.amount ?? 0).toBe((coupon?.amount ?? 0) - 1);
});

test('a prize that people hand over has no claim, but the way to ask for it', async ({ page, stack }) => {
  const member = await withCoins(stack, 100);
  const held = () => member.api.ok('GET /api/spinwheel/coupon');
  const tea = async () => (await held()).find(({ prize }) => prize.slice === 'TEA');
  while (!(await tea())) await member.api.ok('POST /api/spinwheel/spin', { body: {} });
  await openPathAsMember(page, stack, '/user/spin', member);
  const row = page.getByRole('row').filter({ hasText: 'ชาหนึ่งกล่อง' });
  const next = page.getByRole('button', { name: 'ถัดไป' });
  const place = (await held()).findIndex(({ prize }) => prize.slice === 'TEA');
  for (let n = 0; n < Math.floor(place / 3); n += 1) await next.tap();
  await expect(row).toContainText('ทีมงานมอบรางวัลนี้ให้ ไม่ต้องกดรับ');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expectFits(page);
  await row.getByRole('link', { name: 'ติดต่อเรา' }).tap();
  await page.waitForURL('**/user/contact');
});

for (const gapMs of HURRIED_MS) {
  test(
    `taps ${gapMs} ms apart on a coupon’s confirmation take one coupon, and its result stays`,
    inWholeUnless(gapMs === Math.max(...HURRIED_MS)),
    async ({ page, stack }) => {
      const member = await withCoins(stack, 60);
      const held = () => member.api.ok('GET /api/spinwheel/coupon');
      const cash = async () => (await held()).find(({ prize }) => prize.slice.startsWith('CASH'));
      while (!(await cash())) await member.api.ok('POST /api/spinwheel/spin', { body: {} });
      const before = await cash();
      // The prize comes first in the table, so that it is on the screen.
      await page.route('**/api/spinwheel/coupon', async (route) => {
        const reply = await route.fetch();
        const coupons = (await reply.json()) as { prize: { slice: string } }[];
        const isCash = ({ prize }: { prize: { slice: string } }) => prize.slice === before?.prize.slice;
        await route.fulfill({ json: coupons.filter(isCash) });
      });
      await openPathAsMember(page, stack, '/user/spin', member);
      await page.getByRole('button', { name: `รับ ${before?.prize.name}`, exact: true }).tap();
      const told = page.getByRole('alertdialog');
      await tapInOnePlace(page, told.getByRole('button', { name: 'รับ', exact: true }), [gapMs, gapMs]);
      await expect(told).toContainText('เรียบร้อยแล้ว');
      await untilRested(page);
      await expect(told).toContainText('เรียบร้อยแล้ว');
      await told.getByRole('button', { name: 'ตกลง' }).tap();
      await expect(told).toBeHidden();
      expect((await cash())?.amount ?? 0).toBe((before?.amount ?? 0) - 1);
    },
  );
}
