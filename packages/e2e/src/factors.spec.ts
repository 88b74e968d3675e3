import { expect, type Page } from '@playwright/test';
import { BY_NAME, withAuthenticator } from './support/authenticator.ts';
import { dialogOf, expectFits, test as base, walletBar } from './support/browser.ts';
import type { Counterparties } from './support/counterparties.ts';
import { deposit, register, type Member } from './support/member.ts';
import type { Stack } from './support/stack.ts';
import { codeOf } from './support/totp.ts';

const test = base.extend(BY_NAME);

const LOG_IN = { name: 'เข้าสู่ระบบ', exact: true } as const;
const BY_PASSKEY = { name: 'เข้าสู่ระบบด้วยพาสคีย์' } as const;

async function typeLogIn(page: Page, { username, password }: Member): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(username);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByRole('button', LOG_IN).tap();
}

/** Logs in by the form, on a device on which nothing is offered. */
async function logIn(page: Page, member: Member): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    localStorage.setItem('agreement', '1');
    localStorage.setItem('passkeyOffered', '1');
  });
  await typeLogIn(page, member);
  await expect(page).toHaveURL(/\/user\/home/);
}

/** Logs out by the app's own button. */
async function logOut(page: Page): Promise<void> {
  await page.goto('/user/profile');
  await page.getByRole('main').getByRole('button', { name: 'ออกจากระบบ', exact: true }).last().tap();
  await expect(page).toHaveURL(/\/login/);
  // It is forgotten with the log-in; the agreements would open over home after the next one.
  await page.evaluate(() => localStorage.setItem('agreement', '1'));
}

const securityOf = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'ความปลอดภัย' }) })
    .first();

/** Adds a passkey on the profile; the password is asked for on a device that is new. @returns the recovery codes */
async function addPasskey(page: Page, { password }: Member): Promise<string[]> {
  await page.goto('/user/profile');
  await securityOf(page).getByRole('button', { name: 'เพิ่มพาสคีย์' }).tap();
  const proof = dialogOf(page, 'ยืนยันว่าเป็นคุณ');
  await proof.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await expectFits(page);
  await proof.getByRole('button', { name: 'ยืนยัน' }).tap();
  const codes = dialogOf(page, 'รหัสกู้คืน');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectFits(page);
  const shown = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'เก็บไว้แล้ว' }).tap();
  await expect(securityOf(page)).toContainText('เหลือ 10 รหัส');
  return shown;
}

/** Asks for a withdrawal of 100 baht. */
async function askPayout(page: Page): Promise<void> {
  await page.goto('/user/home');
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('100');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
}

const expectPaidOut = (page: Page) =>
  expect(page.getByRole('alertdialog')).toContainText('กำลังโอน ฿100.00 เข้าบัญชีของคุณ');

async function rich(stack: Stack, counterparties: Counterparties): Promise<Member> {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  return member;
}

test('a passkey is added, logs in, and is the proof for a payout', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await rich(stack, counterparties);
  const { cdp, authenticatorId } = await withAuthenticator(page);
  await logIn(page, member);
  await addPasskey(page, member);
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);

  await logOut(page);
  await page.getByRole('button', BY_PASSKEY).tap();
  await expect(page).toHaveURL(/\/user\/home/);
  await askPayout(page);
  await expectPaidOut(page);
});

test('a payout on a new device asks for the passkey, and goes on once it is given @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await rich(stack, counterparties);
  await withAuthenticator(page);
  await logIn(page, member);
  await addPasskey(page, member);
  // The same passkey in a browser that the member has never used, as a synchronised one is.
  await page.evaluate(() => localStorage.removeItem('deviceId'));
  await logOut(page);
  await page.evaluate(() => localStorage.removeItem('deviceId'));
  await logIn(page, member);
  await askPayout(page);
  const proof = dialogOf(page, 'ยืนยันว่าเป็นคุณ');
  await expect(proof.getByLabel('รหัสจากแอป หรือรหัสกู้คืน')).toBeVisible();
  await proof.getByRole('button', { name: 'ใช้พาสคีย์' }).tap();
  await expectPaidOut(page);
});

test('a payout on a new device asks for the password where there is no factor @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await rich(stack, counterparties);
  await logIn(page, member);
  await askPayout(page);
  const proof = dialogOf(page, 'ยืนยันว่าเป็นคุณ');
  await proof.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  await expect(proof).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  // The form is there again, with the amount.
  await dialogOf(page, 'ถอนเงิน').getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
  await proof.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await proof.getByRole('button', { name: 'ยืนยัน' }).tap();
  await expectPaidOut(page);
});

test('a lost device is replaced by a recovery code, and its passkey removed @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await rich(stack, counterparties);
  const { cdp, authenticatorId } = await withAuthenticator(page);
  await logIn(page, member);
  const [code = ''] = await addPasskey(page, member);
  await logOut(page);
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await page.evaluate(() => localStorage.clear());
  await logIn(page, member);
  await askPayout(page);
  const proof = dialogOf(page, 'ยืนยันว่าเป็นคุณ');
  await proof.getByLabel('รหัสจากแอป หรือรหัสกู้คืน').fill(code.toUpperCase());
  await proof.getByRole('button', { name: 'ยืนยัน' }).tap();
  await expectPaidOut(page);
  await page.goto('/user/profile');
  await securityOf(page).getByRole('button', { name: 'ลบพาสคีย์นี้' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'ลบ' }).tap();
  await expect(securityOf(page)).toContainText('ยังไม่มีพาสคีย์');
});

test('an authenticator app is set up by its key, and its code is asked for at log-in @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await logIn(page, member);
  await page.goto('/user/profile');
  await securityOf(page).getByRole('button', { name: 'ตั้งค่า' }).tap();
  const proof = dialogOf(page, 'ยืนยันว่าเป็นคุณ');
  await proof.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await proof.getByRole('button', { name: 'ยืนยัน' }).tap();
  const setUp = dialogOf(page, 'แอปยืนยันตัวตน');
  await expect(setUp.getByRole('img', { name: 'คิวอาร์โค้ดสำหรับแอปยืนยันตัวตน' })).toBeVisible();
  await expectFits(page);
  const key = (await setUp.locator('code').innerText()).replaceAll(' ', '');
  await setUp.getByLabel('รหัสจากแอป').fill(codeOf(key, stack.now()));
  await setUp.getByRole('button', { name: 'ยืนยัน' }).tap();
  await dialogOf(page, 'รหัสกู้คืน').getByRole('button', { name: 'เก็บไว้แล้ว' }).tap();
  await expect(securityOf(page)).toContainText('เปิดใช้อยู่');

  await logOut(page);
  await typeLogIn(page, member);
  const asked = dialogOf(page, 'กรอกรหัส');
  // The next step of the app, a little early: each code is valid once.
  await asked.getByLabel('รหัสจากแอป หรือรหัสกู้คืน').fill(codeOf(key, stack.now() + 30_000));
  await expectFits(page);
  await asked.getByRole('button', LOG_IN).tap();
  await expect(page).toHaveURL(/\/user\/home/);
});

test('a passkey is offered after a log-in, once @whole', async ({ page, stack, counterparties }) => {
  const member = await register(stack.url, counterparties);
  await withAuthenticator(page);
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('agreement', '1'));
  await typeLogIn(page, member);
  const offer = dialogOf(page, 'ครั้งต่อไป เข้าง่ายกว่านี้');
  await expectFits(page);
  await offer.getByRole('button', { name: 'ไว้ทีหลัง' }).tap();
  await expect(offer).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('passkeyOffered'))).toBe('1');
});

test('all other devices are logged out by one press @whole', async ({ page, stack, counterparties }) => {
  const member = await register(stack.url, counterparties);
  await logIn(page, member);
  await page.goto('/user/profile');
  await page.getByRole('button', { name: 'ออกจากระบบอุปกรณ์อื่นทั้งหมด' }).tap();
  await expect(page.getByText('อุปกรณ์อื่นออกจากระบบแล้วทั้งหมด').first()).toBeVisible();
  expect(await member.api.refused('GET /api/wallet')).toBe('INVALID_USER_1');
  await expect(page.getByRole('button', { name: 'ออกจากระบบอุปกรณ์อื่นทั้งหมด' })).toBeHidden();
});
