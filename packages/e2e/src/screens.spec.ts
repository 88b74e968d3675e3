import { expect, type Page } from '@playwright/test';
import { fixturesOf } from './gallery/fixtures.ts';
import { lookOver, photograph, type Picture } from './gallery/photograph.ts';
import { Quiet } from './gallery/quiet.ts';
import { SCREENS } from './gallery/screens.ts';
import { sheetsByPage } from './gallery/sheets.ts';
import { HOME, PROFILE, PROTECTION, type Screen } from './gallery/steps.ts';
import { DAY_AND_NIGHT, LARGE_TEXT, nameOf, NARROW, ZOOMED, type Variant } from './gallery/variants.ts';
import { openPathAsMember, test } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';

/** The looks with axe, at the usual size: barriers do not depend on it. */
const withAxe = (variant: Variant): boolean => DAY_AND_NIGHT.includes(variant);

/** How each screen is looked at in its one visit, in Thai. */
const LOOKS: readonly Variant[] = [...DAY_AND_NIGHT, { ...NARROW, theme: 'dark' }, LARGE_TEXT, ZOOMED];

/** How the main screens are looked at in the other languages, whose words are longer. */
const OTHER_LOOKS: readonly Variant[] = [
  ...DAY_AND_NIGHT,
  NARROW,
  { ...NARROW, textPercent: 200 },
  LARGE_TEXT,
];

/** The screens with the most content: the ones of the short form, and the others. */
const BUSIEST = ['login', 'home', 'withdraw-confirm', 'bonuses'];
const BUSY = ['deposit', 'withdraw', 'transfer', 'game-account', 'spin', 'statement', 'profile'];

/** Only the gallery's browser has a service worker: the tool looks at this screen. */
const NEEDS_WORKER = 'notices-offer';

/** Pages whose screens are looked at by one test; a page that is in none is among the rest. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  'ways in': ['/login', '/register', '/reset'],
  home: [HOME],
  rewards: ['/user/bonus', '/user/spin'],
  statement: ['/user/statement'],
  profile: [PROFILE],
  protection: [PROTECTION, '/user/play'],
};
const REST = 'the rest';
const areaOf = ({ path }: Screen): string =>
  Object.entries(AREAS).find(([, paths]) => paths.includes(path))?.[0] ?? REST;

const sheets = sheetsByPage();
const isSheet = (screen: Screen): boolean => sheets.some(([, ofPage]) => ofPage.includes(screen));

const hadAxe = (pictures: readonly Picture[]): number => pictures.filter(({ axe }) => axe).length;
const problemsOf = (pictures: readonly Picture[]): string[] =>
  pictures.flatMap(({ screen, variant, problems }) =>
    problems.map((problem) => `${screen} ${nameOf(variant)}: ${problem}`),
  );

test.describe.configure({ mode: 'parallel' });

test.describe('no barrier by WCAG 2.2 AA, and nothing cut on a narrow phone, with large text, enlarged', () => {
  for (const area of [...Object.keys(AREAS), REST]) {
    const screens = SCREENS.filter(
      (screen) => areaOf(screen) === area && !isSheet(screen) && screen.name !== NEEDS_WORKER,
    );
    test(`screens of ${area}`, inWholeUnless(area === 'statement'), async ({ browser, stack }) => {
      test.setTimeout(600_000);
      const fixtures = await fixturesOf(stack);
      const pictures = await photograph({
        browser,
        fixtures,
        screens,
        languages: ['th'],
        variants: LOOKS,
        withAxe,
      });
      expect(problemsOf(pictures)).toEqual([]);
      expect(screens.length).toBeGreaterThan(0);
      expect(pictures).toHaveLength(screens.length * LOOKS.length);
      expect(hadAxe(pictures)).toBe(screens.length * DAY_AND_NIGHT.length);
    });
  }

  for (const [path, ofPage] of sheets) {
    test(
      `sheets over ${path}, each closed by its cross with the page as it was`,
      inWholeUnless(path === '/user/statement'),
      async ({ page, stack }) => {
        test.setTimeout(300_000);
        const fixtures = await fixturesOf(stack);
        const visitor = { page, quiet: new Quiet(page) };
        await openPathAsMember(page, stack, path, fixtures.member);
        for (const sheet of ofPage) {
          const pictures = await lookOver(
            visitor,
            { fixtures, variants: LOOKS, withAxe },
            { screen: sheet, language: 'th' },
          );
          expect.soft(problemsOf(pictures)).toEqual([]);
          expect.soft(hadAxe(pictures)).toBe(DAY_AND_NIGHT.length);
          await closeByCross(page);
          await expect(page).toHaveURL(path);
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
        }
      },
    );
  }
});

for (const [language, names, isShort] of [
  ['en', BUSIEST, true],
  ['en', BUSY, false],
  ['la', [...BUSIEST, ...BUSY], false],
] as const) {
  test(
    `no barrier, and nothing cut on a narrow phone and with large text, in ${language}: ${names.join(', ')}`,
    inWholeUnless(isShort),
    async ({ browser, stack }) => {
      test.setTimeout(300_000);
      const pictures = await photograph({
        browser,
        fixtures: await fixturesOf(stack),
        screens: SCREENS.filter(({ name }) => names.includes(name)),
        languages: [language],
        variants: OTHER_LOOKS,
        withAxe,
      });
      expect(problemsOf(pictures)).toEqual([]);
      expect(pictures).toHaveLength(names.length * OTHER_LOOKS.length);
      expect(hadAxe(pictures)).toBe(names.length * DAY_AND_NIGHT.length);
    },
  );
}

/** Closes the sheet on top; a question is answered, every other sheet has a cross. */
async function closeByCross(page: Page): Promise<void> {
  const open = page.locator('dialog[open]');
  const top = open.last();
  await top
    .getByRole('button', { name: 'ปิด', exact: true })
    .or(top.getByRole('button', { name: 'ยกเลิก', exact: true }))
    .first()
    .tap();
  await expect(open).toHaveCount(0);
}
