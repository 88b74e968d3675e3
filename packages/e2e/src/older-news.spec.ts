import { expect, type Page } from '@playwright/test';
import { openAsMember, test, walletBar } from './support/browser.ts';
import { deposit, move, registerPlayer, walletAmount, type Player } from './support/member.ts';
import type { Counterparties } from './support/counterparties.ts';
import type { Stack } from './support/stack.ts';

test.describe.configure({ mode: 'parallel' });

/** Number of movements checked for news: an earlier one is requested by itself. */
const LOOKED_AT = 10;

const told = (page: Page) => page.getByRole('region', { name: 'การแจ้งเตือน' }).filter({ visible: true });

/** Opens the page of a member with a known withdrawal of ฿100 in progress, and with many later movements. */
async function openWithOldWithdrawal(
  page: Page,
  stack: Stack,
  counterparties: Counterparties,
): Promise<Player> {
  const player = await registerPlayer(stack.url, counterparties, 400);
  const { _id } = await player.api.ok('POST /api/wallet/withdraw', { body: { amount: 100 } });
  await counterparties.payoutTo(player.bankAccountNo);
  await openAsMember(page, stack, player);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('news'))).toContain(_id);
  for (let n = 0; n < LOOKED_AT; n += 2) {
    await move(player, 'in', 10);
    await move(player, 'out', 10);
  }
  await expect(walletBar(page)).toContainText('฿100.00 กำลังดำเนินการ');
  return player;
}

test('the end of a withdrawal is told, however much has moved since it was asked for @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await openWithOldWithdrawal(page, stack, counterparties);
  const { id } = await counterparties.payoutTo(player.bankAccountNo);
  await counterparties.decidePayout(id, 'refused');
  await expect(told(page)).toContainText('ถอน ฿100.00 ไม่สำเร็จ เงินกลับเข้ากระเป๋าหลักครบแล้ว');
  expect(await walletAmount(player.api)).toBe(400);
});

test('a movement that is not found any more keeps no other news away', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await openWithOldWithdrawal(page, stack, counterparties);
  await page.route('**/api/statement/item/*', (route) =>
    route.fulfill({ status: 404, json: { message: 'NO_DATA', requestId: 'r' } }),
  );
  await deposit(player, counterparties, 45);
  await expect(told(page)).toContainText('ได้รับเงิน ฿45.00 เข้ากระเป๋าหลักแล้ว');
});
