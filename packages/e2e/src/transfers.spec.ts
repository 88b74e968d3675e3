import { expect, type Page } from '@playwright/test';
import { dialogOf, expectFits, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { asItLeaves, silenceFromTransfer } from './support/games.ts';
import { move, registerPlayer } from './support/member.ts';
import { LEFT_MS } from './support/stack.ts';

/** Opens the transfer dialog, ready to move the main wallet into PG. */
async function openTransfer(page: Page) {
  await walletBar(page).getByRole('button', { name: 'โยกเครดิต' }).tap();
  const dialog = dialogOf(page, 'โยกเครดิต');
  await dialog.getByLabel('ไปยัง').selectOption('PG');
  await expect(dialog.getByLabel('จำนวนเงิน', { exact: true })).toHaveValue('500');
  return dialog;
}

const mainWallet = (page: Page) => walletBar(page).getByRole('definition').first();

test('one press brings all credit back', async ({ page, stack, counterparties }) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await move(player, 'in', 500);
  await openAsMember(page, stack, player);
  await expect(mainWallet(page)).toHaveText('0.00');
  await walletBar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' }).tap();
  const collected = dialogOf(page, 'ดึงเครดิตกลับ');
  await expect(collected.getByText('กลับเข้ากระเป๋าหลักแล้ว')).toBeVisible();
  await expect(collected.getByRole('listitem')).toHaveText(/PG.*฿500\.00.*กลับแล้ว/);
  await expectFits(page);
  await collected.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(mainWallet(page)).toHaveText('500.00');
  await expect(walletBar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' })).toBeHidden();
  expect((await counterparties.player(player.pgUsername)).balance).toBe(0);
});

test('a provider that is closed keeps its credit, and the app says so @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await move(player, 'in', 120);
  await openAsMember(page, stack, player);
  await walletBar(page).getByRole('button', { name: 'โยกเครดิต' }).tap();
  const dialog = dialogOf(page, 'โยกเครดิต');
  const collect = dialog.getByRole('button', { name: 'ดึงเครดิตทุกเกมกลับ ฿120.00' });
  await expect(collect).toBeEnabled();
  await asItLeaves(page, '**/api/wallet/collect', () => counterparties.maintenance(true));
  try {
    await collect.tap();
    const collected = dialogOf(page, 'ดึงเครดิตกลับ');
    await expect(collected.getByRole('listitem')).toContainText('ไม่สำเร็จ');
    await expect(collected.getByRole('listitem')).toContainText('เครดิตยังอยู่ในเกม');
    await expect(collected).toContainText('ยังไม่มีเครดิตกลับมา');
    await collected.getByRole('button', { name: 'ตกลง' }).tap();
    await expect(dialog).toBeHidden();
    await expect(mainWallet(page)).toHaveText('380.00');
  } finally {
    await counterparties.maintenance(false);
  }
});

test('a transfer the provider refuses leaves the money in the wallet, and says why @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await openAsMember(page, stack, player);
  const dialog = await openTransfer(page);
  await asItLeaves(page, '**/api/wallet/transfer', () => counterparties.maintenance(true));
  try {
    await dialog.getByRole('button', { name: 'โยก ฿500.00' }).tap();
    const told = page.getByRole('alertdialog');
    await expect(told).toContainText('โยกเครดิตไม่สำเร็จ เงินคืนเข้ากระเป๋าแล้ว');
    await told.getByRole('button', { name: 'ตกลง' }).tap();
  } finally {
    await counterparties.maintenance(false);
  }
  await dialog.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  await expect(mainWallet(page)).toHaveText('500.00');

  await menuOf(page).getByRole('link', { name: 'รายการ' }).tap();
  // The known state is shown until the newest arrives.
  const newest = page.getByRole('main').getByRole('listitem').getByRole('button').first();
  await expect(newest).toContainText('ไม่สำเร็จ');
  await newest.tap();
  const receipt = dialogOf(page, 'รายละเอียดรายการ');
  // The newest toast is in the topmost dialog, too.
  await expect(receipt.getByRole('status').first()).toHaveText('ไม่สำเร็จ');
  await expect(receipt).toContainText('ค่ายเกมปิดปรับปรุง');
  await expect(receipt).toContainText('เงินกลับเข้ากระเป๋าหลักครบแล้ว');
  expect((await counterparties.player(player.pgUsername)).balance).toBe(0);
});

test('an unconfirmed transfer is followed until it is through @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await openAsMember(page, stack, player);
  const dialog = await openTransfer(page);
  await silenceFromTransfer(page, counterparties, 'timeout_before_commit');
  await dialog.getByRole('button', { name: 'โยก ฿500.00' }).tap();
  await expect(dialog.getByText('กำลังดำเนินการ', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'ดูรายละเอียด' }).tap();
  const receipt = dialogOf(page, 'รายละเอียดรายการ');
  // The newest toast is in the topmost dialog.
  const state = receipt.getByRole('status').first();
  await expect(state).toHaveText('กำลังดำเนินการ');
  await expect(receipt).toContainText('รอค่ายเกมยืนยัน');
  await expectFits(page);

  await counterparties.clearFaults();
  await stack.pass(LEFT_MS);
  await expect(state).toHaveText('สำเร็จ');
  await expect(receipt).toContainText('โยกเครดิตแล้ว');
  expect((await counterparties.player(player.pgUsername)).balance).toBe(500);
  await receipt.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  await dialog.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(walletBar(page).getByRole('definition').nth(1)).toHaveText('500.00');
});
