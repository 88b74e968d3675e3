import { expect, type Page } from '@playwright/test';
import { expectFits, test } from './support/browser.ts';
import { newPerson, register, type Person } from './support/member.ts';
import type { Counterparties } from './support/counterparties.ts';

const phoneField = (page: Page) => page.getByLabel('เบอร์โทรศัพท์');
const sendButton = (page: Page) => page.getByRole('button', { name: 'ส่งรหัส OTP' });

async function prove(page: Page, counterparties: Counterparties, { username }: Person): Promise<void> {
  await phoneField(page).fill(username);
  await sendButton(page).tap();
  await expect(page.getByLabel('รหัส OTP')).toBeVisible();
  await page.getByLabel('รหัส OTP').fill(await counterparties.codeOf(username));
  await page.getByRole('button', { name: 'ยืนยัน', exact: true }).tap();
}

async function fillProfile(page: Page, { name, password }: Person): Promise<void> {
  await page.getByLabel('ชื่อที่แสดง').fill(name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByLabel('ยืนยันรหัสผ่าน', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'ถัดไป' }).tap();
}

async function fillBank(page: Page, person: Person, bankAccountNo: string): Promise<void> {
  await page.getByLabel('ธนาคาร', { exact: true }).selectOption('SCB');
  const [firstName = '', lastName = ''] = person.bankAccountName.split(' ');
  await page.getByLabel('ชื่อ', { exact: true }).fill(firstName);
  await page.getByLabel('นามสกุล').fill(lastName);
  await page.getByLabel('เลขที่บัญชี').fill(bankAccountNo);
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).tap();
}

test('a wrong account number is said at its field, and can be mended after going back @whole', async ({
  page,
  counterparties,
  expectFailures,
}) => {
  expectFailures(/status of 400/);
  const person = newPerson();
  await page.goto('/register');
  await prove(page, counterparties, person);
  await fillProfile(page, person);
  await page.getByRole('main').getByRole('button', { name: 'สมัครสมาชิก' }).tap();
  await expect(page.getByText('กรุณาเลือกธนาคาร')).toBeVisible();
  await fillBank(page, person, '123');
  const accountNo = page.getByLabel('เลขที่บัญชี');
  await expect(accountNo).toHaveAttribute('aria-invalid', 'true');
  await expect(accountNo).toBeFocused();
  await expect(page.getByText('ธนาคารหรือเลขที่บัญชีไม่ถูกต้อง')).toHaveCount(1);
  await expectFits(page);

  await page.getByRole('button', { name: 'ย้อนกลับ' }).tap();
  await page.getByRole('button', { name: 'ถัดไป' }).tap();
  await expect(accountNo).toHaveValue('123');
  await accountNo.fill(person.bankAccountNo);
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).tap();
  await expect(page.getByText('สมัครสมาชิกสำเร็จ กำลังพาไปหน้าเข้าสู่ระบบ')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL('/login');
});

test('a reload while a code is awaited loses nothing @whole', async ({ page, counterparties }) => {
  const person = newPerson();
  await page.goto('/register');
  await phoneField(page).fill(person.username);
  await sendButton(page).tap();
  const code = page.getByLabel('รหัส OTP');
  await expect(code).toBeVisible();
  await page.reload();
  await expect(page.getByText(`กรอกรหัสที่ส่งไปยัง ${person.username}`)).toBeVisible();
  await code.fill(await counterparties.codeOf(person.username));
  await page.getByRole('button', { name: 'ยืนยัน', exact: true }).tap();
  await fillProfile(page, person);

  await page.getByLabel('ธนาคาร', { exact: true }).selectOption('SCB');
  await page.getByLabel('ชื่อ', { exact: true }).fill('SOMYING');
  await page.getByLabel('นามสกุล').fill('RAKGAME');
  await page.getByLabel('เลขที่บัญชี').fill(person.bankAccountNo);
  await page.reload();
  // The passwords are not stored.
  await expect(page.getByLabel('ชื่อที่แสดง')).toHaveValue(person.name);
  await expect(page.getByLabel('รหัสผ่าน', { exact: true })).toHaveValue('');
  const kept = await page.evaluate(() =>
    [...Object.values(sessionStorage), ...Object.values(localStorage)].join(' '),
  );
  expect(kept).not.toContain(person.password);
  await fillProfile(page, person);
  await expect(page.getByLabel('เลขที่บัญชี')).toHaveValue(person.bankAccountNo);
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).tap();
  await expect(page).toHaveURL('/login');
  await page.goto('/register');
  await expect(phoneField(page)).toHaveValue('');
});

test('what was typed is forgotten after half an hour', async ({ page }) => {
  const person = newPerson();
  await page.goto('/register');
  await phoneField(page).fill(person.username);
  await sendButton(page).tap();
  await expect(page.getByLabel('รหัส OTP')).toBeVisible();
  await page.evaluate(() => {
    const kept = JSON.parse(sessionStorage.getItem('registration') ?? '{}') as { untilMs: number };
    sessionStorage.setItem('registration', JSON.stringify({ ...kept, untilMs: kept.untilMs - 30 * 60_000 }));
  });
  await page.reload();
  await expect(sendButton(page)).toBeVisible();
  await expect(phoneField(page)).toHaveValue('');
});

test('a phone that is registered already is told so right after its code', async ({
  page,
  stack,
  counterparties,
  expectFailures,
}) => {
  expectFailures(/status of 409/);
  const member = await register(stack.url, counterparties);
  await page.goto('/register');
  await phoneField(page).fill(member.username);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The code of a minute ago was for registration.
  await page.route('**/api/otp/send', (route) =>
    route.fulfill({ json: { otpRef: 'ABCD', otpToken: 'A'.repeat(43), code: 'OK' } }),
  );
  await page.route('**/api/otp/verify', (route) =>
    route.fulfill({ json: { code: 'OTP_CODE_VALID', message: 'OTP_CODE_VALID' } }),
  );
  await sendButton(page).tap();
  await expect(page.getByLabel('รหัส OTP')).toBeVisible();
  // The call is not made, since a phone's owner alone may learn the answer.
  expect(asked).not.toContain('/api/account/validate');
  await page.getByLabel('รหัส OTP').fill('123456');
  await page.getByRole('button', { name: 'ยืนยัน', exact: true }).tap();
  await expect(phoneField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('เบอร์นี้สมัครสมาชิกแล้ว กรุณาเข้าสู่ระบบ')).toBeVisible();
  await expectFits(page);
});

test('an invite code that nobody has is marked, and an old error leaves with the next try @whole', async ({
  page,
  counterparties,
  expectFailures,
}) => {
  expectFailures(/status of 4/);
  const person = newPerson();
  await page.goto('/register?code=PRNOBODY');
  await prove(page, counterparties, person);
  await fillProfile(page, person);
  const invite = page.getByLabel('รหัสผู้แนะนำ (ถ้ามี)');
  await expect(invite).toHaveAttribute('aria-invalid', 'true');
  await expect(invite).toBeFocused();
  await expect(page.getByText('ไม่พบรหัสผู้แนะนำนี้')).toBeVisible();
  await expectFits(page);
  await invite.fill('');
  await page.getByRole('button', { name: 'ถัดไป' }).tap();
  await expect(page.getByLabel('ธนาคาร', { exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'BCEL' })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'ธนาคารการค้าต่างประเทศลาว' })).toHaveCount(0);

  await page.route('**/api/account', (route) =>
    route.fulfill({ status: 409, json: { message: 'GAME_ACTIVATION_FAIL', requestId: '0' } }),
  );
  await fillBank(page, person, person.bankAccountNo);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/account');
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).tap();
  await expect(page.getByText('สมัครสมาชิกสำเร็จ กำลังพาไปหน้าเข้าสู่ระบบ')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
