import { expect, type Page } from '@playwright/test';
import { expectFits, test } from './support/browser.ts';
import type { Counterparties } from './support/counterparties.ts';
import { newPerson, register } from './support/member.ts';

const NEW_PASSWORD = 'krapao-5678';

const phoneField = (page: Page) => page.getByLabel('เบอร์โทรศัพท์');
const codeField = (page: Page) => page.getByLabel('รหัส OTP');
const newPassword = (page: Page) => page.getByLabel('รหัสผ่านใหม่', { exact: true });
const setButton = (page: Page) => page.getByRole('button', { name: 'ตั้งรหัสผ่านใหม่' });

/** Goes from the log-in page to the step of the code. */
async function askFor(page: Page, phone: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'ลืมรหัสผ่าน?' }).tap();
  await expect(page).toHaveURL('/reset');
  await phoneField(page).fill(phone);
  await page.getByRole('button', { name: 'ส่งรหัส OTP' }).tap();
  await expect(codeField(page)).toBeVisible();
}

/** Returns the code of the newest message, which is not the registration's. */
async function newCode(counterparties: Counterparties, phone: string, before: string): Promise<string> {
  await expect.poll(() => counterparties.codeOf(phone)).not.toBe(before);
  return counterparties.codeOf(phone);
}

test('a member sets a new password by SMS, and every session before it ends', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  const before = await counterparties.codeOf(member.username);
  await askFor(page, member.username);
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(newPassword(page)).toHaveAttribute('autocomplete', 'new-password');
  await expectFits(page);

  // A reload keeps the phone and the step, never what is secret.
  const code = await newCode(counterparties, member.username, before);
  await codeField(page).fill(code);
  await newPassword(page).fill(NEW_PASSWORD);
  await page.reload();
  await expect(page.getByText(member.username)).toBeVisible();
  await expect(codeField(page)).toHaveValue('');
  await expect(newPassword(page)).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(kept).not.toContain(NEW_PASSWORD);

  await codeField(page).fill(code);
  await newPassword(page).fill('12345');
  await setButton(page).tap();
  await expect(newPassword(page)).toBeFocused();
  await newPassword(page).fill(NEW_PASSWORD);
  await setButton(page).tap();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('ตั้งรหัสผ่านใหม่แล้ว เข้าสู่ระบบได้เลย')).toBeVisible();
  expect((await member.api.send('GET /api/account/profile')).status).toBe(401);

  await phoneField(page).fill(member.username);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
  await expect(page).toHaveURL('/user/home');
});

test('a wrong code is told, and the right one still counts @whole', async ({
  page,
  stack,
  counterparties,
  expectFailures,
}) => {
  expectFailures(/status of 400/);
  const member = await register(stack.url, counterparties);
  const before = await counterparties.codeOf(member.username);
  await askFor(page, member.username);
  const code = await newCode(counterparties, member.username, before);
  await codeField(page).fill(code === '000000' ? '111111' : '000000');
  await newPassword(page).fill(NEW_PASSWORD);
  await setButton(page).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'รหัสไม่ถูกต้อง' })).toBeVisible();
  await expect(page).toHaveURL('/reset');
  await codeField(page).fill(code);
  await setButton(page).tap();
  await expect(page).toHaveURL('/login');
});

test('a phone that nobody has looks the same, and help is at hand @whole', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/status of 400/);
  const { username } = newPerson();
  await askFor(page, username);
  await expect(page.getByText(`ถ้าเบอร์ ${username} มีบัญชีกับเรา`)).toBeVisible();
  await codeField(page).fill('123456');
  await newPassword(page).fill(NEW_PASSWORD);
  await setButton(page).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'รหัสไม่ถูกต้อง' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'ติดต่อเรา' }).tap();
  await expect(page).toHaveURL('/contact');
});
