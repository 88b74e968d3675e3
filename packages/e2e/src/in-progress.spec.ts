import { expect } from '@playwright/test';
import { dialogOf, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { silenceFromTransfer, tileOf } from './support/games.ts';
import { registerPlayer } from './support/member.ts';
import { LEFT_MS } from './support/stack.ts';

test('credit on its way to a game that does not answer is shown, and arrives by itself', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await openAsMember(page, stack, player);
  await expect(walletBar(page)).toContainText('฿500.00');

  await tileOf(page, 'PG').tap();
  const dialog = dialogOf(page, 'PG');
  const move = dialog.getByRole('button', { name: 'โยกทั้งหมด ฿500.00', exact: true });
  await expect(move).toBeEnabled();
  await silenceFromTransfer(page, counterparties, 'timeout_after_commit');
  await move.tap();
  await expect(page.getByText(/กำลังโยก ฿500\.00/).first()).toBeVisible();
  await dialog.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  // The amount in progress links to its movement.
  await walletBar(page).getByRole('link', { name: '฿500.00 กำลังดำเนินการ' }).tap();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: /฿/ }).first();
  await expect(row).toContainText('โยกเครดิต');
  await expect(row).toContainText('กำลังดำเนินการ');
  await counterparties.clearFaults();
  await stack.pass(LEFT_MS);
  await expect(row).toContainText('สำเร็จ');
  await expect(row).not.toContainText('กำลังดำเนินการ');
  expect((await counterparties.player(player.pgUsername)).balance).toBe(500);

  await menuOf(page).getByRole('link', { name: 'หน้าหลัก' }).tap();
  await expect(walletBar(page)).not.toContainText('กำลังดำเนินการ');
  await expect(walletBar(page).getByRole('definition').nth(1)).toHaveText('500.00');
});
