import { expect } from '@playwright/test';
import { test } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';
import { GAMES } from './support/games.ts';
import { goThrough } from './support/game-trip.ts';
import { registerPlayer } from './support/member.ts';
import { findSecrets, secretsUsed } from './support/secrets.ts';

// Each test has its own members, so they run in parallel.
test.describe.configure({ mode: 'parallel' });

/** One of every kind of game and of every launch kind: `dialects.spec.ts` has the protocols of all. */
const SHORT = ['JOKER', 'SEXYGAME', 'UFABET', 'PG', 'HUAYHD', 'LUCKYLOTTO'];

/** All of them take minutes: `GAMES=all` turns them on. */
const chosen = Object.entries(GAMES).filter(([code]) => process.env.GAMES === 'all' || SHORT.includes(code));

/** The longest way to open a game. `journey.spec.ts` plays another, `games-frame.spec.ts` opens a third. */
const IN_SHORT_FORM = new Set(['UFABET']);

for (const [code, launch] of chosen) {
  test(
    `${code}: from opening the account to bringing the credit back`,
    inWholeUnless(IN_SHORT_FORM.has(code)),
    async ({ page, stack, counterparties }) => {
      await goThrough({ page, stack, counterparties, code, launch }, async (visit) => {
        await visit(page);
        // Back works as from any other page: no step on the way keeps a player from returning.
        while (!page.url().startsWith(stack.url)) await page.goBack();
        await expect(page).toHaveURL('/user/home');
      });
    },
  );
}

test('every way to open a game is gone', () => {
  expect(new Set(chosen.map(([, launch]) => launch))).toEqual(new Set(Object.values(GAMES)));
});

test('nothing secret stands in the log, where it would be found', async ({ stack, counterparties }) => {
  const { api, password, pgUsername } = await registerPlayer(stack.url, counterparties, 100);
  const game = await api.ok('GET /api/wallet/account/:slotCode', { params: { slotCode: 'PG' } });
  const { link } = await api.ok('GET /api/autoLogin/pg/:username', { params: { username: pgUsername } });
  const session = new URL(link).searchParams.get('ops') ?? '';
  const secrets = [password, api.token ?? '', game.password, session];
  expect(secretsUsed()).toEqual(expect.arrayContaining(secrets));

  const isLogged = () => stack.server.output.includes('"route":"/api/autoLogin/pg/:username"');
  await expect.poll(isLogged).toBe(true);
  const log = stack.server.output;
  expect(findSecrets(log, secretsUsed())).toEqual([]);
  for (const secret of secrets) {
    const line = JSON.stringify({ level: 30, url: `/site?token=${secret}`, msg: 'opened' });
    expect(findSecrets(`${log}${line}\n`, secretsUsed())).toEqual([secret]);
  }
});
