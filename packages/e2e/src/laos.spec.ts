import { expect } from '@playwright/test';
import { dialogOf, expectFits, openAsMember, test as base } from './support/browser.ts';
import { stackDatabase } from './support/database.ts';
import { newLaoPerson, register, type Member } from './support/member.ts';
import { Counterparties } from './support/counterparties.ts';
import { startStack, type Stack } from './support/stack.ts';

/** An operator in Laos, whose members hold kip. */
const test = base.extend<object, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter to see what is needed
    async ({}, use) => {
      const stack = await startStack({ database: stackDatabase, env: { LAOS: '1' } });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const registerInLaos = (stack: Stack): Promise<Member> =>
  register(stack.url, new Counterparties(stack.sandbox.url), newLaoPerson());

test('banners tell their figures in kip to members who hold kip', async ({ page, stack }) => {
  // The browser has lost its storage and kept the cookie: the choice is still known.
  await page.context().addCookies([{ name: 'lang', value: 'la', url: stack.url }]);
  await openAsMember(page, stack, await registerInLaos(stack));
  await page.getByRole('navigation').getByRole('button', { name: 'ເຮັດທຸລະກຳ' }).tap();
  await dialogOf(page, 'ເຮັດທຸລະກຳ').getByRole('button', { name: 'ຄືນຍອດເສຍ' }).tap();
  const refund = dialogOf(page, 'ຄືນຍອດເສຍ');
  await expect(refund).toContainText('3,000,000 ກີບ');
  await expect(refund).toContainText('60,000 ກີບ');
  await expect(refund).not.toContainText('ບາດ');
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  await expectFits(page);
});
