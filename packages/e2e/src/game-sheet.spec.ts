import { expect } from '@playwright/test';
import { dialogOf, expectFits, openAsMember, test, walletBar } from './support/browser.ts';
import { asItLeaves, tileOf } from './support/games.ts';
import { move, registerPlayer, walletAmount } from './support/member.ts';

test('the sheet of a game moves all of the wallet, or exactly what is typed @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await openAsMember(page, stack, player);
  await tileOf(page, 'PG').tap();
  const dialog = dialogOf(page, 'PG');
  const amount = dialog.getByLabel('จำนวนที่จะโยกเข้าเกม');
  await expect(amount).toHaveValue('500');
  await expect(amount).not.toBeEditable();
  await expect(dialog.getByRole('button', { name: 'โยกทั้งหมด ฿500.00', exact: true })).toBeEnabled();

  await dialog.getByRole('button', { name: 'ระบุจำนวนอื่น' }).tap();
  await expect(amount).toBeFocused();
  await amount.fill('500.01');
  await expect(dialog).toContainText('ยอดเงินไม่พอ มีอยู่');
  await expect(dialog.getByRole('button', { name: /^โยก ฿500\.01/ })).toHaveCount(0);
  await amount.fill('100');
  await expectFits(page);
  await dialog.getByRole('button', { name: 'โยก ฿100.00', exact: true }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ตกลง' }).tap();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText('400.00');
  expect((await counterparties.player(player.pgUsername)).balance).toBe(100);

  await tileOf(page, 'PG').tap();
  await dialog.getByRole('button', { name: 'ระบุจำนวนอื่น' }).tap();
  await amount.fill('30.5');
  await dialog.getByRole('button', { name: 'โยก ฿30.50 แล้วเล่น' }).tap();
  await page.waitForURL(new RegExp(`^${stack.sandbox.url}/site/PG`));
  expect((await counterparties.player(player.pgUsername)).balance).toBe(130.5);
  expect(await walletAmount(player.api)).toBe(369.5);
});

test('a provider in maintenance is called closed for now, never gone, and cannot be played', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await move(player, 'in', 120);
  await openAsMember(page, stack, player);
  await tileOf(page, 'PG').tap();
  const dialog = dialogOf(page, 'PG');
  const play = dialog.getByRole('button', { name: 'เข้าเล่น', exact: true });
  await expect(play).toBeEnabled();
  await asItLeaves(page, '**/api/autoLogin/pg/*', () => counterparties.maintenance(true));
  try {
    await play.tap();
    const told = page.getByRole('region', { name: 'การแจ้งเตือน' }).filter({ visible: true });
    await expect(told).toContainText('เข้าเล่น PG ไม่ได้ในขณะนี้');
    await expect(told).not.toContainText('ไม่มีเกมนี้แล้ว');
    await expect(dialog.getByText('PG ปิดปรับปรุงหรือไม่ตอบสนองอยู่')).toBeVisible();
    await expect(play).toBeDisabled();
    for (const button of await dialog.getByRole('button', { name: /^โยก/ }).all()) {
      await expect(button).toBeDisabled();
    }
    await counterparties.maintenance(false);
    await dialog.getByRole('button', { name: 'ตรวจสอบอีกครั้ง' }).tap();
    await expect(play).toBeEnabled();
  } finally {
    await counterparties.maintenance(false);
  }
});

test('to withdraw what lies in games, all of it is brought back from the same sheet @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await move(player, 'in', 500);
  await openAsMember(page, stack, player);
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await expect(dialog).toContainText('฿500.00 อยู่ในเกม');
  await expectFits(page);
  await dialog.getByRole('button', { name: 'ดึงเครดิตทุกเกมกลับ ฿500.00' }).tap();
  await dialogOf(page, 'ดึงเครดิตกลับ').getByRole('button', { name: 'ตกลง' }).tap();
  await expect(dialog).not.toContainText('อยู่ในเกม');
  await dialog.getByRole('button', { name: 'ทั้งหมด', exact: true }).tap();
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await expect(dialogOf(page, 'ยืนยันการถอนเงิน')).toContainText('฿500.00');
});
