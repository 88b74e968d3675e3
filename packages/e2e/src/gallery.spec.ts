import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { fixturesOf } from './gallery/fixtures.ts';
import { foreignFonts } from './gallery/fonts.ts';
import { inspect } from './gallery/inspect.ts';
import { photograph, type Picture } from './gallery/photograph.ts';
import { SCREENS } from './gallery/screens.ts';
import { LARGE_TEXT, nameOf, ZOOMED } from './gallery/variants.ts';
import { test } from './support/browser.ts';

/** Sample of screens with the most content; `npm run tool -- gallery` covers all. */
const SAMPLE = ['home', 'deposit', 'profile'];

/** The screens of the main job. */
const MAIN = ['login', 'home', 'withdraw', 'game-account', 'statement'];

const problemsOf = (pictures: readonly Picture[]): string[] =>
  pictures.flatMap(({ screen, variant, problems }) =>
    problems.map((problem) => `${screen} ${nameOf(variant)}: ${problem}`),
  );

test('screens hold on the narrowest phone, in Lao, by night @whole', async ({ browser, stack }) => {
  const pictures = await photograph({
    browser,
    fixtures: await fixturesOf(stack),
    screens: SCREENS.filter(({ name }) => SAMPLE.includes(name)),
    languages: ['la'],
    variants: [{ width: 320, height: 640, theme: 'dark' }],
    withAxe: () => false,
  });
  expect(pictures.map(({ screen }) => screen)).toEqual(SAMPLE);
  expect(problemsOf(pictures)).toEqual([]);
});

test('screens hold with text at twice its size, and enlarged four times @whole', async ({
  browser,
  stack,
}) => {
  const pictures = await photograph({
    browser,
    fixtures: await fixturesOf(stack),
    screens: SCREENS.filter(({ name }) => MAIN.includes(name)),
    languages: ['th'],
    variants: [LARGE_TEXT, ZOOMED],
    withAxe: () => false,
  });
  expect(pictures).toHaveLength(MAIN.length * 2);
  expect(problemsOf(pictures)).toEqual([]);
});

test('a picture on which a dialog hides its subject is told of @whole', async ({ browser, stack }) => {
  const withdraw = SCREENS.find(({ name }) => name === 'withdraw');
  assert.ok(withdraw);
  const [seen, hidden] = await photograph({
    browser,
    fixtures: await fixturesOf(stack),
    screens: [withdraw, { ...withdraw, subject: 'main h1' }],
    languages: ['la'],
    variants: [{ width: 390, height: 844, theme: 'light' }],
    withAxe: () => false,
  });
  expect(seen?.problems).toEqual([]);
  expect(hidden?.problems).toEqual(['its subject is not to be seen: main h1']);
});

test.describe('the look over a screen', () => {
  const faultsOf = async (page: Page, body: string): Promise<string[]> => {
    const head = '<meta name="viewport" content="width=device-width">';
    await page.setContent(
      `<html lang="en"><head>${head}</head><body style="margin: 0">${body}</body></html>`,
    );
    return page.evaluate(inspect, 'en');
  };

  test('finds what is wrong', async ({ page }) => {
    const narrow = 'width: 60px; white-space: nowrap';
    const faults: readonly [body: string, told: RegExp][] = [
      ['<p style="width: 1500px">Hi</p>', /wider than its place/],
      [`<p style="${narrow}">A rather long line</p>`, /sticks out/],
      [`<p style="${narrow}; overflow: hidden">A rather long line</p>`, /sticks out/],
      ['<p style="height: 10px; overflow: hidden; font-size: 20px">Hi</p>', /cut in height/],
      ['<button>One</button><button style="margin-left: -15px">Another</button>', /overlap/],
      ['<p style="position: fixed; margin: 0; bottom: -12px">Hi</p>', /outside the window/],
      ['<p>ยกเลิก</p>', /another language/],
      ['<p>common.savedMsg</p>', /not put into words/],
      ['<p>REGISTER_FAIL</p>', /not put into words/],
    ];
    for (const [body, told] of faults) {
      expect.soft(await faultsOf(page, body), body).toEqual([expect.stringMatching(told)]);
    }
    await page.setContent('<p style="font-family: sans-serif">Hi</p>');
    expect(await foreignFonts(page)).toEqual([expect.stringMatching(/not ours: "Hi"/)]);
  });

  test('lets be what is meant to be so', async ({ page }) => {
    const meant = `
      <p style="width: 60px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis">A rather long line</p>
      <div style="width: 100px; overflow-x: auto"><p style="width: 400px">What is scrolled sideways</p></div>
      <p lang="th">ยกเลิก</p><p translate="no">สมหญิง</p>
      <p>(Duplicate slip · SLIP_REFNO_DUPLICATED)</p>
      <div style="position: relative; width: 200px">
        <input style="width: 100%; height: 40px"><button style="position: absolute; right: 4px; top: 4px">x</button>
      </div>`;
    expect(await faultsOf(page, meant)).toEqual([]);
  });
});
