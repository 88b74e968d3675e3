import { expect, type Page } from '@playwright/test';
import { dialogOf, expectFits, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { deposit, register, type Member } from './support/member.ts';

const POPUP_AFTER_MS = 2_000;
/** Half the width of the wheel's drawing, in its own units. */
const HALF = 106;
/** Radius between the labels and the pointer's tip. */
const CLEAR_REACH = 79;

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

test('the wheel lands on what was drawn, tells the prize 2 s after it rests, and can be checked', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  // Each ฿500 earns a coin.
  await deposit(member, counterparties, 1_000);
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
