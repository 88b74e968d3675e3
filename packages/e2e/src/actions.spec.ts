import { expect } from '@playwright/test';
import { dialogOf, expectFits, menuOf, openAsMember, test } from './support/browser.ts';
import { deposit, register } from './support/member.ts';

test('all that can be done with money is one press from the drawer @whole', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await openAsMember(page, stack, member);
  const drawer = dialogOf(page, 'ทำรายการ');
  const open = () => menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  for (const name of ['ฝากเงิน', 'ถอนเงิน', 'โยกเครดิต']) {
    await open();
    await drawer.getByRole('button', { name }).tap();
    await expect(drawer).toBeHidden();
    const dialog = dialogOf(page, name);
    await expect(dialog).toBeVisible();
    await dialog.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
    await expect(dialog).toBeHidden();
  }
  await open();
  await drawer.getByRole('banner').getByRole('button', { name: 'ปิด' }).tap();
  await expect(drawer).toBeHidden();
});

test('where there is no wheel the drawer has the balance, and a press updates it', async ({
  page,
  stack,
  counterparties,
}) => {
  const member = await register(stack.url, counterparties);
  await page.route('**/api/spinwheel/active', async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as object;
    return route.fulfill({ response, json: { ...reply, isActive: false } });
  });
  await openAsMember(page, stack, member);
  await menuOf(page).getByRole('button', { name: 'ทำรายการ' }).tap();
  const drawer = dialogOf(page, 'ทำรายการ');
  const balance = drawer.getByRole('button', { name: 'ยอดเงินรวม' });
  await expect(balance).toContainText('0.00');
  await expectFits(page);
  const asked = page.waitForResponse('**/api/wallet/refresh/slot');
  await balance.tap();
  await asked;
  await deposit(member, counterparties, 250);
  await expect(balance).toContainText('250.00');
});
