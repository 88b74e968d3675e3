import { expect, type Page } from '@playwright/test';
import { dialogOf, openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';
import { Api } from './support/api.ts';
import {
  deposit,
  register,
  registerDelayed,
  registerPlayer,
  walletAmount,
  wholeStatement,
} from './support/member.ts';

test.describe.configure({ mode: 'parallel' });

const told = (page: Page) => page.getByRole('alertdialog');

/**
 * Lets one call through, and refuses everything after it, so that the page cannot reload its data.
 * @returns a function that lets everything through again
 */
async function refuseAfter(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  let isDone = false;
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (isDone) return route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT', requestId: 'busy' } });
    if (request.method() !== method || !path.test(new URL(request.url()).pathname)) return route.fallback();
    const response = await route.fetch();
    isDone = true;
    return route.fulfill({ response });
  });
  return () => page.unroute('**/api/**');
}

test('a promotion that was taken is told, and shows once the page can be loaded again', async ({
  page,
  stack,
}) => {
  const member = await openPathAsMember(page, stack, '/user/bonus');
  await page.getByLabel('โค้ดโปรโมชั่น').fill('KRAPAO-GIFT-50');
  await page.getByRole('main').getByRole('button', { name: 'ค้นหา' }).tap();
  const letThrough = await refuseAfter(page, 'GET', /\/promotion\/activate\//);
  await page.getByRole('region', { name: 'KRAPAO-GIFT-50' }).getByRole('button', { name: 'รับโบนัส' }).tap();
  await expect(told(page)).toContainText('โบนัสเข้ากระเป๋าหลักแล้ว');
  await told(page).getByRole('button', { name: 'ตกลง' }).tap();
  await expect(page.getByRole('region', { name: 'KRAPAO-GIFT-50' })).toHaveCount(0);
  await letThrough();
  await page.reload();
  await expect(page.getByRole('main')).toContainText('ยอดเล่นที่เหลือ฿500.00');
  expect((await wholeStatement(member.api)).map(({ amount }) => amount)).toEqual([50]);
});

test('a withdrawal that was cancelled is told, and its money shows once the page can be loaded again @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await registerDelayed(stack.url, counterparties);
  await member.api.ok('POST /api/wallet/withdraw', { body: { amount: 300 } });
  await openAsMember(page, stack, member);
  await walletBar(page).getByRole('button', { name: 'ถอนเงิน' }).tap();
  await dialogOf(page, 'ถอนเงิน').getByRole('listitem').getByRole('button', { name: 'ยกเลิกการถอน' }).tap();
  const letThrough = await refuseAfter(page, 'DELETE', /\/wallet\/withdraw\//);
  await told(page).getByRole('button', { name: 'ยกเลิกการถอน' }).tap();
  await expect(page.getByText('ยกเลิกแล้ว ฿300.00 กลับเข้ากระเป๋าหลัก')).toBeVisible();
  await letThrough();
  await page.reload();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText('500.00');
  expect(await walletAmount(member.api)).toBe(500);
});

test('a prize is told, and the coin is spent, where nothing more can be loaded @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 500);
  await openPathAsMember(page, stack, '/user/spin', member);
  const spin = page.getByRole('button', { name: /^หมุนวงล้อ/ });
  await expect(spin).toBeEnabled();
  const letThrough = await refuseAfter(page, 'POST', /\/spinwheel\/spin$/);
  await spin.tap();
  await dialogOf(page, 'ผลการหมุน').getByRole('button', { name: 'ตกลง' }).tap();
  await expect(page.getByText('ยังไม่มีเหรียญ')).toBeVisible();
  await expect(spin).toBeDisabled();
  await letThrough();
  await page.reload();
  await expect(page.getByText('ยังไม่มีเหรียญ')).toBeVisible();
  expect((await member.api.ok('GET /api/spinwheel/setup')).userCoin).toBe(0);
});

test('a device that was logged out is told, and is gone from the list once that can be loaded again', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  const { username, password } = member;
  await new Api(stack.url).ok('POST /api/login', { body: { username, password } });
  await openPathAsMember(page, stack, '/user/profile', member);
  const end = page.getByRole('main').getByRole('listitem').getByRole('button', { name: 'ออกจากระบบ' });
  await expect(end).toHaveCount(1);
  const letThrough = await refuseAfter(page, 'DELETE', /\/account\/sessions\//);
  await end.tap();
  await expect(page.getByText('อุปกรณ์นั้นออกจากระบบแล้ว')).toBeVisible();
  await expect(end).toBeEnabled();
  await letThrough();
  await page.reload();
  await expect(page.getByText('เครื่องนี้', { exact: true })).toBeVisible();
  await expect(end).toHaveCount(0);
});

test('credit that was moved is told, and stands where it is once the page can be loaded again @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const player = await registerPlayer(stack.url, counterparties, 200);
  await openAsMember(page, stack, player);
  await page.getByRole('main').getByRole('button', { name: /^PG/ }).first().tap();
  const letThrough = await refuseAfter(page, 'POST', /\/wallet\/transferAll$/);
  await dialogOf(page, 'PG').getByRole('button', { name: 'โยกทั้งหมด ฿200.00', exact: true }).tap();
  await expect(told(page)).toContainText('ทำรายการเรียบร้อยแล้ว');
  await told(page).getByRole('button', { name: 'ตกลง' }).tap();
  await letThrough();
  await page.reload();
  await expect(walletBar(page).getByRole('definition').first()).toHaveText('0.00');
  expect((await counterparties.player(player.pgUsername)).transfers.map(({ amount }) => amount)).toEqual([
    200,
  ]);
});
