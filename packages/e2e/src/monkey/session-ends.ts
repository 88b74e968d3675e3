import type { Page } from '@playwright/test';
import type { Dice } from '../support/dice.ts';
import type { Player } from './players.ts';

const WAYS = ['log-out everywhere', 'session expired', 'log-out in another tab', 'token forged'] as const;
export type SessionEnd = (typeof WAYS)[number];

/** Ends the session of the page's member in a random way. @returns the way */
export async function endSession(page: Page, player: Player, dice: Dice): Promise<SessionEnd> {
  const way = dice.pick(WAYS);
  const { database } = player.stack;
  if (way === 'session expired' && database) {
    await database.query(
      `update session set expires_at = now() - interval '1 minute'
       where member_id = (select id from member where username = $1)`,
      [player.member.username],
    );
    return way;
  }
  if (way === 'log-out in another tab') {
    await changeInAnotherTab(page, player, null);
    return way;
  }
  if (way === 'token forged') {
    await changeInAnotherTab(page, player, 'not-a-token');
    return way;
  }
  await player.logOutEverywhere();
  return 'log-out everywhere';
}

/** Changes the shared token in another tab of the app; null is a log-out. */
async function changeInAnotherTab(page: Page, { stack }: Player, token: string | null): Promise<void> {
  const other = await page.context().newPage();
  try {
    // A page of the site without the app, which would act by itself.
    const address = `${stack.url}/another-tab`;
    await other.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await other.goto(address);
    await other.evaluate((given) => {
      if (given === null) localStorage.removeItem('token');
      else localStorage.setItem('token', given);
    }, token);
  } finally {
    await other.close();
  }
}
