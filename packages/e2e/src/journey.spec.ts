import { expect, type Page } from '@playwright/test';
import { choose, dialogOf, expectFits, menuOf, test, walletBar } from './support/browser.ts';
import { expectGreeted, playRound, tileOf } from './support/games.ts';
import { newPerson, type Person } from './support/member.ts';
import type { Counterparties } from './support/counterparties.ts';

/** Returns `฿1,234.50`, as the app shows baht. */
const money = (baht: number): string => `฿${plain(baht)}`;
const plain = (baht: number): string =>
  baht.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

test('a player’s whole way on a phone, in Thai', async ({ page, counterparties, stack }) => {
  const person = newPerson();
  await page.goto('/');
  await expect(page).toHaveURL('/login');

  await registerInFourSteps(page, counterparties, person);
  await logIn(page, person);
  const loadedAt = await page.evaluate(() => performance.timeOrigin);
  await depositByQr(page, counterparties);
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt);

  const username = await openGameAndPlay(page, stack.sandbox.url);
  await page.goBack();
  await expect(page).toHaveURL(/\/user\/home$/);
  const { balance } = await counterparties.player(username);
  await bringBack(page, balance);
  await withdraw(page, person, balance);
  await followWithdrawal(page, counterparties, person, balance);
});

async function registerInFourSteps(
  page: Page,
  counterparties: Counterparties,
  person: Person,
): Promise<void> {
  await menuOf(page).getByRole('link', { name: 'สมัครสมาชิก' }).tap();
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('heading', { name: 'สมัครสมาชิก' })).toBeVisible();
  await expectFits(page);

  await page.getByLabel('เบอร์โทรศัพท์').fill(person.username);
  await page.getByRole('button', { name: 'ส่งรหัส OTP' }).tap();

  await expect(page.getByText(`กรอกรหัสที่ส่งไปยัง ${person.username}`)).toBeVisible();
  await page.getByLabel('รหัส OTP').fill(await counterparties.codeOf(person.username));
  await page.getByRole('button', { name: 'ยืนยัน', exact: true }).tap();

  await page.getByLabel('ชื่อที่แสดง').fill(person.name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(person.password);
  await page.getByLabel('ยืนยันรหัสผ่าน', { exact: true }).fill(person.password);
  await expectFits(page);
  await page.getByRole('button', { name: 'ถัดไป' }).tap();

  await page.getByLabel('ธนาคาร', { exact: true }).selectOption({ label: 'ธนาคารไทยพาณิชย์' });
  const [firstName = '', lastName = ''] = person.bankAccountName.split(' ');
  await page.getByLabel('ชื่อ', { exact: true }).fill(firstName);
  await page.getByLabel('นามสกุล').fill(lastName);
  await page.getByLabel('เลขที่บัญชี').fill(person.bankAccountNo);
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).tap();
  await expect(page.getByText('สมัครสมาชิกสำเร็จ กำลังพาไปหน้าเข้าสู่ระบบ')).toBeVisible();
  await expect(page).toHaveURL('/login');
}

async function logIn(page: Page, { username, password, name }: Person): Promise<void> {
  await page.getByLabel('เบอร์โทรศัพท์').fill(username);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
  await expect(page).toHaveURL('/user/home');

  const agreements = dialogOf(page, 'ข้อตกลงการใช้งาน');
  await agreements.getByLabel('ไม่ต้องแสดงอีก').check();
  await agreements.getByRole('button', { name: 'รับทราบ' }).tap();
  await expect(agreements).toBeHidden();
  await expect(page.getByRole('link', { name: `โปรไฟล์ของ ${name}` })).toBeVisible();
  await expect(walletBar(page)).toContainText(money(0));
  await expectFits(page);
}

async function depositByQr(page: Page, counterparties: Counterparties): Promise<void> {
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const dialog = dialogOf(page, 'ฝากเงิน');
  await dialog
    .getByRole('region', { name: 'ฝากด้วยคิวอาร์โค้ด' })
    .getByRole('button', { name: 'ธนาคารกสิกรไทย' })
    .tap();
  await dialog.getByRole('group', { name: 'จำนวนเงินที่ใช้บ่อย' }).getByRole('button', { name: '500' }).tap();
  await dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' }).tap();
  await expect(dialog.getByRole('img', { name: `คิวอาร์โค้ดสำหรับโอน ${money(500)}` })).toBeVisible();
  await expectFits(page);

  const order = (await counterparties.openQrs()).find((one) => one.amount === 500 && one.status === 'open');
  await counterparties.pay(order?.qrcodeId ?? '');
  await expect(dialog.getByRole('heading', { name: 'เงินเข้ากระเป๋าแล้ว' })).toBeVisible();
  await expect(dialog.getByText(`+${money(500)}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(dialog).toBeHidden();
  await expect(walletBar(page)).toContainText(money(500));
}

/** @returns the player's name at the provider */
async function openGameAndPlay(page: Page, sandboxUrl: string): Promise<string> {
  await openGame(page);
  const dialog = dialogOf(page, 'PG');
  await dialog.getByRole('button', { name: 'เปิดบัญชีเกม' }).tap();
  await expect(page.getByText('เปิดบัญชี PG แล้ว')).toBeVisible();
  const username = await dialog.getByText(/^kp[a-z0-9]+$/).innerText();

  await dialog.getByRole('button', { name: `โยกทั้งหมด ${money(500)} แล้วเล่น` }).tap();

  await page.waitForURL((url) => url.origin === new URL(sandboxUrl).origin);
  await expectGreeted(page, username, money(500));
  await playRound(page, 'slot');
  return username;
}

const openGame = (page: Page): Promise<void> => tileOf(page, 'PG').tap();

async function bringBack(page: Page, balance: number): Promise<void> {
  await openGame(page);
  const dialog = dialogOf(page, 'PG');
  await choose(dialog, 'ดึงเครดิตกลับ');
  // 'All' uses the known balance.
  await expect(dialog).toContainText(money(balance));
  await dialog.getByRole('button', { name: 'ทั้งหมด' }).tap();
  await dialog.getByRole('button', { name: `ดึงกลับ ${money(balance)}` }).tap();
  const done = page.getByRole('alertdialog');
  await expect(done).toContainText('ทำรายการเรียบร้อยแล้ว');
  await done.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(dialog).toBeHidden();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText(plain(balance));
}

async function withdraw(page: Page, person: Person, balance: number): Promise<void> {
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('300');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();

  const review = dialogOf(page, 'ยืนยันการถอนเงิน');
  await expect(review).toContainText('ธนาคารไทยพาณิชย์');
  await expect(review).toContainText(person.bankAccountName);
  await expect(review).toContainText(person.bankAccountNo.slice(-4));
  await expect(review).toContainText(money(balance - 300));
  await expectFits(page);
  await review.getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();

  const told = page.getByRole('alertdialog');
  await expect(told).toContainText(`กำลังโอน ${money(300)} เข้าบัญชีของคุณ`);
  await told.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(walletBar(page)).toContainText(`${money(300)} กำลังดำเนินการ`);
}

async function followWithdrawal(
  page: Page,
  counterparties: Counterparties,
  person: Person,
  balance: number,
): Promise<void> {
  await menuOf(page).getByRole('link', { name: 'รายการ' }).tap();
  await expect(page.getByRole('heading', { name: 'รายการเดินบัญชี' })).toBeVisible();
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: /฿/ });
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('กำลังดำเนินการ');
  await expectFits(page);

  const payout = await counterparties.payoutTo(person.bankAccountNo);
  await counterparties.decidePayout(payout.id, 'done');

  const expected = [
    ['ถอนเงิน', `-${money(300)}`, 'กระเป๋าหลัก ไปยัง ธนาคารไทยพาณิชย์'],
    ['โยกเครดิต', money(balance), 'PG ไปยัง กระเป๋าหลัก'],
    ['โยกเครดิต', money(500), 'กระเป๋าหลัก ไปยัง PG'],
    ['ฝากเงิน', `+${money(500)}`, 'ธนาคารกสิกรไทย ไปยัง กระเป๋าหลัก'],
  ];
  for (const [index, [type = '', amount = '', places = '']] of expected.entries()) {
    const row = rows.nth(index);
    await expect(row).toContainText(type);
    await expect(row.getByText(amount, { exact: true })).toBeVisible();
    await expect(row).toContainText(places);
    await expect(row).toContainText('สำเร็จ');
    await expect(row).not.toContainText('ไม่สำเร็จ');
  }
}
