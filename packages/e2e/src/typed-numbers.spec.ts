import { readFileSync } from 'node:fs';
import { readTypedNumberTables } from '@krapao/contract/typed-number-table';
import { expect, type Locator, type Page } from '@playwright/test';
import { dialogOf, expectFits, openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';
import { deposit, move, newPerson, register, registerPlayer } from './support/member.ts';

const tables = readTypedNumberTables(
  readFileSync(new URL('../../../docs/typed-numbers.md', import.meta.url), 'utf8'),
);

/** Returns rows of a table in docs/typed-numbers.md, by typed text. */
function rowsOf(heading: string, typed: readonly string[]) {
  const rows = tables.get(heading) ?? [];
  return typed.map((text) => {
    const row = rows.find((one) => one.typed === text);
    if (!row) throw new Error(`${text} is not in docs/typed-numbers.md`);
    return row;
  });
}

/** Pastes a text into a field as a player does. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill('');
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.focus();
  await page.keyboard.press('Control+V');
}

/** Answers a changing call in the server's place, and records the sent bodies. */
async function answer(page: Page, path: string, status: number, message: string): Promise<unknown[]> {
  const bodies: unknown[] = [];
  await page.route(`**${path}`, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ status, json: { message, requestId: '00000000-0000-0000-0000-000000000000' } });
  });
  return bodies;
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test.describe('an amount', () => {
  const amounts = rowsOf('Amounts in baht', [
    '1,000.50',
    '1.234,56',
    '๑,๐๐๐.๕๐',
    '໕໐໐',
    '１２３',
    '1,000 บาท',
    '1e3',
    '-200',
    '10,50',
    '1.234',
    '123456789012',
  ]);

  test('of a deposit is read right, or said plainly and not sent @whole', async ({
    page,
    stack,
    expectFailures,
  }) => {
    expectFailures(/status of 400/);
    await openAsMember(page, stack);
    await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
    const dialog = dialogOf(page, 'ฝากเงิน');
    await dialog.getByRole('button', { name: 'ธนาคารกสิกรไทย' }).last().tap();
    const field = dialog.getByLabel('จำนวนเงิน', { exact: true });
    const create = dialog.getByRole('button', { name: 'สร้างคิวอาร์โค้ด' });
    const sent = await answer(page, '/api/qrcode/KBANK', 400, 'QRCODE_FAIL');
    for (const row of amounts) {
      await paste(page, field, row.typed);
      await expect(field).toHaveValue(row.shown);
      if (row.sent === undefined) {
        await expect(create).toBeDisabled();
        await expect(dialog.getByText(/1,000\.50|มากเกินไป/)).toBeVisible();
        continue;
      }
      const before = sent.length;
      await create.tap();
      await expect.poll(() => sent.length).toBe(before + 1);
      expect(sent.at(-1)).toEqual({ amount: Number(row.sent) });
      await page.getByRole('alert').getByRole('button', { name: 'ปิด' }).tap();
    }
    await expectFits(page);
  });

  test('typed key by key is the same one @whole', async ({ page, stack }) => {
    await openAsMember(page, stack);
    await walletBar(page).getByRole('button', { name: 'ฝากเงิน' }).tap();
    const dialog = dialogOf(page, 'ฝากเงิน');
    await dialog.getByRole('button', { name: 'ธนาคารกสิกรไทย' }).last().tap();
    const field = dialog.getByLabel('จำนวนเงิน', { exact: true });
    for (const row of amounts) {
      await field.fill('');
      await field.pressSequentially(row.typed);
      await expect(field).toHaveValue(row.shown);
    }
    // The field adds and removes its own commas; the typed text between them stays.
    await field.fill('');
    await field.pressSequentially('1234567');
    await expect(field).toHaveValue('1,234,567');
    for (let times = 0; times < 2; times += 1) await field.press('Backspace');
    await expect(field).toHaveValue('12,345');
    await field.press('x');
    await expect(field).toHaveValue('12345x');
    await field.press('Backspace');
    await expect(field).toHaveValue('12,345');
  });

  test('of a withdrawal and of a transfer is the one that was typed', async ({
    page,
    stack,
    counterparties,
  }) => {
    const player = await registerPlayer(stack.url, counterparties, 2_000);
    await move(player, 'in', 500);
    await openAsMember(page, stack, player);
    await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
    const dialog = dialogOf(page, 'ถอนเงิน');
    const field = dialog.getByLabel('จำนวนเงิน', { exact: true });
    const review = dialog.getByRole('button', { name: 'ตรวจสอบรายการ' });
    for (const wrong of ['1e3', '-200', '10,50']) {
      await paste(page, field, wrong);
      await expect(field).toHaveValue(wrong);
      await expect(review).toBeDisabled();
    }
    await paste(page, field, '๑,๐๐๐.๕๐');
    await review.tap();
    const confirm = dialogOf(page, 'ยืนยันการถอนเงิน');
    await expect(confirm).toContainText('฿1,000.50');
    await page.keyboard.press('Escape');
    await expect(confirm).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await walletBar(page).getByRole('button', { name: 'โยกเครดิต' }).tap();
    const transfer = dialogOf(page, 'โยกเครดิต');
    await transfer.getByLabel('จาก').selectOption('PG');
    await transfer.getByLabel('ไปยัง').selectOption('WALLET');
    const moved = transfer.getByLabel('จำนวนเงิน', { exact: true });
    await paste(page, moved, '-200');
    await expect(moved).toHaveValue('-200');
    await expect(transfer.getByRole('button', { name: 'โยกเครดิต', exact: true })).toBeVisible();
    await paste(page, moved, '๒๐๐');
    await expect(moved).toHaveValue('200');
    await expect(transfer.getByRole('button', { name: '฿200.00' })).toBeVisible();
  });

  test('of a limit is the one that was typed, or is not sent @whole', async ({ page, stack }) => {
    await openPathAsMember(page, stack, '/user/protection');
    const limit = page.getByRole('main').getByRole('button', { name: 'ต่อวัน' }).first();
    await limit.tap();
    const dialog = dialogOf(page, 'วงเงินฝาก');
    const field = dialog.getByLabel('ไม่เกิน', { exact: true });
    for (const wrong of ['1e3', '-200', '10,50']) {
      await paste(page, field, wrong);
      await expect(field).toHaveValue(wrong);
      await dialog.getByRole('button', { name: 'บันทึกวงเงิน' }).tap();
      await expect(dialog).toBeVisible();
    }
    await paste(page, field, '๑,๐๐๐.๕๐');
    await dialog.getByRole('button', { name: 'บันทึกวงเงิน' }).tap();
    await expect(limit).toContainText('฿1,000.50');
  });
});

test.describe('a phone number', () => {
  const phones = ['+66812345678', '66812345678', '๐๘๑๒๓๔๕๖๗๘', '０８１２３４５６７８', '+66 (0)81-234-5678'];

  test('at log-in is the member’s, however it is written', async ({ page, stack, counterparties }) => {
    const member = await register(stack.url, counterparties);
    await page.goto('/login');
    const field = page.getByLabel('เบอร์โทรศัพท์');
    for (const row of rowsOf('Phone numbers in Thailand', phones)) {
      await paste(page, field, row.typed);
      await expect(field).toHaveValue(row.shown);
    }
    await paste(page, field, `+66 ${member.username.slice(1)}`);
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).tap();
    await expect(page).toHaveURL('/user/home');
  });

  test('of a newcomer gets the code, which may be typed in any digits @whole', async ({
    page,
    counterparties,
  }) => {
    const { username } = newPerson();
    await page.goto('/register');
    const field = page.getByLabel('เบอร์โทรศัพท์');
    const send = page.getByRole('button', { name: 'ส่งรหัส OTP' });
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    for (const row of rowsOf('Phone numbers in Thailand', ['1234567890', '0812345678x', '812345678'])) {
      await paste(page, field, row.typed);
      await expect(field).toHaveValue(row.shown);
      await send.tap();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
    expect(calls).not.toContain('/api/otp/send');
    await paste(page, field, `66${username.slice(1)}`);
    await send.tap();
    await expect(page.getByText(`กรอกรหัสที่ส่งไปยัง ${username}`)).toBeVisible();
    const code = page.getByLabel('รหัส OTP');
    const digits = await counterparties.codeOf(username);
    const thai = digits.replace(/\d/g, (digit) => String.fromCharCode(0xe50 + Number(digit)));
    await paste(page, code, `${thai.slice(0, 3)} ${thai.slice(3)}`);
    await expect(code).toHaveValue(digits);
    await page.getByRole('button', { name: 'ยืนยัน', exact: true }).tap();
    await expect(page.getByLabel('ชื่อที่แสดง')).toBeVisible();
  });
});

test('the statement finds an amount in any digits @whole', async ({ page, stack, counterparties }) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 1_000);
  await deposit(member, counterparties, 20);
  await openPathAsMember(page, stack, '/user/statement', member);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  for (const typed of ['๑,๐๐๐', '໑໐໐໐.໐໐', '฿1,000']) {
    await page.getByRole('searchbox').fill(typed);
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('1,000.00');
    await page.getByRole('searchbox').fill('');
    await expect(rows).toHaveCount(2);
  }
});
