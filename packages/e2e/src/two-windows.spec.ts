import { expect } from '@playwright/test';
import { dialogOf, openAsMember, test, walletBar } from './support/browser.ts';
import { deposit, register, wholeStatement } from './support/member.ts';

test('a withdrawal whose lost answer another window found out is not sent again by this one', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 900);
  await openAsMember(page, stack, member);
  const other = await page.context().newPage();
  await other.goto('/user/home');
  await expect(walletBar(other)).toContainText('900.00');

  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  await dialogOf(page, 'ถอนเงิน').getByLabel('จำนวนเงิน', { exact: true }).fill('300');
  await dialogOf(page, 'ถอนเงิน').getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  // The request arrives; its answer, and everything after it, is lost in this window alone.
  let isCut = false;
  await page.route('**/api/**', async (route) => {
    if (!isCut && route.request().url().endsWith('/api/wallet/withdraw')) {
      await route.fetch();
      isCut = true;
    }
    return isCut ? route.abort('connectionreset') : route.fallback();
  });
  const confirm = dialogOf(page, 'ยืนยันการถอนเงิน');
  await confirm.getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();

  await expect(other.getByRole('alertdialog')).toContainText('ถอนเงิน ฿300.00');
  await expect(page.getByText('ตรวจสอบแล้วในหน้าต่างอื่นของคุณ')).toBeVisible();
  await expect(confirm).toBeHidden();
  await expect(dialogOf(page, 'ถอนเงิน')).toBeHidden();
  await page.unroute('**/api/**');
  await page.reload();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText('600.00');
  const withdrawals = (await wholeStatement(member.api)).filter(
    ({ statementType }) => statementType === 'withdraw',
  );
  expect(withdrawals).toHaveLength(1);
});
