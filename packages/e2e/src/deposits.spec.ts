import { expect, type Locator, type Page } from '@playwright/test';
import { dialogOf, expectFits, openAsMember, test, walletBar } from './support/browser.ts';
import { Channels } from './support/channels.ts';
import type { Counterparties } from './support/counterparties.ts';
import { drawnAgain, slipFile, transferOf } from './support/slips.ts';
import type { Stack } from './support/stack.ts';

test('a transfer to the copied account number arrives while the modal is open', async ({
  page,
  stack,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const member = await openAsMember(page, stack);
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const dialog = dialogOf(page, 'ฝากเงิน');
  const accounts = dialog.getByRole('region', { name: 'โอนผ่านธนาคาร' }).getByRole('button');
  await expect(accounts).toHaveText([
    /ธนาคารกสิกรไทย/,
    /ธนาคารไทยพาณิชย์/,
    /ธนาคารออมสิน/,
    /^1\. ธนาคารการค้าต่างประเทศลาว.*บาท$/,
  ]);
  await accounts.filter({ hasText: 'ธนาคารไทยพาณิชย์' }).tap();
  await dialog.getByRole('button', { name: 'คัดลอกเลขที่บัญชี' }).last().tap();
  await expect(copied(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0002345683');
  await expect(dialog.getByText('ส่งสลิปภายใน 1 ชั่วโมงหลังโอน')).toBeVisible();
  await expectFits(page);

  await transferOf(new Channels(stack.sandbox.url), member, 321);
  await expect(dialog.getByRole('heading', { name: 'เงินเข้ากระเป๋าแล้ว' })).toBeVisible();
  await expect(dialog.getByText('+฿321.00')).toBeVisible();
});

test('a slip is told from another picture, followed to its credit, and taken once, also as WebP', async ({
  page,
  stack,
  counterparties,
  context,
}) => {
  const { member, picture, dialog } = await openSlips(page, stack, counterparties);
  const home = await page.screenshot({ type: 'jpeg' });
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles({ ...picture, buffer: home });
  await expect(dialog.getByText('รูปนี้ไม่ใช่สลิป')).toBeVisible();
  await dialog.getByLabel('เลือกรูปอื่น').setInputFiles(picture);
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'รูปที่เลือก' })).toBeVisible();
  await expectFits(page);
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  await expect(dialog.getByRole('heading', { name: 'เงินเข้ากระเป๋าแล้ว' })).toBeVisible();
  await expect(dialog.getByText('+฿250.00')).toBeVisible();
  const rows = dialog.getByRole('region', { name: 'สลิปที่ส่งแล้ว' }).getByRole('listitem');
  await expect(rows).toHaveText([/^สำเร็จ.*250\.00.*อ้างอิง/]);

  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    rows.getByRole('button', { name: 'เปิดรูปสลิป' }).tap(),
  ]);
  await tab.waitForURL('**/api/slip-picture/**');
  expect(await tab.evaluate(() => window.opener === null)).toBe(true);
  await tab.close();

  await dialog.getByRole('button', { name: 'ส่งสลิปอีกใบ' }).tap();
  const buffer = await drawnAgain(page, picture.buffer, { type: 'image/webp' });
  const webp = { name: 'slip.webp', mimeType: 'image/webp', buffer };
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles(webp);
  await expect(dialog.getByText('สลิปนี้เคยส่งแล้ว')).toBeVisible();
  await dialog.getByRole('button', { name: 'ส่งรูปนี้ต่อไป' }).tap();
  await expect(dialog.getByRole('heading', { name: 'สลิปไม่ผ่าน' })).toBeVisible();
  await expect(rows.first()).toContainText('ไม่สำเร็จ(สลิปซ้ำ · SLIP_REFNO_DUPLICATED)');
  expect((await member.api.ok('GET /api/wallet')).wallet.amount).toBe(250);
  await counterparties.clearFaults();
});

const copied = (page: Page): Locator =>
  page
    .getByRole('region', { name: 'การแจ้งเตือน' })
    .filter({ visible: true })
    .getByText('คัดลอกแล้ว: 0002345683');

/** Pays 250 as a member and opens the sheet for slips before the statement shows it: the feed has a fault. */
async function openSlips(page: Page, stack: Stack, counterparties: Counterparties) {
  const channels = new Channels(stack.sandbox.url);
  await counterparties.fault({ port: 'feed', kind: 'http_500', rate: 1 });
  const member = await openAsMember(page, stack);
  const picture = await slipFile(channels, await transferOf(channels, member, 250));
  await page.goto('/user/statement');
  await page.getByRole('main').getByRole('button', { name: 'ส่งสลิป' }).tap();
  return { member, picture, dialog: dialogOf(page, 'สลิปโอนเงิน') };
}
