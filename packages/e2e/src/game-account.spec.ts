import { expect } from '@playwright/test';
import { dialogOf, expectFits, menuOf, openAsMember, test } from './support/browser.ts';
import { tileOf } from './support/games.ts';
import { deposit, register, registerPlayer } from './support/member.ts';

test('an account with a game is opened once, shown, and gets another password', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await openAsMember(page, stack, member);
  await tileOf(page, 'PG').tap();
  const dialog = dialogOf(page, 'PG');
  await dialog.getByRole('button', { name: 'เปิดบัญชีเกม' }).tap();
  await expect(page.getByText('เปิดบัญชี PG แล้ว').filter({ visible: true })).toBeVisible();
  const params = { slotCode: 'PG' };
  const before = await member.api.ok('GET /api/wallet/account/:slotCode', { params });
  await expect(dialog).toContainText(before.username);
  await expect(dialog).not.toContainText(before.password);
  await dialog.getByRole('button', { name: 'แสดงรหัสผ่าน' }).tap();
  await expect(dialog).toContainText(before.password);
  await expectFits(page);

  await dialog.getByRole('button', { name: 'เปลี่ยนรหัสผ่านเกม' }).tap();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('รหัสผ่านเดิมของ PG จะใช้ไม่ได้อีก');
  await question.getByRole('button', { name: 'ยกเลิก' }).tap();
  await expect(dialog).toContainText(before.password);
  await dialog.getByRole('button', { name: 'เปลี่ยนรหัสผ่านเกม' }).tap();
  await question.getByRole('button', { name: 'เปลี่ยนรหัสผ่านเกม' }).tap();
  await expect(page.getByText('เปลี่ยนรหัสผ่านเกมแล้ว').filter({ visible: true })).toBeVisible();
  const after = await member.api.ok('GET /api/wallet/account/:slotCode', { params });
  expect(after.password).not.toBe(before.password);
  await expect(dialog).toContainText(after.password);
});

test('credit goes both ways between the wallet and a game, by another amount and by steps @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await openAsMember(page, stack, player);
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  await dialogOf(page, 'ทำรายการ').getByRole('button', { name: 'โยกเครดิต' }).tap();
  const dialog = dialogOf(page, 'โยกเครดิต');
  await dialog.getByLabel('ไปยัง').selectOption('PG');
  await dialog.getByRole('button', { name: 'สลับต้นทางกับปลายทาง' }).tap();
  await expect(dialog.getByLabel('จาก')).toHaveValue('PG');
  await dialog.getByRole('button', { name: 'โยกเครดิต', exact: true }).tap();
  await expect(dialog).toContainText('จำนวนขั้นต่ำ');
  await dialog.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();

  await tileOf(page, 'PG').tap();
  const sheet = dialogOf(page, 'PG');
  await sheet.getByRole('button', { name: 'ระบุจำนวนอื่น' }).tap();
  const amount = sheet.getByLabel('จำนวนที่จะโยกเข้าเกม');
  await sheet.getByRole('button', { name: 'โยกอย่างเดียว' }).tap();
  await expect(amount).toBeFocused();
  await amount.fill('0.5');
  await sheet.getByRole('button', { name: 'โยกอย่างเดียว' }).tap();
  await expect(sheet).toContainText('จำนวนขั้นต่ำ');
  await sheet.getByRole('button', { name: 'ล้างยอด' }).tap();
  await sheet.getByRole('button', { name: 'เพิ่มอีก 100', exact: true }).tap();
  await expect(amount).toHaveValue('100');
  await sheet.getByRole('button', { name: 'โยก ฿100.00', exact: true }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ตกลง' }).tap();
  expect((await counterparties.player(player.pgUsername)).balance).toBe(100);
});

test('who has no game account yet is told where one is opened @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 20);
  await openAsMember(page, stack, member);
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  await dialogOf(page, 'ทำรายการ').getByRole('button', { name: 'โยกเครดิต' }).tap();
  const dialog = dialogOf(page, 'โยกเครดิต');
  await expect(dialog).toContainText('ยังไม่มีบัญชีเกม');
  await dialog.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  await expect(dialog).toBeHidden();
});
