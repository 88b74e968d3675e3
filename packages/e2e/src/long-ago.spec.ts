import { expect, type Page } from '@playwright/test';
import { openAsMember, test } from './support/browser.ts';
import { move, registerPlayer, walletAmount, type Player } from './support/member.ts';

test.describe.configure({ mode: 'parallel' });

/** For longer than this after a press nothing is sent again: what became of it is looked for. */
const LONG_AGO_MS = 125_000;

interface Wish {
  name: string;
  content: unknown;
  /** What its call would be. */
  path: string;
  /** Does it, as the server had done before the answer was lost; left out where it never arrives here. */
  happen?: (player: Player) => Promise<unknown>;
}

const WISHES: readonly Wish[] = [
  {
    name: 'withdraw',
    content: { amount: '100.00', isWhole: false },
    path: '/api/wallet/withdraw',
    happen: ({ api }) => api.ok('POST /api/wallet/withdraw', { body: { amount: 100 } }),
  },
  {
    name: 'transfer',
    content: { from: 'WALLET', to: 'PG', amount: '120.00' },
    path: '/api/wallet/transfer',
    happen: (player) => move(player, 'in', 120),
  },
  {
    name: 'transferAll',
    content: { to: 'PG', balance: '300.00' },
    path: '/api/wallet/transferAll',
    happen: ({ api }) => api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' } }),
  },
  {
    name: 'collect',
    content: [['PG', 50]],
    path: '/api/wallet/collect',
    happen: async (player) => {
      await move(player, 'in', 50);
      await player.api.ok('POST /api/wallet/collect');
    },
  },
  { name: 'invite', content: null, path: '/api/invite/bonus' },
];

/** What an earlier page has left behind: it was sent, and its answer was lost. */
async function leaveBehind(page: Page, { name, content }: Wish): Promise<void> {
  await page.evaluate((intent) => localStorage.setItem('intents', JSON.stringify([intent])), {
    name,
    content,
    key: 'k'.repeat(32),
    atMs: Date.now() - LONG_AGO_MS,
    isUnsure: true,
  });
  await page.reload();
}

for (const wish of WISHES) {
  test(`${wish.name}: what was asked for long ago is looked for, and not sent again`, async ({
    page,
    stack,
    outside,
  }) => {
    const player = await registerPlayer(stack.url, outside, 300);
    await openAsMember(page, stack, player);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    const told = page.getByRole('alertdialog');

    await leaveBehind(page, wish);
    await expect(told).toContainText('ไปไม่ถึงระบบ เงินไม่เคลื่อนไหว');
    await told.getByRole('button', { name: 'ตกลง' }).tap();
    await expect(told).toBeHidden();
    expect(await walletAmount(player.api)).toBe(300);

    if (wish.happen) {
      await wish.happen(player);
      const amount = await walletAmount(player.api);
      await leaveBehind(page, wish);
      await expect(told).toContainText(/สำเร็จแล้ว|ระบบรับรายการแล้ว/);
      expect(await walletAmount(player.api)).toBe(amount);
    }
    expect(await page.evaluate(() => localStorage.getItem('intents'))).toBeNull();
    expect(sent).not.toContain(wish.path);
  });
}
