import { expect, type Page } from '@playwright/test';
import { dialogOf, expectFits, menuOf, openAsMember, test, walletBar } from './support/browser.ts';
import { Channels, OPERATOR } from './support/channels.ts';
import { silenceFromTransfer, tileOf } from './support/games.ts';
import { deposit, register, registerPlayer, walletAmount } from './support/member.ts';

const told = (page: Page) => page.getByRole('region', { name: 'การแจ้งเตือน' }).filter({ visible: true });

test('money that arrives is told, once, wherever the player is', async ({ page, stack, counterparties }) => {
  const member = await register(stack.url, counterparties);
  await openAsMember(page, stack, member);
  await expect(walletBar(page)).toContainText('0.00');
  await deposit(member, counterparties, 350);
  await expect(told(page)).toContainText('ได้รับเงิน ฿350.00 เข้ากระเป๋าหลักแล้ว');
  await expectFits(page);
});

test('money that arrives before the page has come to rest is told @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  await page.addInitScript(() => {
    let last = 0;
    const held = new Map<number, IdleRequestCallback>();
    window.requestIdleCallback = (act) => {
      last += 1;
      held.set(last, act);
      return last;
    };
    window.cancelIdleCallback = (id) => held.delete(id);
    const rest = () => {
      window.requestIdleCallback = (act) =>
        window.setTimeout(act, 0, { didTimeout: false, timeRemaining: () => 10 });
      for (const act of held.values()) act({ didTimeout: false, timeRemaining: () => 10 });
    };
    Object.assign(window, { rest });
  });
  const member = await register(stack.url, counterparties);
  await openAsMember(page, stack, member);
  await expect(walletBar(page)).toContainText('0.00');
  await deposit(member, counterparties, 350);
  await expect(walletBar(page)).toContainText('350.00');
  await page.evaluate(() => (window as unknown as { rest: () => void }).rest());
  await expect(told(page)).toContainText('ได้รับเงิน ฿350.00 เข้ากระเป๋าหลักแล้ว');
});

test('a payout that the bank refuses is told, with where the money is @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  await openAsMember(page, stack, member);
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  const dialog = dialogOf(page, 'ถอนเงิน');
  await dialog.getByLabel('จำนวนเงิน', { exact: true }).fill('300');
  await dialog.getByRole('button', { name: 'ตรวจสอบรายการ' }).tap();
  await dialogOf(page, 'ยืนยันการถอนเงิน').getByRole('button', { name: 'ยืนยันถอนเงิน' }).tap();
  const taken = page.getByRole('alertdialog');
  // It is only in progress: the bank has not decided.
  await expect(taken.getByRole('heading')).toHaveText('รับรายการแล้ว');
  await expect(taken).toContainText('กำลังโอน ฿300.00');
  await taken.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(walletBar(page)).toContainText('฿300.00 กำลังดำเนินการ');

  const payout = await counterparties.payoutTo(member.bankAccountNo);
  await counterparties.decidePayout(payout.id, 'refused');
  await expect(told(page)).toContainText('ถอน ฿300.00 ไม่สำเร็จ เงินกลับเข้ากระเป๋าหลักครบแล้ว');
});

test('a movement that ended unseen is told at the next visit @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  await openAsMember(page, stack, member);
  await expect(walletBar(page)).toContainText('500.00');
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
  await expect(walletBar(page)).toContainText('฿300.00 กำลังดำเนินการ');
  // The device knows of the movement once it has stored it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('news'))).toContain('30000"');
  await page.goto('/terminated');
  const payout = await counterparties.payoutTo(member.bankAccountNo);
  await counterparties.decidePayout(payout.id, 'refused');
  await expect.poll(() => walletAmount(member.api)).toBe(500);
  await deposit(member, counterparties, 40);
  await page.goto('/user/home');
  await expect(told(page)).toContainText('ถอน ฿300.00 ไม่สำเร็จ');
  await expect(told(page)).toContainText('ได้รับเงิน ฿40.00');
});

test('money from the own phone below the minimum waits in the statement, with the way to ask @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  const channels = new Channels(stack.sandbox.url);
  await channels.walletTransfer({ fromPhone: member.username, toWallet: OPERATOR.ewallet, amount: 1.25 });
  await openAsMember(page, stack, member);
  await menuOf(page).getByRole('link', { name: 'รายการ' }).tap();
  await expect(page).toHaveURL('/user/statement');
  const waiting = page.getByRole('region', { name: 'เงินที่รอตรวจสอบ' });
  await expect(async () => {
    await page.reload();
    await expect(waiting).toContainText('฿1.25', { timeout: 8_000 });
  }).toPass();
  await expect(waiting).toContainText('ต่ำกว่ายอดขั้นต่ำ');
  await expectFits(page);
  await waiting.getByRole('link', { name: 'ติดต่อเรา' }).tap();
  await expect(page).toHaveURL('/user/contact');
  expect((await member.api.ok('GET /api/wallet')).wallet.amount).toBe(0);
});

test('a slip of money that is in the wallet already says so, and adds nothing @whole', async ({
  page,
  stack,
}) => {
  const channels = new Channels(stack.sandbox.url);
  const member = await openAsMember(page, stack);
  const { reference } = await channels.bankTransfer({
    fromBankCode: member.bankCode,
    fromAccountNo: member.bankAccountNo,
    fromName: member.bankAccountName,
    toAccountNo: '0002345683',
    amount: 350,
  });
  await expect(walletBar(page)).toContainText('350.00');
  await page.goto('/user/statement');
  await page.getByRole('main').getByRole('button', { name: 'ส่งสลิป' }).tap();
  const dialog = dialogOf(page, 'สลิปโอนเงิน');
  const buffer = Buffer.from(await channels.slip(reference));
  await dialog.getByLabel('เลือกรูปสลิป').setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer });
  await dialog.getByRole('button', { name: 'ส่งสลิป' }).tap();
  await expect(dialog.getByRole('heading', { name: 'เงินของสลิปนี้เข้ากระเป๋าไปก่อนแล้ว' })).toBeVisible();
  await expect(dialog.getByText('+฿350.00')).toHaveCount(0);
  expect((await member.api.ok('GET /api/wallet')).wallet.amount).toBe(350);
});

test('a transfer that is looked into after a lost answer is not called done before it is @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 500);
  await openAsMember(page, stack, player);
  await tileOf(page, 'PG').tap();
  const dialog = dialogOf(page, 'PG');
  // The answer is lost: the page finds out by itself.
  let lost = 0;
  await page.route('**/api/wallet/transferAll', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await silenceFromTransfer(page, counterparties, 'timeout_before_commit');
  await dialog.getByRole('button', { name: 'โยกทั้งหมด ฿500.00', exact: true }).tap();
  const alert = page.getByRole('alertdialog').filter({ hasText: 'ระบบรับรายการแล้ว กำลังดำเนินการ' });
  await expect(alert.getByRole('heading')).toHaveText('รับรายการแล้ว');
});
