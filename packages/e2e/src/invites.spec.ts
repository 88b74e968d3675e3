import { expect } from '@playwright/test';
import { expectFits, openAsMember, test, walletBar } from './support/browser.ts';
import { newPerson, register } from './support/member.ts';

test('an invite link tells chats whose it is, with a picture', async ({ page, stack }) => {
  const { name } = await (await page.request.get('/api/lookup/info')).json();
  const reply = await page.request.get('/register?code=PRk3m9x2');
  await page.goto('/register?code=PRk3m9x2');
  const said = (property: string) =>
    page.locator(`head meta[property="og:${property}"]`).getAttribute('content');
  expect(await said('title')).toContain(name);
  expect(await said('site_name')).toBe(name);
  expect(await said('url')).toBe(`${stack.url}/register?code=PRk3m9x2`);
  const picture = await page.request.get((await said('image')) ?? '');
  expect(picture.headers()['content-type']).toBe('image/png');
  // The build prerendered the page itself.
  expect(await reply.text()).toContain('ส่งรหัส OTP');

  await page.goto(`/register?code=${encodeURIComponent('PR"><img src=x onerror=alert(1)>')}`);
  expect(await said('url')).toBe(`${stack.url}/register`);
  await expect(page.locator('img[src=x]')).toHaveCount(0);
});

test('an invite link warns before it logs a member out', async ({ page, stack }) => {
  await openAsMember(page, stack);
  await expect(walletBar(page)).toBeVisible();
  await page.goto('/register?code=PRk3m9x2');
  await expect(page.getByText('คุณเข้าสู่ระบบอยู่แล้ว')).toBeVisible();
  await expect(page.getByLabel('เบอร์โทรศัพท์')).toHaveCount(0);
  await expectFits(page);
  await page.getByRole('button', { name: 'กลับไปที่กระเป๋าของฉัน' }).tap();
  await expect(walletBar(page)).toBeVisible();

  await page.goto('/register?code=PRk3m9x2');
  await page.getByRole('button', { name: 'ออกจากระบบแล้วสมัครใหม่' }).tap();
  await expect(page.getByLabel('เบอร์โทรศัพท์')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('inviteCode'))).toBe('PRk3m9x2');
});

test('the case of an invite code does not matter, and a whole link may be pasted @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const inviter = await register(stack.url, counterparties);
  const { profile } = await inviter.api.ok('GET /api/account/profile');
  const code = `PR${profile._id}`;
  const { username } = newPerson();
  await page.goto(`/register?code=${code.toUpperCase()}`);
  await page.getByLabel('เบอร์โทรศัพท์').fill(username);
  await page.getByRole('button', { name: 'ส่งรหัส OTP' }).tap();
  await expect(page.getByLabel('รหัส OTP')).toBeVisible();
  await page.getByLabel('รหัส OTP').fill(await counterparties.codeOf(username));
  await page.getByRole('button', { name: 'ยืนยัน', exact: true }).tap();
  const field = page.getByLabel('รหัสผู้แนะนำ (ถ้ามี)');
  await expect(field).toHaveValue(code);
  await field.fill(`${stack.url}/register?code=${code.toUpperCase()}`);
  await expect(field).toHaveValue(code);

  // A name with nothing visible is refused.
  await page.getByLabel('ชื่อที่แสดง').fill('\u200b\u200b');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('krapao-1234');
  await page.getByLabel('ยืนยันรหัสผ่าน', { exact: true }).fill('krapao-1234');
  await page.getByRole('button', { name: 'ถัดไป' }).tap();
  await expect(page.getByLabel('ชื่อที่แสดง')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('ชื่อที่แสดง').fill('ปิติ \u202eมาใหม่');
  await page.getByRole('button', { name: 'ถัดไป' }).tap();
  await expect(page.getByLabel('ธนาคาร', { exact: true })).toBeVisible();
});
