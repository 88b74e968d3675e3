import { expect, type Page } from '@playwright/test';
import { fixturesOf, type Fixtures } from './gallery/fixtures.ts';
import { photograph, type Picture } from './gallery/photograph.ts';
import { SCREENS } from './gallery/screens.ts';
import { nameOf, type Variant } from './gallery/variants.ts';
import { test } from './support/browser.ts';

/** The screens with the most content. English has the longest single words, which no line can break. */
const MAIN = [
  'login',
  'home',
  'deposit',
  'withdraw',
  'transfer',
  'game-account',
  'bonuses',
  'spin',
  'statement',
  'profile',
];

const VARIANTS: readonly Variant[] = [320, 390].map((width) => ({
  width,
  height: 844,
  theme: 'light',
  textPercent: 200,
}));

const problemsOf = (pictures: readonly Picture[]): string[] =>
  pictures.flatMap(({ screen, variant, problems }) =>
    problems.map((problem) => `${screen} ${nameOf(variant)}: ${problem}`),
  );

test('nothing is cut and no page scrolls sideways with text at twice its size @whole', async ({
  browser,
  stack,
}) => {
  test.setTimeout(300_000);
  const pictures = await photograph({
    browser,
    fixtures: await fixturesOf(stack),
    screens: SCREENS.filter(({ name }) => MAIN.includes(name)),
    languages: ['en'],
    variants: VARIANTS,
    withAxe: () => false,
    ...(process.env['PICTURES'] ? { folder: process.env['PICTURES'] } : {}),
  });
  expect(problemsOf(pictures)).toEqual([]);
  expect(pictures).toHaveLength(MAIN.length * VARIANTS.length);
});

test('a field of the promotion page shows all of its placeholder', async ({ browser, stack }) => {
  const fixtures = await fixturesOf(stack);
  const page = await pageOf(browser, fixtures, '/user/bonus', 320);
  const field = page.locator('main form input');
  await field.waitFor();
  const [needed, room] = await field.evaluate((input: HTMLInputElement) => {
    const style = getComputedStyle(input, '::placeholder');
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
    return [pen.measureText(input.placeholder).width, input.clientWidth - padding] as const;
  });
  expect(needed).toBeLessThanOrEqual(room);
});

type Browser = Parameters<typeof photograph>[0]['browser'];

/** Opens a member's page in English on a phone of this width, with text at twice its size. */
async function pageOf(
  browser: Browser,
  { stack, member }: Fixtures,
  path: string,
  width: number,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    isMobile: true,
    hasTouch: true,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(stack.url).origin,
          localStorage: [
            { name: 'locale', value: 'en' },
            { name: 'token', value: member.api.token ?? '' },
            { name: 'agreement', value: '1' },
          ],
        },
      ],
    },
  });
  const page = await context.newPage();
  await page.goto(stack.url + path);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  return page;
}
