import { expect } from '@playwright/test';
import { lookWithAxe } from './gallery/axe.ts';
import { fixturesOf } from './gallery/fixtures.ts';
import { photograph } from './gallery/photograph.ts';
import { SCREENS } from './gallery/screens.ts';
import { sheetsByPage } from './gallery/sheets.ts';
import { test } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';

const PHONE = { width: 390, height: 844 };

/** `sheets.spec.ts` looks over these, one after the other on the same page. */
const sheets = new Set(sheetsByPage().flatMap(([, screens]) => screens));

/** Only the gallery's browser has a service worker. */
const NEEDS_WORKER = 'notices-offer';

/** In the short form: the fullest page, a question, a list. `sheets.spec.ts` and the catalogue have forms. */
const SHORT = new Set(['home', 'withdraw-confirm', 'statement']);

test.describe.configure({ mode: 'parallel' });

test.describe('no barrier by WCAG 2.2 AA, by day and by night', () => {
  for (const screen of SCREENS.filter((one) => !sheets.has(one) && one.name !== NEEDS_WORKER)) {
    test(screen.name, inWholeUnless(SHORT.has(screen.name)), async ({ browser, stack }) => {
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
  const night = '@media (prefers-color-scheme: dark) { h1 { color: #111; background: #000 } }';
  await page.setContent(
    `<html lang="en"><title>t</title><style>${night}</style><main><h1>Night</h1><button></button></main></html>`,
  );
  expect((await lookWithAxe(page, 'colours')).findings).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect((await lookWithAxe(page, 'colours')).findings).toEqual([expect.stringMatching(/color-contrast/)]);
});
