import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { fixturesOf } from './gallery/fixtures.ts';
import { foreignFonts } from './gallery/fonts.ts';
import { inspect } from './gallery/inspect.ts';
import { lookWithAxe } from './gallery/axe.ts';
import { photograph } from './gallery/photograph.ts';
import { SCREENS } from './gallery/screens.ts';
import { BASE } from './gallery/variants.ts';
import { test } from './support/browser.ts';

test('a picture on which a dialog hides its subject is told of @whole', async ({ browser, stack }) => {
  const withdraw = SCREENS.find(({ name }) => name === 'withdraw');
  assert.ok(withdraw);
  const [seen, hidden] = await photograph({
    browser,
    fixtures: await fixturesOf(stack),
    screens: [withdraw, { ...withdraw, subject: 'main h1' }],
    languages: ['la'],
    variants: [BASE],
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
      ['<input placeholder="A rather long example" style="width: 60px">', /placeholder .* is cut/],
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

test('barriers are found: without a name, by another name than the written one, too small to press, too pale by night', async ({
  page,
}) => {
  const findingsOf = async (body: string, rules?: 'colours'): Promise<readonly string[]> => {
    await page.setContent(`<html lang="en"><title>t</title><main><h1>Heading</h1>${body}</main></html>`);
    return (await lookWithAxe(page, rules)).findings;
  };
  expect(await findingsOf('<button></button>')).toEqual([expect.stringMatching(/button-name/)]);
  expect(await findingsOf('<button aria-label="Send">Pay</button>')).toEqual([
    expect.stringMatching(/label-content-name-mismatch/),
  ]);
  const small = '<button style="width: 12px; height: 12px; padding: 0">a</button>';
  expect(await findingsOf(small + small)).toEqual([
    expect.stringMatching(/target-size/),
    expect.stringMatching(/target-size/),
  ]);
  const night = '<style>@media (prefers-color-scheme: dark) { h1 { color: #111; background: #000 } }</style>';
  expect(await findingsOf(`${night}<button></button>`, 'colours')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findingsOf(night, 'colours')).toEqual([expect.stringMatching(/color-contrast/)]);
});

test('barriers are looked for in the dialog on top, and not behind it', async ({ page }) => {
  const nameless = '<button></button>';
  for (const [behind, within, found] of [
    [nameless, '<h2>h</h2>', []],
    ['', `<h2>h</h2>${nameless}`, [expect.stringMatching(/button-name/)]],
  ] as const) {
    await page.setContent(
      `<html lang="en"><title>t</title><main><h1>h</h1>${behind}<dialog aria-label="d">${within}</dialog></main></html>`,
    );
    await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.showModal());
    expect((await lookWithAxe(page)).findings).toEqual(found);
  }
});
