import { expect, type Page } from '@playwright/test';
import { openAsMember, test } from './support/browser.ts';
import { move, registerPlayer, walletAmount, type Player } from './support/member.ts';

test.describe.configure({ mode: 'parallel' });

/** Longer ago than the app resends: it looks up the outcome instead. */
const LONG_AGO_MS = 125_000;

interface Wish {
  name: string;
  content: unknown;
  /** Path of its call. */
  path: string;
  /**
   * Performs it, as the server had done before the answer was lost; left out where it never reached the
   * server.
   */
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

/** Leaves the record of an earlier page: a request that was sent, with its answer lost. */
async function leaveBehind(page: Page, { name, content }: Wish, agoMs = LONG_AGO_MS): Promise<void> {
  await page.evaluate((intent) => localStorage.setItem('intents', JSON.stringify([intent])), {
    name,
    content,
    key: 'k'.repeat(32),
    atMs: Date.now() - agoMs,
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

test('credit that is called home once more and stays in a game is told so', async ({
  page,
  stack,
  outside,
}) => {
  const player = await registerPlayer(stack.url, outside, 300);
  await move(player, 'in', 50);
  await openAsMember(page, stack, player);
  const results = [
    { code: 'IMI', status: 'PENDING', amount: 20, message: 'OK' },
    { code: 'PG', status: 'FAILED', amount: 50, message: 'TRANSFER_FAIL' },
  ];
  let sent = 0;
  await page.route('**/api/wallet/collect', (route) => {
    sent += 1;
    return route.fulfill({ json: { results } });
  });
  const collect = { name: 'collect', content: [['PG', 50]], path: '/api/wallet/collect' };
  await leaveBehind(page, collect, 10_000);
  await expect(page.getByRole('alertdialog')).toContainText(/^.*ดึงเครดิตกลับ ไม่สำเร็จ/);
  expect(sent).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('intents'))).toBeNull();
  expect(await walletAmount(player.api)).toBe(250);
});
