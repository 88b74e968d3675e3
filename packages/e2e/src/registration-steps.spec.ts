import { expect, type Page } from '@playwright/test';
import { refuseUntilPress, seePress } from './support/another-try.ts';
import { test } from './support/browser.ts';
import { newPerson } from './support/member.ts';

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('เบอร์โทรศัพท์').fill(phone);
  await page.getByRole('button', { name: 'ส่งรหัส OTP' }).tap();
  await expect(page.getByLabel('รหัส OTP')).toBeVisible();
}

test('a code that did not come is sent again, a minute after the first', async ({ page }) => {
  const { username } = newPerson();
  await askForCode(page, username);
  const again = page.getByRole('button', { name: /^ส่งรหัสอีกครั้ง/ });
  await expect(again).toBeDisabled();
  // The minute has passed.
  await page.evaluate(() => {
    const kept = sessionStorage.getItem('registration') ?? '';
    const later = kept.replace(
      /"resendAtMs":(\d+)/,
      (_, at: string) => `"resendAtMs":${Number(at) - 60_000}`,
    );
    if (later === kept) throw new Error('when the next code may be asked for is not kept');
    sessionStorage.setItem('registration', later);
  });
  await page.reload();
  const asked: unknown[] = [];
  await page.route('**/api/otp/send', (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: { otpRef: 'ZXCV', otpToken: 'A'.repeat(43), code: 'OK' } });
  });
  await page.getByLabel('รหัส OTP').fill('12');
  await again.tap();
  await expect(page.getByText('ส่งรหัสใหม่แล้ว')).toBeVisible();
  await expect(again).toBeDisabled();
  await expect(page.getByText('ZXCV')).toBeVisible();
  await expect(page.getByLabel('รหัส OTP')).toHaveValue('');
  expect(asked).toEqual([{ phoneNumber: username }]);
});

test('banks that could not be loaded are there after another try, and where one has heard of the site is sent along @whole', async ({
  page,
  counterparties,
}) => {
  const person = newPerson();
  await refuseUntilPress(page, '**/api/lookup/banks');
  await askForCode(page, person.username);
  await page.getByLabel('รหัส OTP').fill(await counterparties.codeOf(person.username));
  await page.getByRole('button', { name: 'ยืนยัน', exact: true }).tap();
  await page.getByLabel('ชื่อที่แสดง').fill(person.name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(person.password);
  await page.getByLabel('ยืนยันรหัสผ่าน', { exact: true }).fill(person.password);
  const source = page.getByLabel('รู้จักเราจากที่ไหน (ไม่บังคับ)');
  await source.selectOption({ index: 1 });
  const sourceCode = await source.inputValue();
  expect(sourceCode).not.toBe('');
  await page.getByRole('button', { name: 'ถัดไป' }).tap();

  const again = page.getByRole('button', { name: 'ลองใหม่', exact: true });
  await expect(again).toBeVisible();
  await seePress(page);
  await again.tap();
  await page.getByLabel('ธนาคาร', { exact: true }).selectOption('SCB');
  await page.getByLabel('ชื่อ', { exact: true }).fill('SOMYING');
  await page.getByLabel('นามสกุล').fill('RAKGAME');
  await page.getByLabel('เลขที่บัญชี').fill(person.bankAccountNo);
  const registered = page.waitForRequest((request) => request.url().endsWith('/api/account'));
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).tap();
  expect((await registered).postDataJSON()).toMatchObject({ sourceCode });
  await expect(page).toHaveURL('/login');
});
