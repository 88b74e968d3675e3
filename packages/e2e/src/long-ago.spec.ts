import { expect, type Page } from '@playwright/test';
import { openAsMember, test } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';
import { move, registerPlayer, walletAmount, type Player } from './support/member.ts';

test.describe.configure({ mode: 'parallel' });

/** Longer ago than the app resends: it looks up the outcome instead. */
const LONG_AGO_MS = 125_000;

/** Key of the request that was sent long ago. */
const KEY = 'k'.repeat(32);
const headers = { 'idempotency-key': KEY };

interface StoredIntent {
  name: string;
  content: unknown;
  /** Path of its call. */
  path: string;
  /** Told while the server has no trace of it. */
  untraced: string;
  /**
   * Performs it, as the server had done before the answer was lost; left out where it never reached the
   * server.
   */
  happen?: (player: Player) => Promise<unknown>;
}

const LOOK_FIRST = 'ไม่ทราบผล กรุณาดูยอดเงินและรายการเดินบัญชีก่อนทำรายการใหม่';
const AGAIN = 'ยังไม่มีผลในระบบ ทำรายการใหม่ได้ ระบบจะไม่นับซ้ำ';

const INTENTS: readonly StoredIntent[] = [
  {
    name: 'withdraw',
    content: { amount: '100.00', isWhole: false },
    path: '/api/wallet/withdraw',
    untraced: LOOK_FIRST,
    happen: ({ api }) => api.ok('POST /api/wallet/withdraw', { body: { amount: 100 }, headers }),
  },
  {
    name: 'transfer',
    content: { from: 'WALLET', to: 'PG', amount: '120.00' },
    path: '/api/wallet/transfer',
    untraced: LOOK_FIRST,
    happen: ({ api }) =>
      api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 120 }, headers }),
  },
  {
    name: 'transferAll',
    content: { to: 'PG', balance: '300.00' },
    path: '/api/wallet/transferAll',
    untraced: LOOK_FIRST,
    happen: ({ api }) => api.ok('POST /api/wallet/transferAll', { body: { to: 'PG' }, headers }),
  },
  {
    name: 'collect',
    content: [['PG', 50]],
    path: '/api/wallet/collect',
    untraced: AGAIN,
    happen: async (player) => {
      await move(player, 'in', 50);
      await player.api.ok('POST /api/wallet/collect');
    },
  },
  { name: 'invite', content: null, path: '/api/invite/bonus', untraced: AGAIN },
];

/** Leaves the record of an earlier page: a request that was sent, with its answer lost. */
async function leaveBehind(
  page: Page,
  { name, content }: Pick<StoredIntent, 'name' | 'content'>,
  agoMs = LONG_AGO_MS,
): Promise<void> {
  await page.evaluate((intent) => localStorage.setItem('intents', JSON.stringify([intent])), {
    name,
    content,
    key: KEY,
    atMs: Date.now() - agoMs,
    isUnsure: true,
  });
  await page.reload();
}

for (const intent of INTENTS) {
  test(
    `${intent.name}: what was asked for long ago is looked for, and not sent again`,
    inWholeUnless(intent.name === 'withdraw'),
    async ({ page, stack, counterparties }) => {
      const player = await registerPlayer(stack.url, counterparties, 300);
      await openAsMember(page, stack, player);
      const sent: string[] = [];
      page.on('request', (request) => sent.push(new URL(request.url()).pathname));
      const told = page.getByRole('alertdialog');

      await leaveBehind(page, intent);
      await expect(told).toContainText(intent.untraced);
      await told.getByRole('button', { name: 'ตกลง' }).tap();
      await expect(told).toBeHidden();
      expect(await walletAmount(player.api)).toBe(300);

      if (intent.happen) {
        await intent.happen(player);
        const amount = await walletAmount(player.api);
        await leaveBehind(page, intent);
        await expect(told).toContainText(/สำเร็จแล้ว|ระบบรับรายการแล้ว/);
        expect(await walletAmount(player.api)).toBe(amount);
      }
      expect(await page.evaluate(() => localStorage.getItem('intents'))).toBeNull();
      expect(sent).not.toContain(intent.path);
    },
  );
}

test('credit that is called back once more and stays in a game is told so @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 300);
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
  const collect = { name: 'collect', content: [['PG', 50]] };
  await leaveBehind(page, collect, 10_000);
  const told = page.getByRole('alertdialog');
  await expect(told).toContainText(/^.*ดึงเครดิตกลับ ไม่สำเร็จ.*ส่วนที่เหลือยังอยู่ในเกม/);
  await expect(told).not.toContainText('เงินคืนเข้ากระเป๋าแล้ว');
  expect(sent).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('intents'))).toBeNull();
  expect(await walletAmount(player.api)).toBe(250);
});
