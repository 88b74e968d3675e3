import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { comparePictures, differences } from './catalogue/compare.ts';
import { describeSheet } from './catalogue/describe.ts';
import { inTwoForms } from './support/forms.ts';

/* Compares the kit's catalogue with its stored version: positions and styles as text, and pictures beside
 * it. `npm run tool -- catalogue --update` stores the current one. */
const ORIGIN = 'http://catalogue.test';
const KEPT = path.join(import.meta.dirname, 'catalogue', 'kept');
const isUpdate = process.env.CATALOGUE_UPDATE === '1';

/** Share of a picture's pixels that may differ: too few for a person to see. */
const MOST_DIFFERING = 0.001;

const SHEETS = [
  'buttons',
  'icon-buttons',
  'fields',
  'choices',
  'amount-entry',
  'chips',
  'empty',
  'waiting',
  'pages',
  'carousels',
  'bank-rows',
  'money-log',
  'timeline',
  'dialog',
  'dialog-busy',
  'alert-success',
  'alert-error',
  'question',
  'toasts',
  'brand',
  'icons',
  'typography',
  'colours',
];
/** Sheets with the most text, checked in the other languages too. */
const WORDY = ['buttons', 'fields', 'empty', 'question', 'typography'];

/** Sheets of the short form: what is pressed, what is filled in, what lies over a page. */
const SHORT = ['buttons', 'fields', 'amount-entry', 'dialog', 'alert-error'];

/** One page for all sheets, so shared files are fetched once. */
let page: Page;

test.beforeAll(async ({ browser }) => {
  const folder = process.env.CATALOGUE_DIR;
  if (!folder) throw new Error('CATALOGUE_DIR is not set: run this through npm test');
  page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    reducedMotion: 'reduce',
  });
  // Serves the built catalogue without a server.
  await page.route(`${ORIGIN}/**`, (route) =>
    route.fulfill({ path: path.join(folder, new URL(route.request().url()).pathname) }),
  );
});
test.afterAll(() => page.close());

async function open(sheet: string, lang: string): Promise<void> {
  await page.goto(`${ORIGIN}/catalogue/index.html?bare&sheet=${sheet}&lang=${lang}`);
  await page.locator(`main[data-sheet="${sheet}"]`).waitFor();
  // These appear after a moment by design.
  if (sheet === 'waiting') await page.locator('[role="status"] svg').waitFor();
  if (sheet === 'toasts') await page.locator('[data-tone]').nth(2).waitFor();
  if (['alert-success', 'alert-error', 'question'].includes(sheet)) {
    await page.locator('dialog[open]').waitFor();
  }
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Browsers differ in the initial focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

/** Returns a picture as high as the sheet; a dialog covers one screen. */
async function pictureOf(): Promise<Buffer> {
  const isOver = (await page.locator('dialog[open], :popover-open').count()) > 0;
  return page.screenshot({ fullPage: !isOver, animations: 'disabled', caret: 'hide' });
}

/** Returns the stored version, or undefined where it is missing, which fails the test without ending it. */
async function storedIn(file: string): Promise<Buffer | undefined> {
  const isStored = existsSync(file);
  expect.soft(isStored, `${file} is missing: npm run tool -- catalogue --update makes it`).toBe(true);
  return isStored ? readFile(file) : undefined;
}

async function compareText(name: string): Promise<void> {
  const drawn = await page.evaluate(describeSheet);
  expect(drawn.length).toBeGreaterThan(2);
  const file = path.join(KEPT, `${name}.txt`);
  if (isUpdate) {
    await mkdir(KEPT, { recursive: true });
    await writeFile(file, `${drawn.join('\n')}\n`);
    return;
  }
  const kept = await storedIn(file);
  if (!kept) return;
  expect.soft(differences(kept.toString().trimEnd().split('\n'), drawn), name).toEqual([]);
}

async function comparePicture(name: string): Promise<void> {
  const drawn = await pictureOf();
  const file = path.join(KEPT, `${name}.png`);
  if (isUpdate) {
    await writeFile(file, drawn);
    return;
  }
  const kept = await storedIn(file);
  if (!kept) return;
  const { share, sizes } = await comparePictures(page, kept, drawn);
  if (share > MOST_DIFFERING) {
    await test.info().attach(`${name}.png`, { body: drawn, contentType: 'image/png' });
  }
  expect
    .soft(share, `${name}: share of the pixels that differ (${sizes})`)
    .toBeLessThanOrEqual(MOST_DIFFERING);
}

for (const { cases: sheets, form } of inTwoForms(SHEETS, (name) => name, SHORT)) {
  test(`the kit looks as it did: ${sheets.join(', ')}`, form, async () => {
    test.setTimeout(300_000);
    for (const sheet of sheets) {
      await open(sheet, 'th');
      for (const theme of ['light', 'dark']) {
        await page.evaluate((wanted) => {
          document.documentElement.dataset['theme'] = wanted;
        }, theme);
        await compareText(`${sheet}.${theme}`);
        await comparePicture(`${sheet}.${theme}`);
      }
      for (const lang of WORDY.includes(sheet) ? ['la', 'en'] : []) {
        await open(sheet, lang);
        await compareText(`${sheet}.${lang}`);
      }
    }
  });
}

test('every sheet of the catalogue is compared', async () => {
  await page.goto(`${ORIGIN}/catalogue/index.html`);
  await expect(page.locator('nav ul').first().getByRole('link')).toHaveText(SHEETS);
});

test('the comparison sees what is changed, and nothing else', async () => {
  test.skip(isUpdate, 'nothing is compared');
  await open('bank-rows', 'th');
  const lines = await page.evaluate(describeSheet);
  const picture = await pictureOf();
  const mark = '[data-specimen="KBANK"] button';
  const row = '[data-specimen="KBANK"] span span';
  const after = async (css: string) => {
    const style = await page.addStyleTag({ content: css });
    const drawn = await page.evaluate(describeSheet);
    const { share } = await comparePictures(page, picture, await pictureOf());
    await style.evaluate((element) => element.parentNode?.removeChild(element));
    return { isTold: differences(lines, drawn).length > 0, isSeen: share > MOST_DIFFERING };
  };
  for (const css of [
    `[data-specimen="KBANK"] > div > div { padding: 2px }`,
    `${row} { color: #35358f }`,
    `${mark} { border-radius: 3px }`,
    `${row} { font-weight: 500 }`,
    `${mark} { outline: 1px solid }`,
    `${row} { letter-spacing: 0.4px }`,
  ]) {
    expect.soft((await after(css)).isTold, css).toBe(true);
  }
  // A change that no element's style shows is visible in the picture.
  expect((await after('[data-specimen="KBANK"] svg path { stroke-width: 9px }')).isSeen).toBe(true);
  expect(await after('/* nothing */')).toEqual({ isTold: false, isSeen: false });
});
