import { expect, type Page } from '@playwright/test';
import { dialogOf, openAsMember, test, walletBar } from './support/browser.ts';
import { deposit, register } from './support/member.ts';
import { HURRIED_MS, pressInARow, tapInOnePlace, untilRested } from './support/taps.ts';

async function typeQrAmount(page: Page, amount: string) {
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const dialog = dialogOf(page, 'ฝากเงิน');
  await dialog.getByRole('button', { name: 'คิวอาร์ FP' }).tap();
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill(amount);
  return dialog;
}

async function reviewWithdrawal(page: Page, amount: string) {
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill(amount);
  return dialog.getByRole('button', { name: 'ตรวจสอบรายการ' });
}

test('a second and a third tap in one place leave what the first has opened', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 2_000);
  await openAsMember(page, stack, member);
  const balance = async () => (await member.api.ok('GET /api/wallet')).wallet.amount;
  const told = page.getByRole('alertdialog');
  const review = dialogOf(page, 'ยืนยันการถอนเงิน');
  for (const [index, gapMs] of HURRIED_MS.entries()) {
    await test.step(`${gapMs} ms after "create QR"`, async () => {
      const dialog = await typeQrAmount(page, '50');
      await tapInOnePlace(page, dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' }), [gapMs, gapMs]);
      await expect(dialog.getByRole('img', { name: /^คิวอาร์โค้ดสำหรับโอน/ })).toBeVisible();
      await untilRested(page);
      await expect(dialog.getByRole('button', { name: 'โอนแล้ว' })).toBeVisible();
      // After the pause it can be pressed as usual.
      await dialog.getByRole('button', { name: 'ยกเลิก QR' }).tap();
      await dialog.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
      await expect(dialog).toBeHidden();
    });
    await test.step(`${gapMs} ms after a withdrawal’s "review", which confirms nothing`, async () => {
      await tapInOnePlace(page, await reviewWithdrawal(page, '300'), [gapMs, gapMs]);
      await expect(review).toBeVisible();
      await untilRested(page);
      await expect(review).toBeVisible();
      expect(await balance()).toBe(2_000 - index * 300);
    });
    await test.step(`${gapMs} ms after a withdrawal’s "confirm"`, async () => {
      await tapInOnePlace(page, review.getByRole('button', { name: 'ยืนยันถอนเงิน' }), [gapMs, gapMs]);
      await expect(told).toBeVisible();
      await untilRested(page);
      await expect(told).toBeVisible();
      await told.getByRole('button', { name: 'ตกลง' }).tap();
      await expect(told).toBeHidden();
      expect(await balance()).toBe(1_700 - index * 300);
    });
  }
});

test('Enter that is held, or pressed twice, leaves what it has opened, and a press without a pointer works @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  await openAsMember(page, stack, member);
  const told = page.getByRole('alertdialog');
  const confirm = dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' });

  await (await reviewWithdrawal(page, '200')).tap();
  await confirm.focus();
  await page.keyboard.down('Enter');
  await told.waitFor();
  await pressInARow(page, 'Enter', { times: 20, gapMs: 30, isHeld: true });
  await page.keyboard.up('Enter');
  await expect(told).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(told).toBeHidden();

  await (await reviewWithdrawal(page, '200')).tap();
  await confirm.focus();
  await pressInARow(page, 'Enter', { times: 3, gapMs: 100 });
  await expect(told).toBeVisible();
  // After it has been visible for a moment, it reacts to a press.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(told).toBeHidden({ timeout: 200 });
  }).toPass();

  // A screen reader presses without a pointer.
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).dispatchEvent('click');
  const dialog = dialogOf(page, 'ฝากเงิน');
  await expect(dialog).toBeVisible();
  await untilRested(page);
  await dialog
    .getByRole('button', { name: 'ปิด', exact: true })
    .evaluate((button: HTMLElement) => button.click());
  await expect(dialog).toBeHidden();
});
