import { expect, type Page } from '@playwright/test';
import { dialogOf, openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';
import { deposit, move, register, registerDelayed, registerPlayer, walletAmount } from './support/member.ts';
import { until } from './support/until.ts';

test.describe.configure({ mode: 'parallel' });

/** Makes the server refuse one call. */
async function refuse(page: Page, method: string, path: string, code: string): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 409, json: { message: code, requestId: 'r' } })
      : route.fallback(),
  );
}

const row = (from: string, to: string) => ({
  _id: '00000000-0000-4000-8000-000000000001',
  statementType: 'transfer',
  status: 'FAILED',
  from,
  to,
  amount: 100,
  createdAt: new Date().toISOString(),
});

/** Newest statement rows of a failed move from PG to IMI, and the message to the player. */
const STOPS = [
  ['in the source', [row('PG', 'WALLET')], 'โยกเครดิตไม่สำเร็จ เครดิตยังอยู่ในเกม'],
  ['in the main wallet', [row('WALLET', 'IMI')], 'ดึงเครดิตออกจาก PG แล้ว แต่ IMI ไม่รับ เครดิตอยู่ในกระเป๋าหลักครบ'],
  ['somewhere that nobody can tell', undefined, 'เครดิตของคุณยังอยู่ครบ ใน PG หรือในกระเป๋าหลัก'],
] as const;

for (const [where, rows, words] of STOPS) {
  test(
    `credit that did not get from game to game is said to be ${where}`,
    inWholeUnless(where === 'in the main wallet'),
    async ({ page, stack, counterparties }) => {
      const player = await registerPlayer(stack.url, counterparties, 300);
      await move(player, 'in', 100);
      await player.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'IMI' } });
      await openAsMember(page, stack, player);
      await refuse(page, 'POST', '**/api/wallet/transfer', 'TRANSFER_FAIL');
      await page.route('**/api/statement', (route) => {
        const { limit } = route.request().postDataJSON() as { limit: number };
        if (limit > 1) return route.fallback();
        if (rows) return route.fulfill({ json: { statements: rows, total: rows.length } });
        return route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT', requestId: 'busy' } });
      });
      await walletBar(page).getByRole('button', { name: 'โยกเครดิต' }).tap();
      const dialog = dialogOf(page, 'โยกเครดิต');
      await dialog.getByLabel('จาก').selectOption('PG');
      await dialog.getByLabel('ไปยัง').selectOption('IMI');
      await dialog.getByRole('button', { name: 'โยก ฿100.00', exact: true }).tap();
      const told = page.getByRole('alertdialog');
      await expect(told).toContainText(words);
      await told.getByRole('button', { name: 'ตกลง' }).tap();
      await expect(told).toBeHidden();
      expect(await walletAmount(player.api)).toBe(200);
    },
  );
}

test('a withdrawal that the bank has already cannot be cancelled any more, and the player is told so', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await registerDelayed(stack.url, counterparties);
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
  await openAsMember(page, stack, member);
  await refuse(page, 'DELETE', '**/api/wallet/withdraw/*', 'TRANSFER_FAIL');
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await dialog.getByRole('listitem').getByRole('button', { name: 'ยกเลิกการถอน' }).tap();
  const told = page.getByRole('alertdialog');
  await told.getByRole('button', { name: 'ยกเลิกการถอน' }).tap();
  await expect(told).toContainText('ยกเลิกไม่ทัน ธนาคารรับรายการนี้ไปแล้ว');
  await told.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(dialog.getByRole('listitem')).toContainText('300.00');
  expect(await walletAmount(member.api)).toBe(200);
});

test('a withdrawal nobody answered is looked up in the statement, and is not sent again then @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 300);
  await openAsMember(page, stack, member);
  await page.route('**/api/wallet/withdraw', (route) => route.abort('connectionreset'));
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('300');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
  const told = page.getByRole('alertdialog');
  await expect(told).toContainText('ยังไม่ทราบผล');
  await told.getByRole('button', { name: 'ดูรายการเดินบัญชี' }).tap();
  await expect(page).toHaveURL('/user/statement');
  await expect(page.getByRole('main').getByRole('list').getByRole('listitem')).toHaveCount(1);
  expect(await page.evaluate(() => localStorage.getItem('intents'))).toBeNull();
  await page.unroute('**/api/wallet/withdraw');
  await page.reload();
  await expect(page.getByRole('main').getByRole('list').getByRole('listitem')).toHaveCount(1);
  expect(await walletAmount(member.api)).toBe(300);
});

test('a whole balance that has grown before it was sent is not withdrawn @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await player.api.ok('GET /api/promotion/activate/:code', { params: { code: 'KRAPAO-GIFT-50' } });
  await move(player, 'in', 500);
  await counterparties.play(player.pgUsername, { bet: 500, win: 500, rounds: 2 });
  await until('the conditions are met', 15_000, async () => {
    const { wagering } = await player.api.ok('GET /api/bonus/check/active');
    return wagering?.isMet;
  });
  await move(player, 'out', 500);
  await openPathAsMember(page, stack, '/user/bonus', player);
  const main = page.getByRole('main');
  const told = page.getByRole('alertdialog');

  // The reason why a bonus cannot be ended is shown as it is.
  await refuse(page, 'GET', '**/api/bonus/clear', 'BONUS_CONDITION');
  await main.getByRole('button', { name: 'จบโบนัส' }).tap();
  await expect(told).toContainText('เครดิตทั้งหมดเป็นของคุณ ไม่มียอดที่ต้องคืน');
  await told.getByRole('button', { name: 'จบโบนัส' }).tap();
  await expect(told).toContainText('ยังจบโบนัสไม่ได้ เพราะทำเงื่อนไขไม่ครบ');
  await expect(told).toContainText('เครดิตทั้งหมดต้องอยู่ในกระเป๋าหลัก');
  await told.getByRole('button', { name: 'ตกลง' }).tap();

  await main.getByRole('button', { name: 'ถอนทั้งยอด' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await expect(dialog.getByLabel('จำนวนเงิน', { exact: true })).toHaveValue('550');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  const review = dialogOf(page, 'ยืนยันการถอนเงิน');
  await expect(review).toContainText('550.00');
  await deposit(player, counterparties, 20);
  await review.getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
  await expect(page.getByText('ยอดในกระเป๋าเปลี่ยนไปแล้ว ยังไม่มีการถอน')).toBeVisible();
  await expect(dialog.getByLabel('จำนวนเงิน', { exact: true })).toHaveValue('570');
  expect(await walletAmount(player.api)).toBe(570);
});

test('a promotion whose answer got lost is told as it is @whole', async ({ page, stack, counterparties }) => {
  const member = await register(stack.url, counterparties);
  await openPathAsMember(page, stack, '/user/bonus', member);
  await page.getByLabel('โค้ดโปรโมชั่น').fill('KRAPAO-GIFT-50');
  await page.getByRole('main').getByRole('button', { name: 'ค้นหา' }).tap();
  await page.route('**/api/promotion/activate/*', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('region', { name: 'KRAPAO-GIFT-50' }).getByRole('button', { name: 'รับโบนัส' }).tap();
  // The page that asked or the recovery of lost answers shows it, whichever is first.
  await expect(page.getByRole('alertdialog')).toContainText(/โบนัส ฿50\.00 เข้ากระเป๋าหลักแล้ว|รับโบนัส .*สำเร็จ/);
  await expect(page.getByRole('main')).toContainText('ยอดเล่นที่เหลือ฿500.00');
  expect(await walletAmount(member.api)).toBe(50);
});
