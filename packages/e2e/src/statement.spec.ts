import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { dialogOf, expectFits, openAsMember, test, walletBar } from './support/browser.ts';
import { deposit, register } from './support/member.ts';

test('money that arrives shows by itself, is found again, explained and downloaded', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  const received: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(String(payload))),
  );
  await openAsMember(page, stack, member);
  const total = walletBar(page).locator('p').first();
  await expect(total).toContainText('0.00');
  // The socket has joined: from here on balances are polled only once a minute, so an earlier update was
  // pushed.
  await expect.poll(() => received.some((frame) => frame.startsWith('40/wallet'))).toBe(true);
  await deposit(member, counterparties, 1500);
  await expect(total).toContainText('1,500.00');
  await expect(walletBar(page).getByRole('status').first()).toHaveText('ยอดเงินรวมตอนนี้ ฿1,500.00');

  await deposit(member, counterparties, 20);
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
  await page.goto('/user/statement');
  const rows = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await deposit(member, counterparties, 45);
  await expect(rows).toHaveCount(4);

  await page.getByRole('button', { name: 'ฝากเงิน', exact: true }).tap();
  await expect(rows).toHaveCount(3);
  await page.getByLabel('ค้นหายอดหรือเลขอ้างอิง').fill('1,500');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\?type=deposit&q=1%2C500$/);
  await expectFits(page);

  await rows.getByRole('button').tap();
  const receipt = dialogOf(page, 'รายละเอียดรายการ');
  await expect(receipt).toContainText('฿1,500.00 จาก ธนาคารกสิกรไทย เข้ากระเป๋าหลักแล้ว');
  await expect(receipt.getByRole('listitem')).toHaveText([/^สร้างคิวอาร์โค้ด/, /^เงินเข้ากระเป๋าหลัก/]);
  await expectFits(page);
  await page.goBack();
  await expect(receipt).toBeHidden();

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'ดาวน์โหลดเป็นตาราง' }).tap();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^statement_\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\uFEFFเวลา/);
  expect(lines[1]).toContain(',ฝากเงิน,สำเร็จ,ธนาคารกสิกรไทย,กระเป๋าหลัก,1500.00,BAHT,');

  await page.getByLabel('ค้นหายอดหรือเลขอ้างอิง').fill('7777');
  await expect(page.getByText('ไม่พบรายการที่ตรงกัน')).toBeVisible();
  await page.getByRole('button', { name: 'ล้างตัวกรอง' }).last().tap();
  await expect(rows).toHaveCount(4);
});
