import { expect } from '@playwright/test';
import { dialogOf, openAsMember, test, walletBar } from './support/browser.ts';
import { move, registerPlayer } from './support/member.ts';

// A user with a mouse on a wide screen.
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

test('a row of games is turned by its arrows and by the wheel of a mouse', async ({ page, stack }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAsMember(page, stack);
  const shelf = page.getByRole('region', { name: 'สล็อต' });
  const games = shelf.getByRole('listitem');
  const next = shelf.getByRole('button', { name: 'ถัดไป' });
  const previous = shelf.getByRole('button', { name: 'ก่อนหน้า' });
  await expect(games.first()).toBeInViewport();
  await expect(games.last()).not.toBeInViewport();
  await expect(previous).toBeHidden();
  await next.click();
  await expect(games.first()).not.toBeInViewport();
  await previous.click();
  await expect(games.first()).toBeInViewport();
  await expect(previous).toBeHidden();
  await shelf.getByRole('list').hover();
  await page.mouse.wheel(10_000, 0);
  await expect(games.last()).toBeInViewport();
  await expect(next).toBeHidden();
});

test('the card of what friends earn leads to the bonuses', async ({ page, stack }) => {
  await openAsMember(page, stack);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'โบนัสแนะนำเพื่อน' }) });
  await card.getByRole('button', { name: 'โบนัส', exact: true }).click();
  await expect(page).toHaveURL('/user/bonus');
  await expect(page.getByRole('list', { name: 'โบนัสที่มีให้' })).toBeVisible();
});

test('a sheet that is at work stays, however often Escape is pressed @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 200);
  await openAsMember(page, stack, player);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/wallet/transferAll', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('main').getByRole('button', { name: /^PG/ }).first().click();
  const dialog = dialogOf(page, 'PG');
  const close = dialog.getByRole('button', { name: 'ปิด' });
  await dialog.getByRole('button', { name: 'โยกทั้งหมด ฿200.00', exact: true }).click();
  await expect(close).toBeDisabled();
  // The browser closes a dialog by itself when there was no press between two Escapes.
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  release();
  await expect(page.getByRole('alertdialog')).toContainText('ทำรายการเรียบร้อยแล้ว');
  await expect(dialog).toBeHidden();
});

test('what came back from the games is told until it is put away @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 200);
  await move(player, 'in', 150);
  await openAsMember(page, stack, player);
  await walletBar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' }).click();
  const told = dialogOf(page, 'ดึงเครดิตกลับ');
  await expect(told).toContainText('กลับเข้ากระเป๋าหลักแล้ว');
  await expect(told).toContainText('150.00');
  await page.keyboard.press('Escape');
  await expect(told).toBeHidden();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText('200.00');
});
