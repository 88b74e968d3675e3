import { expect, type Page } from '@playwright/test';
import { fixturesOf } from './gallery/fixtures.ts';
import { lookOver } from './gallery/photograph.ts';
import { Quiet } from './gallery/quiet.ts';
import type { Screen } from './gallery/steps.ts';
import { sheetsByPage } from './gallery/sheets.ts';
import { openAsMember, openPathAsMember, test } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';

const PHONE = { width: 390, height: 844 };

const sheetsOf = (page: Page) => page.locator('dialog[open]');

for (const [path, sheets] of sheetsByPage()) {
  test(
    `each sheet over ${path} has no barrier by day and by night, closes by its cross, and the page is as it was`,
    inWholeUnless(path === '/user/statement'),
    async ({ page, stack }) => {
      test.setTimeout(180_000);
      const fixtures = await fixturesOf(stack);
      const quiet = new Quiet(page);
      await openPathAsMember(page, stack, path, fixtures.member);
      for (const sheet of sheets) {
        for (const step of sheet.steps) await step(page, fixtures);
        await expect(page.locator(sheet.subject).filter({ visible: true }).first()).toBeVisible();
        await expectNoBarrier(page, quiet, sheet);
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
    },
  );
}

/** The same checks as of the other screens in `a11y-screens.spec.ts`. */
async function expectNoBarrier(page: Page, quiet: Quiet, sheet: Screen): Promise<void> {
  await quiet.wait();
  const pictures = await lookOver(page, quiet, sheet, 'th', {
    variants: [
      { ...PHONE, theme: 'light' },
      { ...PHONE, theme: 'dark' },
    ],
  });
  expect(
    pictures.flatMap(({ problems }) => problems),
    sheet.name,
  ).toEqual([]);
  expect(pictures.filter(({ axe }) => axe)).toHaveLength(2);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

test('agreements that were read come again, until they are told not to @whole', async ({ page, stack }) => {
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
