import { expect } from '@playwright/test';
import { BY_NAME, withAuthenticator } from './support/authenticator.ts';
import { dialogOf, openPathAsMember, test } from './support/browser.ts';
import { Keyboard } from './support/keyboard.ts';
import { register } from './support/member.ts';

test.use({ isMobile: false, hasTouch: false });

/** Playwright's test at an address with a name, where a browser keeps passkeys. */
const named = test.extend(BY_NAME);

named('a passkey is added with a keyboard alone', async ({ page, counterparties, stack }) => {
  const member = await register(stack.url, counterparties);
  const keyboard = new Keyboard(page);
  await withAuthenticator(page);
  // Nothing is offered over the page.
  await page.addInitScript(() => localStorage.setItem('passkeyOffered', '1'));
  await openPathAsMember(page, stack, '/user/profile', member);
  await keyboard.use(page.getByRole('main').getByRole('button', { name: 'เพิ่มพาสคีย์' }));
  const codes = dialogOf(page, 'รหัสกู้คืน');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await keyboard.expectKept(codes, 6);
  await keyboard.use(codes.getByRole('button', { name: 'เก็บไว้แล้ว' }));
  await expect(codes).toBeHidden();
});

test('an authenticator app is begun with a keyboard alone @whole', async ({
  page,
  counterparties,
  stack,
}) => {
  const member = await register(stack.url, counterparties);
  const keyboard = new Keyboard(page);
  await openPathAsMember(page, stack, '/user/profile', member);
  await keyboard.use(page.getByRole('main').getByRole('button', { name: 'ตั้งค่า' }));
  const app = dialogOf(page, 'แอปยืนยันตัวตน');
  await expect(app.getByLabel('รหัสจากแอป')).toBeVisible();
  await keyboard.expectKept(app, 6);
  await keyboard.press('Escape');
  await expect(app).toBeHidden();
});
