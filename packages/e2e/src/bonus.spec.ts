import { expect, type Locator, type Page } from '@playwright/test';
import { dialogOf, expectFits, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { move, registerPlayer, walletAmount, wholeStatement } from './support/member.ts';

const main = (page: Page): Locator => page.getByRole('main');

/** Returns the banner of a bonus. */
const tileOf = (page: Page, name: string): Locator =>
  main(page).getByRole('list', { name: 'โบนัสที่มีให้' }).getByRole('button').filter({ hasText: name });

const meter = (page: Page): Locator => main(page).getByRole('progressbar');

/** Checks the text of an alert and dismisses it. */
async function dismiss(page: Page, words: string | RegExp): Promise<void> {
  const told = page.getByRole('alertdialog');
  await expect(told).toContainText(words);
  await told.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(told).toBeHidden();
}

test('a bonus from its banner to withdrawing everything', async ({ page, stack, counterparties }) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await openAsMember(page, stack, player);
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  await expectFits(page);
  await dialogOf(page, 'ทำรายการ').getByRole('button', { name: 'โบนัส' }).tap();
  await expect(page).toHaveURL('/user/bonus');
  await expect(tileOf(page, 'โบนัสต้อนรับ')).toContainText('รับ 100% ของยอดฝากล่าสุด สูงสุด ฿1,000.00');
  await expect(tileOf(page, 'โบนัสรายวัน')).toBeEnabled();
  await expectFits(page);

  await tileOf(page, 'โบนัสต้อนรับ').tap();
  const bonus = dialogOf(page, 'โบนัสต้อนรับ');
  const banners = bonus.getByRole('region', { name: 'โบนัสต้อนรับ' });
  await expect(banners).toContainText('หน้า 1 จาก 2');
  await banners.getByRole('button', { name: 'ถัดไป' }).tap();
  await expect(banners).toContainText('หน้า 2 จาก 2');
  await banners.getByRole('button', { name: 'ก่อนหน้า' }).tap();
  await expect(banners).toContainText('หน้า 1 จาก 2');
  await expect(bonus).toContainText('5 เท่าของโบนัสกับยอดฝากรวมกัน');
  await expect(bonus).toContainText('คุณคืน 100% ของเครดิตส่วนที่เกินจากเงินของคุณเอง');
  await expect(bonus).not.toContainText('percentFail');
  await bonus.getByRole('button', { name: 'รับโบนัส' }).tap();
  await dismiss(page, 'โบนัส ฿500.00 เข้ากระเป๋าหลักแล้ว');
  expect(await walletAmount(player.api)).toBe(1000);

  await expect(main(page)).toContainText('จำกัดจำนวนครั้ง');
  await expect(main(page)).toContainText('฿5,000.00');
  await expect(meter(page)).toHaveAttribute('aria-valuenow', '0');
  await move(player, 'in', 1000);
  await counterparties.play(player.pgUsername, { bet: 500, win: 500, rounds: 4 });
  await expect(meter(page)).toHaveAttribute('aria-valuetext', '฿2,000.00 จาก ฿5,000.00');
  await expect(meter(page)).toHaveAttribute('aria-valuenow', '40');
  await expect(main(page)).toContainText('ยอดเล่นที่เหลือ฿3,000.00');
  await expectFits(page);

  await menuOf(page).getByRole('link', { name: 'หน้าหลัก' }).tap();
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const refused = dialogOf(page, 'ถอนเงิน');
  await expect(refused).toContainText('ยังถอนไม่ได้ เหลือยอดเล่นอีก ฿3,000.00');
  await expect(refused.getByLabel('จำนวนเงิน', { exact: true })).not.toBeEditable();
  await expect(refused.getByRole('button', { name: 'ตรวจสอบรายการ' })).toBeDisabled();
  await refused.getByRole('button', { name: 'ดูโบนัส' }).tap();
  await expect(page).toHaveURL('/user/bonus');

  await counterparties.play(player.pgUsername, { bet: 500, win: 550, rounds: 6 });
  await expect(main(page)).toContainText('ทำเงื่อนไขครบแล้ว');
  await expect(meter(page)).toHaveAttribute('aria-valuenow', '100');
  await move(player, 'out', 1300);
  await main(page).getByRole('button', { name: 'ถอนทั้งยอด' }).tap();
  const withdrawal = dialogOf(page, 'ถอนเงิน');
  await expect(withdrawal.getByLabel('จำนวนเงิน', { exact: true })).toHaveValue('1,300');
  await expect(withdrawal).toContainText('ต้องถอนยอดทั้งหมด');
  await withdrawal.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
  await dismiss(page, 'กำลังโอน ฿1,300.00 เข้าบัญชีของคุณ');

  const received = tileOf(page, 'โบนัสต้อนรับ');
  await expect(received).toContainText('รับแล้ว');
  await expect(received).toBeDisabled();
  await menuOf(page).getByRole('link', { name: 'หน้าหลัก' }).tap();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText('0.00');
  const rows = await wholeStatement(player.api);
  expect(rows.filter(({ statementType }) => statementType === 'bonus').map(({ amount }) => amount)).toEqual([
    500,
  ]);
});
