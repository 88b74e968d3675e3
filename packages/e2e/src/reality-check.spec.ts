import { expect, type Page } from '@playwright/test';
import { choose, expectFits, openAsMember, openPathAsMember, test } from './support/browser.ts';
import { walletAmount, type Player } from './support/member.ts';
import { playedAnHour } from './support/played.ts';
import { until } from './support/until.ts';

const HOUR_MS = 60 * 60_000;

const check = (player: Player) => player.api.ok('GET /api/protection/reality-check');
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'หยุดดูสักครู่' });

test('a reality check has to be answered: it survives a reload, a second tab and a closed laptop', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await playedAnHour(stack, counterparties);
  await openAsMember(page, stack, player);
  await expect(dialog(page)).toContainText('เดิมพัน฿150.00');
  await expect(dialog(page)).toContainText('ได้กลับ฿110.00');
  await expect(dialog(page)).toContainText('-฿40.00');
  await expect(dialog(page)).toContainText('1 ชม.');
  await expectFits(page);
  // Nothing but an answer closes it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  await page.reload();
  await expect(dialog(page)).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/user/statement');
  await expect(dialog(other)).toBeVisible();

  // The laptop sleeps for a night.
  await other.clock.install();
  await other.clock.fastForward(9 * HOUR_MS);
  await other.reload();
  await expect(dialog(other)).toBeVisible();
  await dialog(other).getByRole('button', { name: 'เล่นต่อ' }).tap();
  await expect(dialog(other)).toBeHidden();
  expect(await check(player)).toMatchObject({ isDue: false, minutes: 0, staked: 0 });
  // The first tab learns of it.
  await page.bringToFront();
  await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
});

test('one press brings all credit back and stops @whole', async ({ page, stack, counterparties }) => {
  const player = await playedAnHour(stack, counterparties);
  const before = await walletAmount(player.api);
  await openAsMember(page, stack, player);
  await dialog(page).getByRole('button', { name: 'ดึงเครดิตกลับทั้งหมดแล้วหยุด' }).tap();
  await expect(dialog(page)).toBeHidden();
  await until('the credit is home', 15_000, async () => (await walletAmount(player.api)) > before);
  expect(await check(player)).toMatchObject({ isDue: false });
});

test('my play shows the figures of all providers as a picture and in full @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await playedAnHour(stack, counterparties);
  const { no, minutes, staked, won } = await check(player);
  await player.api.ok('POST /api/protection/reality-check/answer', { body: { no, minutes, staked, won } });
  await openPathAsMember(page, stack, '/user/protection', player);
  await page
    .getByRole('main')
    .getByRole('link', { name: /การเล่นของฉัน/ })
    .tap();
  const main = page.getByRole('main');
  await expect(main.getByRole('img', { name: /ได้เสีย/ })).toBeVisible();
  for (const name of ['เดือน', 'ปี', 'วัน']) {
    await choose(main, name);
    await expect(main).toContainText('ฝาก฿1,000.00');
    await expect(main).toContainText('รวมทุกค่าย');
    await expect(main).toContainText('เดิมพัน฿150.00');
    await expectFits(page);
  }
  await choose(main, 'เวลา');
  await expect(main.getByRole('img', { name: /เวลา/ })).toBeVisible();
});

test('a member who has not played sees so @whole', async ({ page, stack }) => {
  await openPathAsMember(page, stack, '/user/play');
  await expect(page.getByRole('main')).toContainText('ยังไม่มีการเล่น');
});
