import { expect, type Locator, type Page } from '@playwright/test';
import { choose, dialogOf, expectFits, menuOf, openAsMember } from './support/browser.ts';
import { deposit, newPerson, register, walletAmount, type Member } from './support/member.ts';
import type { Counterparties } from './support/counterparties.ts';
import type { Stack } from './support/stack.ts';
import { until } from './support/until.ts';
import { test } from './weak-network/stack.ts';

const idOf = async ({ api }: Member): Promise<string> => (await api.ok('GET /api/wallet')).profile._id;

/** Opens a game account, moves money there, and plays rounds of that bet and win. */
async function play(
  member: Member,
  counterparties: Counterparties,
  amount: number,
  round: { bet: number; win: number },
) {
  await member.api.ok('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'PG' } });
  const { username } = await member.api.ok('GET /api/wallet/account/:slotCode', {
    params: { slotCode: 'PG' },
  });
  await member.api.ok('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount } });
  await counterparties.play(username, round);
}

/** Waits until the game has reported the member's turnover. */
async function reported(stack: Stack, member: Member): Promise<void> {
  const id = await idOf(member);
  await until('what was played is reported', 15_000, async () => {
    const rows = await stack.database?.query('select 1 from play_day where member_id = $1', [id]);
    return rows?.length === 1;
  });
}

/** Creates a member who lost that much yesterday, and has as much again. */
async function loserOf(stack: Stack, counterparties: Counterparties, loss: number): Promise<Member> {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 2 * loss);
  await play(member, counterparties, loss, { bet: loss, win: 0 });
  await reported(stack, member);
  await stack.database?.query(
    `update play_day set day = (now() at time zone 'Asia/Bangkok')::date - 1 where member_id = $1`,
    [await idOf(member)],
  );
  return member;
}

/** Goes from the action drawer through the banners to the announced page. */
async function openFromDrawer(page: Page, name: string, words: string): Promise<Locator> {
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  await dialogOf(page, 'ทำรายการ').getByRole('button', { name }).tap();
  const dialog = dialogOf(page, name);
  await expect(dialog).toContainText(words);
  await expectFits(page);
  await dialog.getByRole('button', { name: 'ไปต่อ' }).tap();
  await expect(dialog).not.toContainText(words);
  return dialog;
}

test('what was lost yesterday is partly received today, once @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await loserOf(stack, counterparties, 300);
  await openAsMember(page, stack, member);
  const refund = await openFromDrawer(page, 'คืนยอดเสีย', 'เสียเมื่อวาน รับคืนวันนี้');
  await expect(refund).toContainText('ยอดคืนที่รับได้฿15.00');
  await expect(refund).toContainText('คืนให้จากยอดเสียสุทธิ5%');
  await expect(refund).toContainText('ส่วนที่ไม่มีการคืน95%');
  await expect(refund).toContainText('ของยอดเสียสุทธิ');
  await expect(refund).toContainText('ยังไม่เคยรับยอดคืน');
  await expectFits(page);

  const receive = refund.getByRole('button', { name: 'รับยอดคืน' });
  await receive.tap();
  const told = page.getByRole('alertdialog');
  await expect(told).toContainText('รับยอดคืนเรียบร้อยแล้ว');
  await told.getByRole('button', { name: 'ตกลง' }).tap();
  await expect(refund.getByRole('listitem')).toHaveText(/ยอดคืน\+฿15\.00/);
  await expect(refund).toContainText('ยอดคืนที่รับได้฿0.00');
  await expect(receive).toBeDisabled();
  expect(await walletAmount(member.api)).toBe(315);
  expect(await member.api.refused('GET /api/refund/receive')).toBe('NO_REFUND');
});

test('a refund waits while a bonus is active @whole', async ({ page, stack, counterparties }) => {
  const member = await loserOf(stack, counterparties, 300);
  await member.api.ok('GET /api/promotion/activate/:code', { params: { code: 'KRAPAO-GIFT-50' } });
  await openAsMember(page, stack, member);
  const refund = await openFromDrawer(page, 'คืนยอดเสีย', 'เสียเมื่อวาน รับคืนวันนี้');
  await expect(refund).toContainText('มีโบนัสที่ใช้งานอยู่ รับยอดคืนได้เมื่อโบนัสจบ');
  await expect(refund.getByRole('button', { name: 'รับยอดคืน' })).toBeDisabled();
});

test('friends come on a link, and what they earn is received @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const inviter = await register(stack.url, counterparties, newPerson({ name: 'ดวงใจ ชวนเก่ง' }));
  const code = `PR${await idOf(inviter)}`;
  await openAsMember(page, stack, inviter);
  const invite = await openFromDrawer(page, 'ชวนเพื่อน', 'ชวนเพื่อน รับ 10%');
  const link = `${stack.url}/register?code=${code}`;
  await expect(invite).toContainText(link);
  await expect(invite.getByRole('img', { name: 'คิวอาร์โค้ดของลิงก์ชวนเพื่อน' })).toBeVisible();
  await expect(invite).toContainText('ยังไม่มีโบนัสจากเพื่อน');
  await expectFits(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await invite.getByRole('button', { name: 'แชร์ลิงก์' }).tap();
  await expect(page.getByText('คัดลอกแล้ว')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await invite.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();

  const friend = await register(stack.url, counterparties, newPerson({ name: 'ปิติ มาใหม่', inviteCode: code }));
  await deposit(friend, counterparties, 500);
  await play(friend, counterparties, 250, { bet: 250, win: 250 });
  await reported(stack, friend);

  // A recent request is not repeated.
  await page.reload();
  await choose(page, 'โบนัส');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'โบนัสแนะนำเพื่อน' }) });
  await expect(card).toContainText('฿50.50');
  await expectFits(page);
  await card.getByRole('button', { name: 'รับเข้ากระเป๋า' }).tap();
  await expect(page.getByText('รับโบนัสแนะนำเพื่อนเรียบร้อยแล้ว')).toBeVisible();
  await expect(card).toContainText('฿0.00');
  await expect(card.getByRole('button', { name: 'รับเข้ากระเป๋า' })).toBeDisabled();
  expect(await walletAmount(inviter.api)).toBe(50.5);

  await card.getByRole('button', { name: 'ชวนเพื่อน' }).tap();
  await dialogOf(page, 'ชวนเพื่อน').getByRole('button', { name: 'ไปต่อ' }).tap();
  const rows = dialogOf(page, 'ชวนเพื่อน').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: '+฿50.00' })).toContainText('ปิติ');
  await expect(rows.filter({ hasText: '+฿0.50' })).toContainText('ปิติ');
});

test('the link of a friend fills in the code, on this visit and a later one', async ({ page }) => {
  await page.goto('/register?code=PRabc123');
  // The page is visible before the app reads its address.
  const kept = () => page.evaluate(() => localStorage.getItem('inviteCode'));
  await expect.poll(kept).toBe('PRabc123');
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'สมัครสมาชิก' })).toBeVisible();
  await expect.poll(kept).toBe('PRabc123');
});
