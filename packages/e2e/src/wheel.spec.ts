import { expect, type Page } from '@playwright/test';
import { refuseUntilPress, seePress } from './support/another-try.ts';
import { dialogOf, menuOf, openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';
import { deposit, register, type Member } from './support/member.ts';
import type { Counterparties } from './support/counterparties.ts';
import type { Stack } from './support/stack.ts';

test.describe.configure({ mode: 'parallel' });

const SHARE_OF_WINDOW = 0.85;

/** Creates a member with one coin. */
async function withCoin(stack: Stack, counterparties: Counterparties): Promise<Member> {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  return member;
}

/** Opens the page that recomputes a draw, as a member who has spun once. */
async function openDraw(page: Page, stack: Stack, counterparties: Counterparties): Promise<void> {
  const member = await withCoin(stack, counterparties);
  const { draw } = await member.api.ok('POST /api/spinwheel/spin', { body: {} });
  await openPathAsMember(page, stack, `/user/spin/verify/${draw?.drawId}`, member);
}

const spinButton = (page: Page) => page.getByRole('button', { name: /^หมุนวงล้อ/ });
const coinsOf = async (member: Member) => (await member.api.ok('GET /api/spinwheel/setup')).userCoin;

test('the wheel is as wide as the window has room for, and follows it @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  await openPathAsMember(page, stack, '/user/spin', await withCoin(stack, counterparties));
  const wheel = page.getByRole('img', { name: /^วงล้อ/ });
  const widthOf = async () => Math.round((await wheel.boundingBox())?.width ?? 0);
  await expect.poll(widthOf).toBe(Math.round(390 * SHARE_OF_WINDOW));
  await page.setViewportSize({ width: 340, height: 700 });
  await expect.poll(widthOf).toBe(Math.round(340 * SHARE_OF_WINDOW));
});

test('a spin that is refused says why in the wheel’s words, and the coin is still there', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await withCoin(stack, counterparties);
  await openPathAsMember(page, stack, '/user/spin', member);
  await page.route('**/api/spinwheel/spin', (route) =>
    route.fulfill({ status: 409, json: { message: 'BONUS_REMAINING', requestId: 'r' } }),
  );
  await spinButton(page).tap();
  const told = page.getByRole('alertdialog');
  await expect(told).toContainText('รับรางวัลไม่ได้ระหว่างที่มีโบนัสใช้งานอยู่');
  await told.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(spinButton(page)).toBeEnabled();
  await expect(page.getByText('คุณมี 1 เหรียญ')).toBeVisible();
  expect(await coinsOf(member)).toBe(1);
});

test('a prize that was given another name meanwhile is told by that name, on its slice @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  await openPathAsMember(page, stack, '/user/spin', await withCoin(stack, counterparties));
  await page.route('**/api/spinwheel/spin', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...((await reply.json()) as object), label: 'ชื่อใหม่' } });
  });
  await spinButton(page).tap();
  await expect(page.getByRole('status').filter({ hasText: 'หยุดที่ ชื่อใหม่' })).toBeVisible();
  await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', /rested|told/);
  const popup = dialogOf(page, 'ผลการหมุน');
  await expect(popup.getByRole('heading', { name: 'ชื่อใหม่' })).toBeVisible();
  await popup.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(page.getByText('ยังไม่มีเหรียญ')).toBeVisible();
});

test('the wheel over home leads to the coupons, and is gone there @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const member = await withCoin(stack, counterparties);
  await openAsMember(page, stack, member);
  await walletBar(page).getByRole('button', { name: 'วงล้อ มี 1 เหรียญ' }).tap();
  await dialogOf(page, 'วงล้อนำโชค')
    .getByRole('button', { name: /^หมุนวงล้อ/ })
    .tap();
  await dialogOf(page, 'ผลการหมุน').getByRole('button', { name: 'ดูคูปองของฉัน' }).tap();
  await expect(page).toHaveURL('/user/spin');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'คูปองของฉัน' })).toBeVisible();
  expect(await coinsOf(member)).toBe(0);
});

test('a draw that could not be loaded is there after another try @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  await refuseUntilPress(page, '**/api/spinwheel/draw/*', { refuse: (route) => route.abort() });
  await openDraw(page, stack, counterparties);
  const again = page.getByRole('button', { name: 'ลองใหม่', exact: true });
  await expect(again).toBeVisible();
  await seePress(page);
  await again.tap();
  await expect(page.getByRole('heading', { name: /^ถูกต้อง/ })).toBeVisible();
  await expect(again).toHaveCount(0);
  await menuOf(page).getByRole('link', { name: 'หน้าหลัก' }).tap();
  await expect(walletBar(page)).toContainText('500.00');
});

test('a browser that cannot compute a draw is told so, and calls no draw wrong', async ({
  page,
  stack,
  counterparties,
}) => {
  // A page without https has no WebCrypto keys.
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await openDraw(page, stack, counterparties);
  await expect(page.getByText('เบราว์เซอร์นี้คำนวณไม่ได้')).toBeVisible();
  await expect(page.getByText('เปิดหน้านี้ผ่าน https แล้วลองอีกครั้ง')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^ไม่ตรงกัน/ })).toHaveCount(0);
});
