import { expect, type Page } from '@playwright/test';
import { dialogOf, menuOf, openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';

/** Blocks a file of the app, as after a new version has replaced it. */
const hold = (page: Page, name: string): Promise<unknown> =>
  page.route(new RegExp(`/assets/${name}-[^/]+\\.js$`), (route) => route.abort());

/** Marks the page as reloaded for a missing file a moment ago: it does not reload again. */
const noteReload = (page: Page): Promise<void> =>
  page.evaluate(() => sessionStorage.setItem('reloadedAt', String(Date.now())));

test('a page whose code is gone is loaded anew once, and says so if that does not help', async ({
  page,
  stack,
  expectFailures,
}) => {
  expectFailures(/^fault: /);
  await openAsMember(page, stack);
  await hold(page, 'profile');
  await page.goto('/user/profile');
  await page.waitForFunction(() => Number(sessionStorage.getItem('reloadedAt')) > 0);
  await expect(page.getByRole('heading', { level: 1, name: 'หน้านี้มีปัญหา' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'โหลดใหม่' }).tap();
  await expect(page.getByRole('heading', { name: 'โปรไฟล์', level: 1 })).toBeVisible();
});

test('the frame of members’ pages that does not come is told @whole', async ({
  page,
  stack,
  expectFailures,
}) => {
  expectFailures(/^fault: /);
  await openAsMember(page, stack);
  await noteReload(page);
  await hold(page, 'member-shell');
  await page.goto('/user/home');
  await expect(page.getByRole('heading', { level: 1, name: 'หน้านี้มีปัญหา' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'โหลดใหม่' }).tap();
  await expect(walletBar(page)).toContainText('฿0.00');
});

test('a sheet whose code is gone is told to the player and to the operator @whole', async ({
  page,
  stack,
  expectFailures,
}) => {
  expectFailures(/^fault: .*conditions-modal/);
  await openAsMember(page, stack);
  await noteReload(page);
  await hold(page, 'conditions-modal');
  await page.goto('/user/home');
  const press = menuOf(page).getByRole('button', { name: 'เงื่อนไข' });
  await press.tap();
  await expect(page.getByText('เชื่อมต่อไม่ได้').filter({ visible: true })).toBeVisible();
  await expect(dialogOf(page, 'เงื่อนไข')).toHaveCount(0);
});

test('a language whose words do not come leaves the one that is there', async ({ page, stack }) => {
  await openPathAsMember(page, stack, '/user/profile');
  const english = page.getByRole('radiogroup').locator('label').filter({ hasText: 'English' });
  await expect(english.first()).toBeVisible();
  await page.route(/\/assets\/[^/]*words[^/]*\.js$/, (route) => route.abort());
  await noteReload(page);
  await english.first().tap();
  await expect(page.getByText('เชื่อมต่อไม่ได้').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'โปรไฟล์', level: 1 })).toBeVisible();
});
