import { expect, type Locator, type Page } from '@playwright/test';
import { dialogOf, expectFits, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { tileOf } from './support/games.ts';

const rowOf = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });

/** Returns the number of items side by side in a row, as measured on the screen. */
function itemsInView(row: Locator): Promise<number> {
  return row.evaluate((track) => {
    const { paddingLeft, paddingRight, columnGap } = getComputedStyle(track);
    const width = track.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const item = track.firstElementChild?.getBoundingClientRect().width ?? 0;
    return (width - 2 * parseFloat(columnGap)) / item;
  });
}

const close = (dialog: Locator): Promise<void> =>
  dialog.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();

test('the games stand in three rows, two and a bit of each in sight @whole', async ({ page, stack }) => {
  await openAsMember(page, stack);
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const name of ['สล็อต', 'กีฬาและคาสิโน', 'หวย']) {
      await expect.poll(() => itemsInView(rowOf(page, name))).toBeCloseTo(2.2, 1);
    }
    await expectFits(page);
  }
  await expect(rowOf(page, 'สล็อต').getByRole('listitem')).toHaveCount(9);
  await expect(rowOf(page, 'กีฬาและคาสิโน').getByRole('listitem')).toHaveCount(6);
  await expect(rowOf(page, 'หวย').getByRole('listitem')).toHaveCount(2);
  const pictures = page.getByRole('main').getByRole('list').locator('img');
  await expect(pictures).toHaveCount(34);
  for (const picture of await pictures.all()) {
    await expect(picture).toHaveAttribute('loading', 'lazy');
    await expect(picture).toHaveAttribute('width', /^\d+$/);
    await expect(picture).toHaveAttribute('height', /^\d+$/);
  }
});

test('a row is walked along and a game opened by keyboard alone', async ({ page, stack }) => {
  await openAsMember(page, stack);
  const tiles = rowOf(page, 'สล็อต').getByRole('button');
  await tiles.first().focus();
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('Tab');
  const sixth = tiles.nth(5);
  await expect(sixth).toBeFocused();
  await expect(sixth).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(sixth).toBeFocused();
});

test('games are found by name, and favourites come first from then on @whole', async ({ page, stack }) => {
  await openAsMember(page, stack);
  const search = page.getByRole('searchbox', { name: 'ค้นหาเกม' });
  await search.fill('joker');
  const found = page.getByRole('region', { name: 'ผลการค้นหา' });
  await expect(found.getByRole('status')).toHaveText('พบ 2 เกม');
  await expectFits(page);
  await found.getByRole('button').nth(1).tap();
  const star = dialogOf(page, 'Joker 2').getByRole('button', { name: 'เกมโปรด' });
  await star.tap();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await close(dialogOf(page, 'Joker 2'));
  await page.getByRole('button', { name: 'ล้างคำค้นหา' }).tap();

  const first = rowOf(page, 'สล็อต').getByRole('button').first();
  await expect(first).toContainText('Joker 2');
  await page.reload();
  await expect(first).toContainText('Joker 2');
  await expect(first.getByRole('img', { name: 'เกมโปรด' })).toBeVisible();

  // Another member on the same device has different favourites.
  await openAsMember(page, stack);
  await expect(tileOf(page, 'Joker 2')).toBeVisible();
  await expect(first).not.toContainText('Joker 2');
});

test('a provider that is closed is shown so, and nothing can be moved there', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await openAsMember(page, stack);
  await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'USUN' } });
  await counterparties.maintenance(true, 'USUN');
  try {
    const tile = tileOf(page, 'USUN', 'sport');
    await walletBar(page).getByRole('button', { name: 'อัปเดตยอดเงิน' }).tap();
    await expect(tile).toContainText('ขัดข้องชั่วคราว');
    await tile.tap();
    const dialog = dialogOf(page, 'USUN');
    await expect(dialog.getByRole('status').first()).toContainText('USUN ปิดปรับปรุงหรือไม่ตอบสนองอยู่');
    for (const button of await dialog.getByRole('button', { name: /^โยก/ }).all()) {
      await expect(button).toBeDisabled();
    }
    await counterparties.maintenance(false, 'USUN');
    const notice = dialog.getByText('USUN ปิดปรับปรุงหรือไม่ตอบสนองอยู่');
    const again = dialog.getByRole('button', { name: 'ตรวจสอบอีกครั้ง' });
    // The wallet that loads meanwhile may show it before the press does.
    await again.tap({ timeout: 2_000 }).catch(() => undefined);
    await expect(notice).toBeHidden();
  } finally {
    await counterparties.maintenance(false, 'USUN');
  }
});

test('a press that finds a new version is done on the new page @whole', async ({ page, stack }) => {
  await openAsMember(page, stack);
  await expect(walletBar(page)).toContainText('฿0.00');
  // The page was opened before the new version: its code is gone from the server.
  let isNew = false;
  await page.route('**/assets/action-drawer-*.js', (route) =>
    isNew ? route.continue() : route.fulfill({ status: 404 }),
  );
  const reloaded = page.waitForEvent('framenavigated').then(() => (isNew = true));
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  await reloaded;
  await expect(dialogOf(page, 'ทำรายการ')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await expect(walletBar(page)).toContainText('฿0.00');
  await expect(dialogOf(page, 'ทำรายการ')).toHaveCount(0);
});
