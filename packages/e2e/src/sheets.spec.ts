import { expect, type Page } from '@playwright/test';
import { fixturesOf } from './gallery/fixtures.ts';
import { SCREENS, type Screen } from './gallery/screens.ts';
import { openAsMember, test } from './support/browser.ts';

/** Sheets of the gallery by the page underneath. */
const SHEETS = {
  '/user/home': [
    'drawer',
    'deposit',
    'withdraw',
    'transfer',
    'game-account',
    'refund-banners',
    'refund',
    'invite-banners',
    'invite',
    'spin-modal',
    'conditions',
  ],
  '/user/profile': ['edit-profile', 'change-password', 'log-out-everywhere'],
  '/user/statement': ['receipt', 'slip'],
  '/user/bonus': ['bonus'],
  '/user/contact': ['chat'],
} as const;

function screenOf(name: string, path: string): Screen {
  const screen = SCREENS.find((one) => one.name === name);
  if (screen?.path !== path) throw new Error(`the gallery has no ${name} over ${path}`);
  return screen;
}

const sheetsOf = (page: Page) => page.locator('dialog[open]');

for (const [path, names] of Object.entries(SHEETS)) {
  test(`each sheet over ${path} closes by its cross, and the page is as it was`, async ({ page, stack }) => {
    const fixtures = await fixturesOf(stack);
    await openAsMember(page, stack, fixtures.member);
    await page.goto(path);
    for (const name of names) {
      const { steps, subject } = screenOf(name, path);
      for (const step of steps) await step(page, fixtures);
      await expect(page.locator(subject).filter({ visible: true }).first()).toBeVisible();
      const top = sheetsOf(page).last();
      // A question is answered; every other sheet has a cross.
      await top
        .getByRole('button', { name: 'ปิด', exact: true })
        .or(top.getByRole('button', { name: 'ยกเลิก', exact: true }))
        .first()
        .tap();
      await expect(sheetsOf(page)).toHaveCount(0);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    }
  });
}

test('agreements that were read come again, until they are told not to', async ({ page, stack }) => {
  await openAsMember(page, stack);
  await page.evaluate(() => localStorage.removeItem('agreement'));
  await page.reload();
  const agreement = page.getByRole('dialog', { name: 'ข้อตกลงการใช้งาน' });
  await agreement.getByRole('button', { name: 'รับทราบ' }).tap();
  await expect(agreement).toBeHidden();
  await page.reload();
  await agreement.getByText('ไม่ต้องแสดงอีก').tap();
  await agreement.getByRole('button', { name: 'รับทราบ' }).tap();
  await expect(agreement).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('agreement'))).toBe('1');
});
