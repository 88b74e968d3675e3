import { expect } from '@playwright/test';
import { dialogOf, expectFits, openPathAsMember, test } from './support/browser.ts';
import { deposit, move, register, registerPlayer } from './support/member.ts';

test('a statement is narrowed by state and days, and each filter is let go of @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
  await openPathAsMember(page, stack, '/user/statement', member);
  const rows = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(rows).toHaveCount(2);

  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).tap();
  await expect(rows).toHaveCount(1);
  await page.getByRole('group', { name: 'ประเภท' }).getByRole('button', { name: 'ทั้งหมด' }).tap();
  await expect(rows).toHaveCount(2);

  const more = page.getByRole('button', { name: /^ตัวกรอง/ });
  const state = page.getByLabel('สถานะ');
  await more.tap();
  await expect(state).toBeVisible();
  await more.tap();
  await expect(state).toBeHidden();
  await more.tap();
  await state.selectOption({ label: 'สำเร็จ' });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('500.00');
  await expect(page.getByRole('status').filter({ hasText: 'พบ 1 รายการ' })).toBeVisible();
  await expectFits(page);
  await state.selectOption('');
  await expect(rows).toHaveCount(2);

  const week = page.getByRole('button', { name: '7 วัน' });
  await week.tap();
  await expect(week).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/since=\d{4}-\d\d-\d\d/);
  await expect(rows).toHaveCount(2);
  await week.tap();
  await expect(week).toHaveAttribute('aria-pressed', 'false');
  await page.getByLabel('ถึงวันที่').fill('2020-01-02');
  await expect(page.getByText('ไม่พบรายการที่ตรงกัน')).toBeVisible();
  await page.getByLabel('ตั้งแต่วันที่').fill('2020-01-01');
  await expect(page).toHaveURL(/since=2020-01-01/);
  await page.getByRole('button', { name: 'ล้างตัวกรอง' }).first().tap();
  await expect(rows).toHaveCount(2);
});

test('a newcomer’s statement is empty and leads to a first deposit', async ({ page, stack }) => {
  await openPathAsMember(page, stack, '/user/statement');
  await expect(page.getByText('ยังไม่มีรายการ')).toBeVisible();
  await page.getByRole('button', { name: 'ฝากเงินครั้งแรก' }).tap();
  await expect(dialogOf(page, 'ฝากเงิน')).toBeVisible();
});

test('a long statement has pages', async ({ page, stack, counterparties }) => {
  const player = await registerPlayer(stack.url, counterparties, 100);
  for (let times = 0; times < 10; times += 1) await move(player, 'in', 1);
  await openPathAsMember(page, stack, '/user/statement', player);
  const rows = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await page.getByRole('navigation', { name: 'เปลี่ยนหน้า' }).getByRole('button', { name: 'ถัดไป' }).tap();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('ครบทุกรายการแล้ว')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
});

test('a receipt is handed on as text, or copied where the phone shares nothing @whole', async ({
  page,
  context,
  stack,
  counterparties,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'share', { value: undefined, configurable: true });
  });
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 250);
  await openPathAsMember(page, stack, '/user/statement', member);
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().tap();
  const receipt = dialogOf(page, 'รายละเอียดรายการ');
  await receipt.getByRole('button', { name: 'คัดลอกใบเสร็จ' }).tap();
  await expect(page.getByText(/^คัดลอกแล้ว/).filter({ visible: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('฿250.00');
  expect(copied).toContain('สำเร็จ');

  await page.evaluate(() => {
    const share = () => Promise.reject(new DOMException('second thoughts', 'AbortError'));
    Object.defineProperty(Navigator.prototype, 'share', { value: share, configurable: true });
  });
  await receipt.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().tap();
  await receipt.getByRole('button', { name: 'แชร์ใบเสร็จ' }).tap();
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
  await expect(receipt).toBeVisible();
});
