import { expect, type Page } from '@playwright/test';
import {
  choose,
  dialogOf,
  expectFits,
  menuOf,
  openAsMember,
  openPathAsMember,
  test,
  walletBar,
} from './support/browser.ts';
import {
  deposit,
  move,
  newPerson,
  openGame,
  register,
  registerPlayer,
  registerWithHeld,
  walletAmount,
  type Member,
} from './support/member.ts';
import { until } from './support/until.ts';

const PLACE = '/user/protection';

const state = (member: Member) => member.api.ok('GET /api/protection');
const row = (page: Page, kind: string, period: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: kind }) })
    .getByRole('button', { name: period });

test('limits are set and lowered at once; a higher one waits for its time and a second press @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await openAsMember(page, stack, member);
  await page.getByRole('main').getByRole('link', { name: 'เล่นอย่างปลอดภัย' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'เล่นอย่างปลอดภัย' })).toBeVisible();
  await expectFits(page);
  await expect(row(page, 'วงเงินฝาก', 'ต่อวัน')).toContainText('ไม่จำกัด');

  const set = async (amount: string) => {
    await row(page, 'วงเงินฝาก', 'ต่อวัน').tap();
    const dialog = dialogOf(page, 'วงเงินฝาก');
    await dialog.getByLabel('ไม่เกิน').fill(amount);
    await expectFits(page);
    await dialog.getByRole('button', { name: 'บันทึกวงเงิน' }).tap();
    await expect(dialog).toBeHidden();
  };
  await set('500.5');
  await expect(row(page, 'วงเงินฝาก', 'ต่อวัน')).toContainText('฿500.50');
  await expect(row(page, 'วงเงินฝาก', 'ต่อวัน')).toContainText('ใช้ได้อีก ฿500.50');
  await set('300');
  await expect(row(page, 'วงเงินฝาก', 'ต่อวัน')).toContainText('฿300.00');
  await set('900');
  await expect(page.getByText(/เพิ่มเป็น ฿900\.00 ยืนยันได้ตั้งแต่/)).toBeVisible();
  await expect(row(page, 'วงเงินฝาก', 'ต่อวัน')).toContainText('฿300.00');
  await expect(page.getByRole('button', { name: /ยืนยันเพิ่ม/ })).toHaveCount(0);

  // The phone's clock is no way around the wait: the server's decides.
  await page.clock.install({ time: Date.now() + 40 * 60 * 60_000 });
  await page.reload();
  await expect(page.getByText(/เพิ่มเป็น ฿900\.00 ยืนยันได้ตั้งแต่/)).toBeVisible();
  expect((await state(member)).limits).toMatchObject([{ amount: 300, pending: { amount: 900 } }]);

  // Its time has come: nothing changes until the second press.
  await stack.database?.query(
    `update protection_limit set pending_from = now() where member_id = (select id from member where username = $1) returning kind`,
    [member.username],
  );
  await page.reload();
  expect((await state(member)).limits).toMatchObject([{ amount: 300 }]);
  await page.getByRole('button', { name: 'ยืนยันเพิ่มเป็น ฿900.00' }).tap();
  await expect(row(page, 'วงเงินฝาก', 'ต่อวัน')).toContainText('฿900.00');
  expect((await state(member)).limits).toMatchObject([{ amount: 900, pending: null }]);
});

test('an amount of nothing is no limit, and is not sent @whole', async ({ page, stack }) => {
  await openPathAsMember(page, stack, PLACE);
  await row(page, 'วงเงินขาดทุน', 'ต่อเดือน').tap();
  const dialog = dialogOf(page, 'วงเงินขาดทุน');
  await dialog.getByRole('button', { name: 'บันทึกวงเงิน' }).tap();
  await expect(dialog.getByLabel('ไม่เกิน')).toBeFocused();
  await expect(dialog).toContainText('0.01');
});

test('a break says what stops and what works, and home shows it', async ({ page, stack, counterparties }) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await move(player, 'in', 100);
  await openPathAsMember(page, stack, PLACE, player);
  await page.getByRole('main').getByRole('button', { name: 'พักการเล่น' }).tap();
  const dialog = dialogOf(page, 'พักการเล่น');
  await expect(dialog).toContainText('ฝากเงิน โยกเครดิตเข้าเกม และเปิดเกม');
  await expect(dialog).toContainText('ถอนเงิน และโยกเครดิตจากเกมกลับ');
  await dialog.getByLabel('นานเท่าไร').selectOption('72');
  await expectFits(page);
  await dialog.getByRole('button', { name: 'เริ่มพัก 3 วัน' }).tap();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('ไม่มีใครย่นเวลาได้');
  await question.getByRole('button', { name: 'เริ่มพัก 3 วัน' }).tap();
  await expect(page.getByRole('main')).toContainText('คุณกำลังพักการเล่น');
  // Its closing is a step back of the browser's, which would give up the next navigation.
  await expect(dialog).toBeHidden();
  expect((await state(player)).break).not.toBeNull();

  await page.goto('/user/home');
  await expect(page.getByRole('main')).toContainText('คุณกำลังพักการเล่น');
  await expect(page.getByRole('main')).toContainText('ยังทำได้ตามปกติ');
  await expectFits(page);
  // Nothing is offered, at the addresses of offers either.
  for (const path of ['/user/bonus', '/user/spin']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText('คุณกำลังพักการเล่น');
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await expectFits(page);
  }
  await page.goto('/user/home');
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  const drawer = dialogOf(page, 'ทำรายการ');
  await expect(drawer.getByRole('link', { name: 'เล่นอย่างปลอดภัย' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'โบนัส' })).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: 'คืนยอดเสีย' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  // Nothing is paid in.
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  await expect(dialogOf(page, 'ฝากเงิน')).toContainText('คุณกำลังพักการเล่น');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'ฝากเงิน')).toBeHidden();
  // Credit comes home, and money goes out.
  await walletBar(page).getByRole('button', { name: 'ดึงกลับทั้งหมด' }).tap();
  await until('the credit is home', 15_000, async () => (await walletAmount(player.api)) === 500);
});

test('a refusal for a limit leads to the limits @whole', async ({ page, stack, counterparties }) => {
  const member = await register(stack.url, counterparties);
  const body = { kind: 'deposit', period: 'day', amount: 50 } as const;
  await member.api.ok('PUT /api/protection/limits', { body });
  await openAsMember(page, stack, member);
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  const sheet = dialogOf(page, 'ฝากเงิน');
  await expect(sheet).toContainText('ตามวงเงินของคุณ ฝากได้อีก ฿50.00');
  const qrs = sheet.getByRole('region', { name: 'ฝากด้วยคิวอาร์โค้ด' });
  await qrs.getByRole('button', { name: 'คิวอาร์ FP' }).tap();
  await sheet.getByLabel('จำนวนเงิน', { exact: true }).fill('60');
  await sheet.locator('button[type="submit"]').tap();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('เกินวงเงินฝากที่คุณตั้งไว้');
  await expectFits(page);
  await alert.getByRole('button', { name: 'เล่นอย่างปลอดภัย' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'เล่นอย่างปลอดภัย' })).toBeVisible();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('an exclusion for good is said as one @whole', async ({ page, stack, counterparties }) => {
  // No later member may have the name of an excluded one.
  const person = newPerson();
  person.name = person.bankAccountName;
  const member = await register(stack.url, counterparties, person);
  await openPathAsMember(page, stack, PLACE, member);
  await page.getByRole('main').getByRole('button', { name: 'พักการเล่น' }).tap();
  const dialog = dialogOf(page, 'พักการเล่น');
  await choose(dialog, 'งดเล่นระยะยาว');
  await dialog.getByLabel('นานเท่าไร').selectOption('forever');
  await expect(dialog).toContainText('ไม่มีวันสิ้นสุด');
  await dialog.getByRole('button', { name: 'งดเล่น ตลอดไป' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'งดเล่น ตลอดไป' }).tap();
  await expect(page.getByRole('main')).toContainText('คุณงดเล่นอยู่');
  expect((await state(member)).exclusion).toEqual({ until: null });
});

test('the held balance is paid out, or made playable once a limit leaves room @whole', async ({
  page,
  stack,
  counterparties,
  expectFailures,
}) => {
  expectFailures(/status of 4\d\d/);
  const member = await registerWithHeld(stack.url, counterparties, 60);
  await openAsMember(page, stack, member);
  await page.getByRole('link', { name: 'ยอดเงินพัก ฿60.00' }).tap();
  await expect(page).toHaveURL(PLACE);
  await expect(page.getByRole('main')).toContainText('฿60.00');
  const answer = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'ยืนยัน' }).tap();
  };
  await answer('นำยอดเงินพักเข้ากระเป๋า');
  await expect(page.getByRole('alertdialog')).toContainText('เกินวงเงินฝาก');
  await page.getByRole('alertdialog').getByRole('button', { name: 'ตกลง' }).tap();
  expect((await state(member)).held).toBe(60);
  await answer('ถอนยอดเงินพัก');
  await expect(page.getByRole('alertdialog')).toContainText('ระบบรับรายการแล้ว');
  await page.getByRole('alertdialog').getByRole('button', { name: 'ตกลง' }).tap();
  await expect(page.getByRole('button', { name: 'ถอนยอดเงินพัก' })).toHaveCount(0);
  expect((await counterparties.payoutTo(member.bankAccountNo)).amount).toBe(60);
  expect(await walletAmount(member.api)).toBe(100);
});

test('a first deposit is asked about a limit, and every sheet that takes money leads to the limits @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await openAsMember(page, stack, await register(stack.url, counterparties));
  const sheet = dialogOf(page, 'ฝากเงิน');
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  await expect(sheet).toContainText('ก่อนฝากครั้งแรก');
  await sheet.getByRole('link', { name: 'เล่นอย่างปลอดภัย' }).tap();
  await expect(page).toHaveURL(PLACE);
  await expect(sheet).toBeHidden();

  await deposit(member, counterparties, 100);
  await openGame(member, 'PG');
  await page.goto('/user/home');
  await expect(walletBar(page)).toContainText('100.00');
  await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
  await expect(sheet.getByRole('link', { name: 'เล่นอย่างปลอดภัย' })).toBeVisible();
  await expect(sheet).not.toContainText('ก่อนฝากครั้งแรก');
  await page.keyboard.press('Escape');
  await walletBar(page).getByRole('button', { name: 'โยกเครดิต' }).tap();
  await dialogOf(page, 'โยกเครดิต').getByRole('link', { name: 'เล่นอย่างปลอดภัย' }).tap();
  await expect(page).toHaveURL(PLACE);
});
