import { expect, type Page } from '@playwright/test';
import { dialogOf, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { tileOf } from './support/games.ts';
import { Keyboard } from './support/keyboard.ts';
import { deposit, register, type Member } from './support/member.ts';
import { playedAnHour } from './support/played.ts';

test.use({ isMobile: false, hasTouch: false });

test('the main job with a keyboard alone', async ({ page, counterparties, stack }) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  const keyboard = new Keyboard(page);
  await logIn(page, keyboard, member);
  await readAndAgree(page, keyboard);
  await openAndPlay(page, keyboard, stack.sandbox.url);
  await page.goBack();
  await bringBack(page, keyboard);
  await leaveAndReturn(page, keyboard);
  await withdraw(page, keyboard, member);
  await readStatement(page, keyboard);
});

test('a limit is set and a break looked at with a keyboard alone @whole', async ({
  page,
  counterparties,
  stack,
}) => {
  const keyboard = new Keyboard(page);
  await openAsMember(page, stack, await register(stack.url, counterparties));
  const main = page.getByRole('main');
  await keyboard.use(main.getByRole('link', { name: 'เล่นอย่างปลอดภัย' }));
  await expect(page.getByRole('heading', { level: 1, name: 'เล่นอย่างปลอดภัย' })).toBeFocused();
  const limit = main.getByRole('button', { name: 'ต่อวัน' }).first();
  await keyboard.use(limit);
  const dialog = dialogOf(page, 'วงเงินฝาก');
  await keyboard.goTo(dialog.getByLabel('ไม่เกิน'));
  await keyboard.type('500');
  await keyboard.use(dialog.getByRole('button', { name: 'บันทึกวงเงิน' }));
  await expect(dialog).toBeHidden();
  await expect(limit).toContainText('฿500.00');
  await expect(limit).toBeFocused();

  const pause = main.getByRole('button', { name: 'พักการเล่น' });
  await keyboard.use(pause);
  const choice = dialogOf(page, 'พักการเล่น');
  await keyboard.goTo(choice.getByRole('radio', { name: 'พักช่วงสั้น' }));
  await keyboard.press('ArrowRight');
  await expect(choice.getByRole('radio', { name: 'งดเล่นระยะยาว' })).toBeChecked();
  await keyboard.goTo(choice.getByLabel('นานเท่าไร'));
  await keyboard.expectKept(choice, 6);
  await keyboard.press('Escape');
  await expect(pause).toBeFocused();
});

test('a reality check is answered with a keyboard alone, and closes by nothing else @whole', async ({
  page,
  counterparties,
  stack,
}) => {
  const player = await playedAnHour(stack, counterparties);
  const keyboard = new Keyboard(page);
  await openAsMember(page, stack, player);
  const check = page.getByRole('alertdialog', { name: 'หยุดดูสักครู่' });
  await expect(check).toBeVisible();
  await keyboard.press('Escape');
  await expect(check).toBeVisible();
  await keyboard.expectKept(check, 5);
  await keyboard.use(check.getByRole('button', { name: 'เล่นต่อ' }));
  await expect(check).toBeHidden();
  await keyboard.goTo(page.getByRole('main').getByRole('link', { name: 'เล่นอย่างปลอดภัย' }));
});

async function logIn(page: Page, keyboard: Keyboard, { username, password }: Member): Promise<void> {
  await page.goto('/login');
  const skip = page.getByRole('link', { name: 'ข้ามไปยังเนื้อหา' });
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible();
  expect(await keyboard.goTo(skip)).toEqual(['ข้ามไปยังเนื้อหา']);
  await expect(skip).toBeInViewport();
  await keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const phone = page.getByLabel('เบอร์โทรศัพท์');
  await keyboard.goTo(phone);
  await keyboard.type(username);
  await keyboard.goTo(page.getByLabel('รหัสผ่าน', { exact: true }));
  await keyboard.type(password);
  const remember = page.getByRole('checkbox');
  const order = await keyboard.goTo(remember);
  expect(order).toEqual(['แสดงรหัสผ่าน', 'จดจำการเข้าสู่ระบบ']);
  await keyboard.press('Space');
  await expect(remember).toBeChecked();
  await keyboard.use(page.getByRole('button', { name: 'เข้าสู่ระบบ' }), { with: 'Space' });
  await expect(page).toHaveURL('/user/home');
}

async function readAndAgree(page: Page, keyboard: Keyboard): Promise<void> {
  const agreements = dialogOf(page, 'ข้อตกลงการใช้งาน');
  await expect(agreements).toBeVisible();
  const never = agreements.getByLabel('ไม่ต้องแสดงอีก');
  await keyboard.goTo(never);
  await keyboard.press('Space');
  await keyboard.use(agreements.getByRole('button', { name: 'รับทราบ' }));
  await expect(agreements).toBeHidden();
  await expect(walletBar(page)).toContainText('฿500.00');
}

async function openAndPlay(page: Page, keyboard: Keyboard, sandboxUrl: string): Promise<void> {
  await keyboard.use(tileOf(page, 'PG'));
  const dialog = dialogOf(page, 'PG');
  await keyboard.use(dialog.getByRole('button', { name: 'เปิดบัญชีเกม' }));
  await expect(page.getByText('เปิดบัญชี PG แล้ว')).toBeVisible();
  await keyboard.expectKept(dialog, 12);

  await keyboard.use(dialog.getByRole('button', { name: 'โยกทั้งหมด ฿500.00 แล้วเล่น' }));
  await page.waitForURL((url) => url.origin === new URL(sandboxUrl).origin);
}

async function bringBack(page: Page, keyboard: Keyboard): Promise<void> {
  const tile = tileOf(page, 'PG');
  await keyboard.use(tile, { with: 'Space' });
  const dialog = dialogOf(page, 'PG');
  await keyboard.goTo(dialog.getByRole('radio', { name: 'โยกเข้าเกม' }));
  await keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'ดึงเครดิตกลับ' })).toBeChecked();
  await keyboard.goTo(dialog.getByRole('button', { name: 'ทั้งหมด' }));
  await keyboard.press('Enter');
  await keyboard.use(dialog.getByRole('button', { name: 'ดึงกลับ ฿500.00' }));
  await acknowledge(page, keyboard);
  await expect(dialog).toBeHidden();
  await expect(tile).toBeFocused();
}

/** Acknowledges an alert; its button has the focus. */
async function acknowledge(page: Page, keyboard: Keyboard): Promise<void> {
  const alert = page.getByRole('alertdialog');
  const answer = alert.getByRole('button', { name: 'ตกลง' });
  await expect(answer).toBeFocused();
  await keyboard.expectKept(alert, 3);
  await keyboard.goTo(answer);
  await keyboard.press('Enter');
  await expect(alert).toBeHidden();
}

/** Closes the topmost layer with Escape and expects the focus back at its opener. */
async function leaveAndReturn(page: Page, keyboard: Keyboard): Promise<void> {
  const opener = walletBar(page).getByRole('button', { name: 'ฝากเงิน' });
  await keyboard.use(opener, { back: true });
  const dialog = dialogOf(page, 'ฝากเงิน');
  await expect(dialog).toBeVisible();
  await keyboard.expectKept(dialog, 10);
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

/** Withdraws in a browser that is new to the member, who gives proof. */
async function withdraw(page: Page, keyboard: Keyboard, { password }: Member): Promise<void> {
  const opener = walletBar(page).getByRole('button', { name: 'ถอนเงิน' });
  await keyboard.use(opener);
  const dialog = dialogOf(page, 'ถอนเงิน');
  await keyboard.goTo(dialog.getByRole('textbox', { name: 'จำนวนเงิน' }));
  await keyboard.type('300');
  await keyboard.use(dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }));
  const review = dialogOf(page, 'ยืนยันการถอนเงิน');
  await keyboard.use(review.getByRole('button', { name: 'ยืนยันถอนเงิน' }));
  const proof = dialogOf(page, 'ยืนยันว่าเป็นคุณ');
  const field = proof.getByLabel('รหัสผ่าน', { exact: true });
  await expect(field).toBeFocused();
  await keyboard.expectKept(proof, 4);
  await keyboard.goTo(field);
  await keyboard.type(password);
  await keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('กำลังโอน ฿300.00 เข้าบัญชีของคุณ');
  await acknowledge(page, keyboard);
  await expect(opener).toBeFocused();
}

async function readStatement(page: Page, keyboard: Keyboard): Promise<void> {
  await keyboard.use(menuOf(page).getByRole('link', { name: 'รายการ' }));
  await expect(page).toHaveURL('/user/statement');
  const heading = page.getByRole('heading', { level: 1, name: 'รายการเดินบัญชี' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(/^รายการเดินบัญชี · /);
  const newest = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: '฿300.00' })
    .getByRole('button');
  await keyboard.use(newest);
  const receipt = page.getByRole('dialog');
  await expect(receipt).toContainText('฿300.00');
  await keyboard.expectKept(receipt, 6);
  await keyboard.press('Escape');
  await expect(newest).toBeFocused();
}
