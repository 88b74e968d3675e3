import { expect, type Locator, type Page } from '@playwright/test';
import { dialogOf, expectFits, openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';
import { Channels, OPERATOR } from './support/channels.ts';
import { newPerson, register } from './support/member.ts';
import type { Counterparties } from './support/counterparties.ts';
import { inWholeUnless } from './support/forms.ts';
import { drawnAgain, slipFile, transferOf } from './support/slips.ts';
import { LEFT_MS, type Stack } from './support/stack.ts';

const money = (baht: number): string =>
  `฿${baht.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const QR = 'ฝากด้วยคิวอาร์โค้ด';
const BANK = 'โอนผ่านธนาคาร';
const WALLET = 'กระเป๋าเงินดิจิทัล';

const PROVIDERS = [
  { name: 'ธนาคารกสิกรไทย', shortcuts: ['10', '20', '50', '100', '500', '1,000'], amount: 20 },
  { name: 'คิวอาร์ WW', shortcuts: ['100', '200', '300', '500', '1,000'], amount: 200 },
  { name: 'คิวอาร์ PayTimz', shortcuts: ['10', '50', '100', '500', '1,000'], amount: 50 },
  { name: 'คิวอาร์ PayOneX', shortcuts: ['100', '200', '300', '500', '1,000'], amount: 200 },
  { name: 'คิวอาร์ FP', shortcuts: ['10', '50', '100', '500', '1,000'], amount: 50 },
] as const;

const FIRST = PROVIDERS[0].name;

async function openDeposit(page: Page): Promise<Locator> {
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  return dialogOf(page, 'ฝากเงิน');
}

const chooseChannel = (dialog: Locator, group: string, name: string): Promise<void> =>
  dialog.getByRole('region', { name: group }).getByRole('button', { name }).tap();

const backToList = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'ช่องทางทั้งหมด' }).tap();

async function createQr(dialog: Locator, amount: number): Promise<Locator> {
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill(String(amount));
  await dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' }).tap();
  return qrOf(dialog, amount);
}

const qrOf = (dialog: Locator, amount: number): Locator =>
  dialog.getByRole('img', { name: `คิวอาร์โค้ดสำหรับโอน ${money(amount)}` });

async function payQr(counterparties: Counterparties, amount: number): Promise<void> {
  const order = (await counterparties.openQrs()).find(
    (one) => one.amount === amount && one.status === 'open',
  );
  await counterparties.pay(order?.qrcodeId ?? '');
}

async function expectReceived(dialog: Locator, amount: number): Promise<void> {
  await expect(dialog.getByRole('heading', { name: 'เงินเข้ากระเป๋าแล้ว' })).toBeVisible();
  await expect(dialog.getByText(`+${money(amount)}`)).toBeVisible();
}

const again = (dialog: Locator): Promise<void> => dialog.getByRole('button', { name: 'ฝากเพิ่ม' }).tap();

const toastOf = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'การแจ้งเตือน' }).filter({ visible: true }).getByText(text);

test('a QR of each of the five providers is made and paid @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  await openAsMember(page, stack);
  const dialog = await openDeposit(page);
  for (const { name, shortcuts, amount } of PROVIDERS) {
    await chooseChannel(dialog, QR, name);
    const quick = dialog.getByRole('group', { name: 'จำนวนเงินที่ใช้บ่อย' });
    await expect(quick.getByRole('button')).toHaveText([...shortcuts]);
    await quick.getByRole('button', { name: String(amount), exact: true }).tap();
    await dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' }).tap();
    await expect(qrOf(dialog, amount)).toBeVisible();
    await expectFits(page);
    await payQr(counterparties, amount);
    await expectReceived(dialog, amount);
    await again(dialog);
  }
});

for (const { name, amount } of PROVIDERS) {
  test(
    `saying that the QR of ${name} is paid closes the sheet and says what follows`,
    inWholeUnless(name === FIRST),
    async ({ page, stack, counterparties }) => {
      await openAsMember(page, stack);
      const dialog = await openDeposit(page);
      await chooseChannel(dialog, QR, name);
      await expect(await createQr(dialog, amount)).toBeVisible();
      await dialog.getByRole('button', { name: 'โอนแล้ว' }).tap();
      await expect(dialog).toBeHidden();
      await expect(toastOf(page, 'หากยอดยังไม่เปลี่ยน กรุณากดรีเฟรชยอดเงินในอีกสักครู่')).toBeVisible();
      await payQr(counterparties, amount);
      await expect(walletBar(page)).toContainText(money(amount));
    },
  );
}

test('a provider that fails is told, and the amount stays', async ({ page, stack, counterparties }) => {
  await openAsMember(page, stack);
  const dialog = await openDeposit(page);
  await chooseChannel(dialog, QR, 'คิวอาร์ FP');
  await counterparties.fault({ port: 'gateway', kind: 'http_500', rate: 1 });
  await createQr(dialog, 77);
  await expect(toastOf(page, 'สร้างคิวอาร์โค้ดไม่สำเร็จ')).toBeVisible();
  await expect(dialog.getByLabel('จำนวนเงิน', { exact: true })).toHaveValue('77');

  await counterparties.clearFaults();
  await dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' }).tap();
  await expect(qrOf(dialog, 77)).toBeVisible();
});

test('a QR asks for no more than its gateway takes @whole', async ({ page, stack }) => {
  const member = await openAsMember(page, stack);
  const dialog = await openDeposit(page);
  await chooseChannel(dialog, QR, 'ธนาคารกสิกรไทย');
  await expect(dialog).toContainText(`${money(1)} ถึง ${money(500_000)}`);
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('99999999999');
  await expect(dialog).toContainText(`จำนวนสูงสุด ${money(500_000)}`);
  await expect(dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' })).toBeDisabled();
  await expectFits(page);
  const params = { provider: 'KBANK' } as const;
  expect(
    await member.api.refused('POST /api/qrcode/:provider', { params, body: { amount: 500_000.01 } }),
  ).toBe('QR_MAXIMUM');
  await member.api.ok('POST /api/qrcode/:provider', { params, body: { amount: 500_000 } });
});

test('an expired QR goes away, and money paid to it all the same is told @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  await openAsMember(page, stack);
  await endQrsSooner(page, 4_000);
  const dialog = await openDeposit(page);
  await chooseChannel(dialog, QR, 'คิวอาร์ PayTimz');
  const code = await createQr(dialog, 60);
  await expect(code).toBeVisible();
  await expect(dialog.getByRole('timer')).toHaveText(/^00:0[0-4]$/);

  await expect(dialog.getByText('คิวอาร์โค้ดหมดอายุแล้ว')).toBeVisible();
  await expect(code).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' })).toBeVisible();
  await payQr(counterparties, 60);
  await expectReceived(dialog, 60);
});

test('there is one live QR: another provider’s takes its place @whole', async ({ page, stack }) => {
  await openAsMember(page, stack);
  const dialog = await openDeposit(page);
  await chooseChannel(dialog, QR, 'คิวอาร์ WW');
  await expect(await createQr(dialog, 150)).toBeVisible();
  await backToList(dialog);
  await chooseChannel(dialog, QR, 'คิวอาร์ PayOneX');
  await expect(await createQr(dialog, 160)).toBeVisible();
  await backToList(dialog);
  await chooseChannel(dialog, QR, 'คิวอาร์ WW');
  await expect(dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' })).toBeVisible();
  await expect(qrOf(dialog, 150)).toBeHidden();

  // The other QR code is still there when it is opened again, with a way out.
  await page.goBack();
  await chooseChannel(dialog, QR, 'คิวอาร์ PayOneX');
  await expect(qrOf(dialog, 160)).toBeVisible();
  await dialog.getByRole('button', { name: 'ยกเลิก QR' }).tap();
  await expect(dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' })).toBeVisible();
});

test('a transfer to the copied account number arrives while the modal is open', async ({
  page,
  stack,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const member = await openAsMember(page, stack);
  const dialog = await openDeposit(page);
  await expect(dialog.getByRole('region', { name: BANK }).getByRole('button')).toHaveText([
    /ธนาคารกสิกรไทย/,
    /ธนาคารไทยพาณิชย์/,
    /ธนาคารออมสิน/,
    /^1\. ธนาคารการค้าต่างประเทศลาว.*บาท$/,
  ]);
  await chooseChannel(dialog, BANK, 'ธนาคารไทยพาณิชย์');
  await dialog.getByRole('button', { name: 'คัดลอกเลขที่บัญชี' }).last().tap();
  await expect(toastOf(page, 'คัดลอกแล้ว: 0002345683')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('0002345683');
  await expect(dialog.getByText('ส่งสลิปภายใน 1 ชั่วโมงหลังโอน')).toBeVisible();
  await expectFits(page);

  await transferOf(new Channels(stack.sandbox.url), member, 321);
  await expectReceived(dialog, 321);
});

test('BCEL is numbered and shown in pictures @whole', async ({ page, stack }) => {
  await openAsMember(page, stack);
  const dialog = await openDeposit(page);
  await chooseChannel(dialog, BANK, '1. ธนาคารการค้าต่างประเทศลาว');
  const account = dialog.getByRole('region', { name: 'โอนเข้าบัญชีนี้' });
  await expect(account).toContainText('บาท (THB)');
  await expect(dialog.getByRole('img', { name: /^ภาพแนะนำวิธีโอน/ })).toBeVisible();
  await expectFits(page);
});

test('a transfer between wallets is known by the registered phone @whole', async ({ page, stack }) => {
  const member = await openAsMember(page, stack);
  const dialog = await openDeposit(page);
  await chooseChannel(dialog, WALLET, 'กระเป๋า โอนอัตโนมัติ');
  await expect(dialog.getByText(`ขั้นต่ำ ${money(2)} ต่อครั้ง`)).toBeVisible();
  await expect(dialog.getByText(/^โอนจากกระเป๋าเงินของเบอร์ 09\d-\d{3}-\d{4}/)).toBeVisible();
  await new Channels(stack.sandbox.url).walletTransfer({
    fromPhone: member.username,
    toWallet: OPERATOR.ewallet,
    amount: 45.5,
  });
  await expectReceived(dialog, 45.5);
});

test('a gift link is credited once, and a used or unknown one is refused', async ({ page, stack }) => {
  const channels = new Channels(stack.sandbox.url);
  await openAsMember(page, stack);
  const dialog = await openDeposit(page);
  const sent = page.waitForRequest('**/api/wallet/truelink');
  const link = await channels.gift({ amount: 88.25 });
  await sendGift(dialog, `ซองของขวัญจากเพื่อน ${link}`);
  await expectReceived(dialog, 88.25);
  const { link: locked } = (await sent).postDataJSON() as { link: string };
  expect(locked.split('.')).toHaveLength(5);
  expect(locked).not.toContain('gift.truemoney.com');

  await again(dialog);
  await sendGift(dialog, link);
  await expect(toastOf(page, 'ลิงก์ซองของขวัญนี้ถูกส่งมาแล้ว')).toBeVisible();

  await backToList(dialog);
  await sendGift(dialog, await channels.gift({ amount: 10, expired: true }));
  await expect(toastOf(page, 'ลิงก์ซองของขวัญไม่ถูกต้องหรือถูกใช้ไปแล้ว')).toBeVisible();
  await expect(dialog.getByLabel('ลิงก์ซองของขวัญ')).toHaveAttribute('aria-invalid', 'true');
  await expectFits(page);
});

test('a gift link without an answer waits, and is credited by itself @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const link = await new Channels(stack.sandbox.url).gift({ amount: 33 });
  await openAsMember(page, stack);
  const dialog = await openDeposit(page);
  await counterparties.fault({ port: 'gift', kind: 'http_500', rate: 1 });
  await sendGift(dialog, link);
  await expect(dialog.getByText('กำลังรอคำตอบจากกระเป๋าเงิน')).toBeVisible();
  await counterparties.clearFaults();
  await stack.pass(LEFT_MS);
  await expectReceived(dialog, 33);
});

test('a slip is followed to its credit, and taken once', async ({ page, stack, counterparties, context }) => {
  const { member, picture, dialog } = await openSlips(page, stack, counterparties);
  await expect(dialog.getByText('ยังไม่มีสลิป')).toBeVisible();
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles(picture);
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'รูปที่เลือก' })).toBeVisible();
  await expectFits(page);
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  await expect(dialog.getByRole('heading', { name: 'เงินเข้ากระเป๋าแล้ว' })).toBeVisible();
  await expect(dialog.getByText(`+${money(250)}`)).toBeVisible();
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
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles(picture);
  await expect(dialog.getByText('สลิปนี้เคยส่งแล้ว')).toBeVisible();
  await dialog.getByRole('button', { name: 'ส่งรูปนี้ต่อไป' }).tap();
  await expect(dialog.getByRole('heading', { name: 'สลิปไม่ผ่าน' })).toBeVisible();
  await expect(rows.first()).toContainText('ไม่สำเร็จ(สลิปซ้ำ · SLIP_REFNO_DUPLICATED)');
  expect((await member.api.ok('GET /api/wallet')).wallet.amount).toBe(250);
  await counterparties.clearFaults();
});

test('a picture that is no slip is told at once, and refused when it is sent all the same @whole', async ({
  page,
  stack,
}) => {
  await openAsMember(page, stack);
  const buffer = await page.screenshot({ type: 'jpeg' });
  const deposit = await openDeposit(page);
  await deposit.getByRole('button', { name: 'ส่งสลิป' }).tap();
  const dialog = dialogOf(page, 'สลิปโอนเงิน');
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles({ name: 'home.jpg', mimeType: 'image/jpeg', buffer });
  await expect(dialog.getByText('รูปนี้ไม่ใช่สลิป')).toBeVisible();
  await dialog.getByRole('button', { name: 'ส่งรูปนี้ต่อไป' }).tap();
  await expect(dialog.getByRole('heading', { name: 'สลิปไม่ผ่าน' })).toBeVisible();
  await expect(dialog.getByText('(อ่านสลิปไม่ได้หรือสลิปไม่ถูกต้อง · INVALID_SLIP)').first()).toBeVisible();
});

test('a second picture that cannot be used lets go of the first @whole', async ({ page, stack }) => {
  const channels = new Channels(stack.sandbox.url);
  const member = await openAsMember(page, stack);
  const picture = await slipFile(channels, await transferOf(channels, member, 250));
  await page.goto('/user/statement');
  await page.getByRole('main').getByRole('button', { name: 'ส่งสลิป' }).tap();
  const dialog = dialogOf(page, 'สลิปโอนเงิน');
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles(picture);
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible();
  const paper = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
  await dialog.getByLabel('เลือกรูปอื่น').setInputFiles(paper);
  await expect(toastOf(page, 'กรุณาใช้รูป JPEG, PNG, WebP หรือ HEIC')).toBeVisible();
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'ส่งสลิป' })).toBeHidden();
  await expect(dialog.getByLabel('เลือกรูปสลิป')).toBeAttached();
});

test('a slip as WebP is made what the server takes @whole', async ({ page, stack, counterparties }) => {
  const { picture, dialog } = await openSlips(page, stack, counterparties);
  const webp = await drawnAgain(page, picture.buffer, { type: 'image/webp' });
  await dialog
    .getByLabel('เลือกรูปสลิป')
    .setInputFiles({ name: 'slip.webp', mimeType: 'image/webp', buffer: webp });
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible();
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  await expect(dialog.getByRole('heading', { name: 'เงินเข้ากระเป๋าแล้ว' })).toBeVisible();
  await counterparties.clearFaults();
});

test('a slip of 54 megapixels in a small file is made smaller @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const { picture, dialog } = await openSlips(page, stack, counterparties);
  const huge = { type: 'image/jpeg', width: 9_000, height: 6_000, quality: 0.2 };
  const buffer = await drawnAgain(page, picture.buffer, huge);
  expect(buffer.length).toBeLessThan(1_024 * 1_024);
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles({ ...picture, buffer });
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible();
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  await expect(dialog.getByRole('heading', { name: 'เงินเข้ากระเป๋าแล้ว' })).toBeVisible({ timeout: 40_000 });
  await counterparties.clearFaults();
});

test('a slip that is sent offline says that what was paid is not lost @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const { picture, dialog } = await openSlips(page, stack, counterparties);
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles(picture);
  await expect(dialog.getByText('พบสลิปแล้ว')).toBeVisible();
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  await expect(toastOf(page, 'สลิปยังไม่ได้ส่ง เงินที่คุณโอนแล้วไม่หาย')).toBeVisible();
  await expect(toastOf(page, 'ยังไม่มีการโอนเงิน')).toBeHidden();
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  await expect(dialog.getByRole('heading', { name: 'เงินเข้ากระเป๋าแล้ว' })).toBeVisible();
  await counterparties.clearFaults();
});

test('a slip of another person’s transfer is refused with the reason @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const channels = new Channels(stack.sandbox.url);
  const other = await register(stack.url, counterparties, newPerson({ bankCode: 'BBL' }));
  const picture = await slipFile(channels, await transferOf(channels, other, 500));
  const member = await openPathAsMember(page, stack, '/user/statement');
  await page.getByRole('main').getByRole('button', { name: 'ส่งสลิป' }).tap();
  const dialog = dialogOf(page, 'สลิปโอนเงิน');
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles(picture);
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  await expect(dialog.getByText(/^\(เลขบัญชีไม่ตรงกับที่.+ · NOT_MATCH\)$/).first()).toBeVisible();
  expect((await member.api.ok('GET /api/wallet')).wallet.amount).toBe(0);
});

async function sendGift(dialog: Locator, link: string): Promise<void> {
  const row = dialog.getByRole('button', { name: 'กระเป๋า ซองของขวัญ' });
  const field = dialog.getByLabel('ลิงก์ซองของขวัญ');
  await expect(row.or(field)).toBeVisible();
  if (await row.isVisible()) await row.tap();
  await field.fill(link);
  await dialog.getByRole('button', { name: 'รับเงินเข้ากระเป๋า' }).tap();
}

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

/** Shortens the lifetime of QR codes as shown to the page: a quarter of an hour is too long to wait. */
async function endQrsSooner(page: Page, lifeMs: number): Promise<void> {
  const ends = new Map<string, number>();
  await page.route('**/api/qrcode/*', async (route) => {
    const response = await route.fetch();
    const record = (await response.json()) as { qrcodeId?: string; hasQrcode?: boolean };
    if (!record.qrcodeId || !record.hasQrcode) return route.fulfill({ response, json: record });
    const end = ends.get(record.qrcodeId) ?? Date.now() + lifeMs;
    ends.set(record.qrcodeId, end);
    return route.fulfill({ response, json: { ...record, expireIn: end } });
  });
}
