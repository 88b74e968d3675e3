import { expect, type Page } from '@playwright/test';
import { Quiet } from './gallery/quiet.ts';
import { dialogOf, openAsMember, test, walletBar } from './support/browser.ts';
import { move, registerPlayer } from './support/member.ts';
import { tileOf } from './support/games.ts';

test.describe.configure({ mode: 'parallel' });

const shelf = (page: Page) => page.getByRole('region', { name: 'กีฬาและคาสิโน' });
const imi = (page: Page) => tileOf(page, 'IMI', 'casino');

test('a favourite comes first, and goes back to its place when it is none any more', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  const first = shelf(page).getByRole('listitem').first();
  const before = await first.innerText();
  expect(before).not.toContain('IMI');
  await imi(page).tap();
  const star = dialogOf(page, 'IMI').getByRole('button', { name: 'เกมโปรด' });
  await star.tap();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(first).toContainText('IMI');
  await star.tap();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => first.innerText()).toBe(before);
});

test('a search that finds nothing is given up by a press @whole', async ({ page, stack }) => {
  await openAsMember(page, stack);
  const search = page.getByRole('searchbox', { name: 'ค้นหาเกม' });
  await search.fill('zzz');
  await expect(shelf(page)).toHaveCount(0);
  await page.getByRole('main').getByRole('status').getByRole('button').tap();
  await expect(search).toHaveValue('');
  await expect(shelf(page)).toBeVisible();
});

test('a game login is copied by a press @whole', async ({ page, stack, counterparties }) => {
  const player = await registerPlayer(stack.url, counterparties, 100);
  await openAsMember(page, stack, player);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await tileOf(page, 'PG').tap();
  await dialogOf(page, 'PG').getByRole('button', { name: 'คัดลอกชื่อผู้ใช้' }).tap();
  await expect(page.getByText(`คัดลอกแล้ว: ${player.pgUsername}`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(player.pgUsername);
});

test('a game that the operator has taken away meanwhile says so, and is put away @whole', async ({
  page,
  stack,
}) => {
  const quiet = new Quiet(page);
  await openAsMember(page, stack);
  await expect(imi(page)).toBeVisible();
  // Home fetches the balances more than once by itself: the game must still be there for the press.
  await quiet.wait();
  await page.route('**/api/wallet', async (route) => {
    const reply = await route.fetch();
    const wallet = (await reply.json()) as { slots: { code: string }[] };
    await route.fulfill({ json: { ...wallet, slots: wallet.slots.filter(({ code }) => code !== 'IMI') } });
  });
  // The sheet fetches the balances when it opens.
  await imi(page).tap();
  const sheet = dialogOf(page, 'บัญชีเกม');
  await expect(sheet).toContainText('ไม่มีเกมนี้แล้ว');
  await sheet.getByRole('button', { name: 'ปิด' }).tap();
  await expect(sheet).toBeHidden();
  await expect(walletBar(page)).toBeVisible();
  await expect(imi(page)).toHaveCount(0);
});

test('a game whose site shows no page leaves its button ready for another try @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 100);
  await openAsMember(page, stack, player);
  // The browser stays on the page when there is no content.
  await page.route(`${stack.sandbox.url}/site/**`, (route) => route.fulfill({ status: 204 }));
  await tileOf(page, 'PG').tap();
  const play = dialogOf(page, 'PG').getByRole('button', { name: 'เข้าเล่น', exact: true });
  const asked = page.waitForRequest((request) => request.url().startsWith(`${stack.sandbox.url}/site/`));
  await play.tap();
  await asked;
  await expect(play).toBeDisabled();
  // The opening has ten seconds.
  await expect(play).toBeEnabled({ timeout: 30_000 });
  await expect(page).toHaveURL('/user/home');
});

test('balances are asked for when the browser shows the page again as it was left', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 100);
  await move(player, 'in', 100);
  await openAsMember(page, stack, player);
  await expect(tileOf(page, 'PG')).toContainText('100.00');
  await counterparties.play(player.pgUsername, { bet: 40, win: 0 });
  // A browser under test keeps no back/forward cache, so the test fires the event.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(tileOf(page, 'PG')).toContainText('60.00');
});
