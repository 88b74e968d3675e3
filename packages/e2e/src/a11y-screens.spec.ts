import { expect } from '@playwright/test';
import { lookWithAxe } from './gallery/axe.ts';
import { fixturesOf } from './gallery/fixtures.ts';
import { photograph } from './gallery/photograph.ts';
import { SCREENS } from './gallery/screens.ts';
import { sheetsByPage } from './gallery/sheets.ts';
import { test } from './support/browser.ts';

const PHONE = { width: 390, height: 844 };

/** `sheets.spec.ts` looks over these, one after the other on the same page. */
const sheets = new Set(sheetsByPage().flatMap(([, screens]) => screens));

test.describe.configure({ mode: 'parallel' });

test.describe('no barrier by WCAG 2.2 AA, by day and by night', () => {
  for (const screen of SCREENS.filter((one) => !sheets.has(one))) {
    test(screen.name, async ({ browser, stack }) => {
      const pictures = await photograph({
        browser,
        fixtures: await fixturesOf(stack),
        screens: [screen],
        languages: ['th'],
        variants: [
          { ...PHONE, theme: 'light' },
          { ...PHONE, theme: 'dark' },
        ],
      });
      expect(pictures.flatMap(({ problems }) => problems)).toEqual([]);
      expect(pictures.filter(({ axe }) => axe)).toHaveLength(2);
    });
  }
});

test('a barrier is found', async ({ page }) => {
  await page.setContent('<html lang="th"><title>t</title><main><h1>h</h1><button></button></main></html>');
  const { findings } = await lookWithAxe(page);
  expect(findings).toEqual([expect.stringMatching(/button-name/)]);
});
