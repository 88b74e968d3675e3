import { expect, type Page } from '@playwright/test';
import { dialogOf, expectFits, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';
import { deposit, register } from './support/member.ts';

const receiptOf = (page: Page) => dialogOf(page, 'รายละเอียดรายการ');

/** Withdraws through the app. @returns the alert with the outcome */
async function withdraw(page: Page, amount: string, shown: string) {
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill(amount);
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  const review = dialogOf(page, 'ยืนยันการถอนเงิน');
  await expect(review).toContainText(shown);
  await review.getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
  return page.getByRole('alertdialog');
}

async function openNewestReceipt(page: Page) {
  await menuOf(page).getByRole('link', { name: 'รายการ' }).tap();
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().tap();
  return receiptOf(page);
}

for (const { result, status, words, balance } of [
  {
    result: 'refused',
    status: 'ไม่สำเร็จ',
    words: ['ธนาคารไม่รับรายการนี้', 'เงินกลับเข้ากระเป๋าหลักครบแล้ว'],
    balance: '500.00',
  },
  { result: 'done', status: 'สำเร็จ', words: ['เงินเข้าบัญชีธนาคาร'], balance: '200.00' },
] as const) {
  test(
    `a payout that is ${result} is followed to its end`,
    inWholeUnless(result === 'refused'),
    async ({ page, stack, counterparties }) => {
      const member = await register(stack.url, counterparties);
      await deposit(member, counterparties, 500);
      await openAsMember(page, stack, member);
      const told = await withdraw(page, '300', '฿300.00');
      await expect(told).toContainText('กำลังโอน ฿300.00 เข้าบัญชีของคุณ');
      await told.getByRole('button', { name: 'ตกลง' }).tap();

      const receipt = await openNewestReceipt(page);
      await expect(receipt).toContainText('-฿300.00');
      await expect(receipt).toContainText('รอธนาคารยืนยัน');
      await expect(receipt.getByRole('button', { name: 'ยกเลิกการถอน' })).toBeHidden();
      await expectFits(page);

      const payout = await counterparties.payoutTo(member.bankAccountNo);
      await counterparties.decidePayout(payout.id, result);
      // A toast in the topmost dialog also reports its end.
      await expect(receipt.getByRole('status').first()).toHaveText(status);
      for (const word of words) await expect(receipt).toContainText(word);

      await receipt.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
      await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(status);
      await menuOf(page).getByRole('link', { name: 'หน้าหลัก' }).tap();
      await expect(walletBar(page).getByRole('definition').first()).toHaveText(balance);
      await expect(walletBar(page)).not.toContainText('กำลังดำเนินการ');
    },
  );
}

test('a payout on hold says why, and can be cancelled @whole', async ({ page, stack, counterparties }) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  await member.api.ok('PUT /api/account/bankAccountName', {
    body: { bankCode: member.bankCode, bankAccountName: 'SOMYING RAKGAMES' },
  });
  await openAsMember(page, stack, member);
  const told = await withdraw(page, '300', 'SOMYING RAKGAMES');
  await expect(told).toContainText('กัน ฿300.00 ไว้แล้ว');
  await told.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(walletBar(page)).toContainText('฿300.00 กำลังดำเนินการ');

  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await expect(dialog.getByRole('listitem')).toContainText('พักไว้ถึง');
  await dialog.getByRole('button', { name: 'รายละเอียดการถอน ฿300.00' }).tap();
  const receipt = receiptOf(page);
  await expect(receipt).toContainText('เพิ่งเปลี่ยนรหัสผ่านหรือชื่อบัญชี');
  await expect(receipt).toContainText('พักไว้เพื่อความปลอดภัย');
  await expectFits(page);

  await receipt.getByRole('button', { name: 'ยกเลิกการถอน' }).tap();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('฿300.00 จะกลับเข้ากระเป๋าหลักของคุณทันที');
  await question.getByRole('button', { name: 'ยกเลิกการถอน' }).tap();
  await expect(page.getByText('ยกเลิกแล้ว ฿300.00 กลับเข้ากระเป๋าหลัก')).toBeVisible();
  await expect(receipt).toContainText('คุณยกเลิกรายการนี้');
  await receipt.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  await dialog.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText('500.00');
  expect(await counterparties.payoutsTo(member.bankAccountNo)).toEqual([]);
});

test('a balance above the limit is withdrawn at once when everything is wanted, and staff check it first @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 100_000);
  await deposit(member, counterparties, 20_000);
  await openAsMember(page, stack, member);
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('120000');
  await expect(dialog).toContainText('จำนวนสูงสุด ฿100,000.00');
  await dialog.getByRole('switch', { name: 'ถอนทั้งหมด ฿120,000.00 ในครั้งเดียว' }).check();
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
  const told = page.getByRole('alertdialog');
  await expect(told).toContainText('กัน ฿120,000.00 ไว้แล้ว เจ้าหน้าที่ตรวจสอบก่อนส่งให้ธนาคาร');
  await told.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText('0.00');
  expect(await counterparties.payoutsTo(member.bankAccountNo)).toEqual([]);

  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const waiting = dialog.getByRole('listitem').filter({ hasText: '120,000.00' });
  await expect(waiting).toContainText('เจ้าหน้าที่กำลังตรวจสอบ');
  await waiting.getByRole('button', { name: 'รายละเอียดการถอน ฿120,000.00' }).tap();
  const receipt = dialogOf(page, 'รายละเอียดรายการ');
  await expect(receipt).toContainText('เมื่อตรวจเสร็จ เราส่งให้ธนาคารเอง ก่อนถึงตอนนั้นคุณยกเลิกได้');
  await expectFits(page);
});
