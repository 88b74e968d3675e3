import { expect } from '@playwright/test';
import { dialogOf, openAsMember, test, walletBar } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';
import { asItLeaves, GAMES, tileOf, type LaunchKind } from './support/games.ts';
import { goThrough } from './support/game-trip.ts';
import { registerPlayer } from './support/member.ts';

test.use({ build: 'frame' });

const CODES: Readonly<Record<LaunchKind, string>> = {
  url: 'IMI',
  html: 'HUAYHD',
  form: 'SEXYGAME',
  'token-form': 'UFABET',
  plain: 'LUCKYLOTTO',
};

// Each test has its own members, so they run in parallel.
test.describe.configure({ mode: 'parallel' });

for (const [launch, code] of Object.entries(CODES)) {
  test(
    `${code} opens in a tab of its own, by ${launch}`,
    inWholeUnless(launch === 'html'),
    async ({ page, context, stack, counterparties }) => {
      expect(GAMES[code]).toBe(launch);
      const kind = launch as LaunchKind;
      await goThrough({ page, stack, counterparties, code, launch: kind }, async (visit) => {
        const site = context.pages().find((one) => one !== page) ?? (await context.waitForEvent('page'));
        await visit(site);
        // The game has no handle on the app, and does not learn where its player came from.
        expect(await site.evaluate(() => [window.opener, window.name, document.referrer])).toEqual([
          null,
          '',
          expect.not.stringContaining(stack.url),
        ]);
        await site.close();
        await expect(page).toHaveURL('/user/home');
        // The account sheet stayed open underneath.
        await page.getByRole('dialog').getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
        // Returning to a tab updates the balances automatically, but a headless browser never hides a tab.
        await walletBar(page).getByRole('button', { name: 'อัปเดตยอดเงิน' }).tap();
      });
    },
  );
}

test('a tab whose game does not open is closed again', async ({ page, context, stack, counterparties }) => {
  const player = await registerPlayer(stack.url, counterparties, 100);
  await openAsMember(page, stack, player);
  await tileOf(page, 'PG').tap();
  const play = dialogOf(page, 'PG').getByRole('button', { name: 'เข้าเล่น' });
  await expect(play).toBeEnabled();
  await asItLeaves(page, '**/api/autoLogin/pg/*', () =>
    counterparties.fault({ port: 'provider:PG', kind: 'timeout_before_commit', rate: 1 }),
  );
  const opened = context.waitForEvent('page');
  await play.tap();
  const tab = await opened;
  if (!tab.isClosed()) await tab.waitForEvent('close');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(context.pages()).toEqual([page]);
});
