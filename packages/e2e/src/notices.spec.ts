import { expect, type Page } from '@playwright/test';
import { dialogOf, expectFits, openAsMember, openPathAsMember, test, walletBar } from './support/browser.ts';
import type { Counterparties } from './support/counterparties.ts';
import { deposit, register } from './support/member.ts';
import { deliver, isSubscribed, newPushBrowser, receivedBy, shown, subscribeBy } from './support/push.ts';
import type { Stack } from './support/stack.ts';

const PATH = '/user/notices';

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^การแจ้งเตือน/ });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

test('the bell counts what is new, and the list tells it and leads to the receipt @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await openAsMember(page, stack, member);
  await expect(walletBar(page)).toContainText('0.00');
  await expect(bell(page)).toHaveAccessibleName('การแจ้งเตือน');
  await deposit(member, counterparties, 350);
  await expect(bell(page)).toHaveAccessibleName('การแจ้งเตือน ใหม่ 1 รายการ');
  await bell(page).tap();
  await expect(page).toHaveURL(PATH);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('เงินเข้ากระเป๋าหลักแล้ว');
  await expect(rows(page)).toContainText('฿350.00');
  // A shown notice counts as read.
  await expect(bell(page)).toHaveAccessibleName('การแจ้งเตือน');
  await expectFits(page);
  await rows(page).getByRole('button').tap();
  await expect(dialogOf(page, 'รายละเอียดรายการ')).toContainText('350.00');
});

test('money that arrives while the list is open joins it @whole', async ({ page, stack, counterparties }) => {
  const member = await register(stack.url, counterparties);
  await openPathAsMember(page, stack, PATH, member);
  await expect(page.getByText('ยังไม่มีการแจ้งเตือน')).toBeVisible();
  await deposit(member, counterparties, 20);
  await expect(rows(page)).toHaveCount(1);
  await deposit(member, counterparties, 30);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('฿30.00');
});

test('the list stays without a connection, and is up to date once there is one @whole', async ({
  page,
  context,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await deposit(member, counterparties, 20);
  await openPathAsMember(page, stack, PATH, member);
  await expect(rows(page)).toHaveCount(1);
  await expect(bell(page)).toBeVisible();
  await context.setOffline(true);
  await deposit(member, counterparties, 30);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('฿20.00');
  await context.setOffline(false);
  await expect(rows(page)).toHaveCount(2);
});

test('what is pushed is chosen by switches, which the server keeps @whole', async ({ page, stack }) => {
  const member = await openPathAsMember(page, stack, PATH);
  const open = () => page.getByRole('button', { name: 'เลือกการแจ้งเตือน' }).tap();
  const choice = () => dialogOf(page, 'เลือกการแจ้งเตือน').getByRole('switch', { name: 'ข้อความตอบกลับ' });
  await open();
  await expect(choice()).toBeChecked();
  await choice().tap();
  await expect(choice()).not.toBeChecked();
  await expectFits(page);
  await page.reload();
  await open();
  await expect(choice()).not.toBeChecked();
  const { kinds } = await member.api.ok('GET /api/notices/choices');
  expect(kinds.filter(({ isPushed }) => !isPushed).map(({ kind }) => kind)).toEqual(['chat']);
});

test.describe('on this device', () => {
  test.use({ serviceWorkers: 'allow' });

  /** A member with a deposit, on the page of notices, who has turned pushes on. */
  const withPushes = async (page: Page, stack: Stack, counterparties: Counterparties) => {
    const browser = await newPushBrowser(stack);
    await page.context().grantPermissions(['notifications']);
    await subscribeBy(page, browser);
    const member = await register(stack.url, counterparties);
    await deposit(member, counterparties, 20);
    await openAsMember(page, stack, member);
    await bell(page).tap();
    await page.getByRole('button', { name: 'เปิดการแจ้งเตือน' }).tap();
    await expect(page.getByText('เครื่องนี้จะแจ้งเตือนคุณแล้ว')).toBeVisible();
    return { browser, member };
  };
  const here = (page: Page) =>
    dialogOf(page, 'เลือกการแจ้งเตือน').getByRole('switch', { name: 'แจ้งเตือนบนเครื่องนี้' });

  test('a press asks, money in is pushed, and its notice opens the statement', async ({
    page,
    stack,
    counterparties,
  }) => {
    const { browser, member } = await withPushes(page, stack, counterparties);
    const received = () => receivedBy(stack, browser);
    await deposit(member, counterparties, 345.67);
    await expect.poll(async () => (await received()).length).toBe(1);
    const [{ text } = { text: '' }] = await received();
    expect(text).not.toMatch(/345|67/);
    await deliver(page, text);
    await expect
      .poll(() => shown(page))
      .toEqual([{ title: 'กระเป๋า', body: 'มีความเคลื่อนไหวใหม่เกี่ยวกับเงินของคุณ', data: '/user/statement' }]);

    await page.getByRole('button', { name: 'เลือกการแจ้งเตือน' }).tap();
    await expect(here(page)).toBeChecked();
    await here(page).tap();
    await expect(here(page)).not.toBeChecked();
  });

  test('a push that cannot be read shows something all the same @whole', async ({ page, stack }) => {
    await openPathAsMember(page, stack, PATH);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.context().grantPermissions(['notifications']);
    await deliver(page, 'not what this version reads');
    await expect.poll(() => shown(page)).toMatchObject([{ title: new URL(stack.url).host, data: '/' }]);
  });

  test('a log-out without a connection ends the pushes, and they are renewed until then @whole', async ({
    page,
    context,
    stack,
    counterparties,
  }) => {
    await withPushes(page, stack, counterparties);
    const renewed = page.waitForRequest('**/api/notices/browser');
    await page.reload();
    await renewed;
    await page.getByRole('button', { name: 'เลือกการแจ้งเตือน' }).tap();
    await expect(here(page)).toBeChecked();
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('button', { name: 'ออกจากระบบ' }).tap();
    await expect.poll(() => isSubscribed(page)).toBe(false);
  });
});
