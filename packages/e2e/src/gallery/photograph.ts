import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { lookWithAxe, type AxeLook } from './axe.ts';
import type { Cast } from './cast.ts';
import { foreignFonts } from './fonts.ts';
import { inspect } from './inspect.ts';
import { Quiet } from './quiet.ts';
import type { Screen } from './screens.ts';
import { nameOf, type Language, type Variant } from './variants.ts';

export interface Picture {
  screen: string;
  language: Language;
  variant: Variant;
  /** Its file, from the gallery's folder; empty when the screen could not be reached. */
  file: string;
  problems: readonly string[];
  /** What axe found; undefined when it was not asked. Its findings are among the problems. */
  axe?: AxeLook;
}

export interface PhotographOptions {
  browser: Browser;
  cast: Cast;
  screens: readonly Screen[];
  languages: readonly Language[];
  variants: readonly Variant[];
  /** Where the pictures go; without it the screens are looked at, and not photographed. */
  folder?: string;
  /** Which variants are gone over with axe as well; all unless told. */
  withAxe?: (variant: Variant) => boolean;
  onPicture?: (picture: Picture) => void;
}

const LANGUAGE_TAG: Readonly<Record<Language, string>> = { th: 'th', la: 'lo', en: 'en' };
const STEP_TIMEOUT_MS = 15_000;

/**
 * Goes to every screen in every language, once, and looks at it in all variants: the page is made wider and
 * darker under the same screen, as a phone that is turned round or a device at nightfall does.
 */
export async function photograph(options: PhotographOptions): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const language of options.languages) {
    for (const screen of options.screens) {
      for (const picture of await photographScreen(options, screen, language)) {
        pictures.push(picture);
        options.onPicture?.(picture);
      }
    }
  }
  return pictures;
}

async function photographScreen(
  options: PhotographOptions,
  screen: Screen,
  language: Language,
): Promise<Picture[]> {
  const { browser, cast, variants } = options;
  const context = await openContext(browser, cast, screen, language);
  const pictures: Picture[] = [];
  try {
    const page = await context.newPage();
    const quiet = new Quiet(page);
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    try {
      await page.goto(cast.stack.url + screen.path);
      for (const step of screen.steps) await step(page, cast);
      await quiet.wait();
    } catch (fault) {
      const [variant] = variants;
      const problems = [`could not be reached: ${fault instanceof Error ? fault.message : String(fault)}`];
      return variant ? [{ screen: screen.name, language, variant, file: '', problems }] : [];
    }
    const fonts = await foreignFonts(page);
    for (const variant of variants) {
      await dress(page, variant);
      await quiet.wait();
      pictures.push(await lookAt(page, options, { screen: screen.name, language, variant }, fonts));
    }
  } finally {
    await context.close();
  }
  return pictures;
}

/** Shows the page as the variant wants it. */
async function dress(page: Page, { width, height, theme, textPercent = 100 }: Variant): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate((percent) => {
    document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`;
  }, textPercent);
}

async function lookAt(
  page: Page,
  { folder, withAxe = () => true }: PhotographOptions,
  subject: Pick<Picture, 'screen' | 'language' | 'variant'>,
  fonts: readonly string[],
): Promise<Picture> {
  const { screen, language, variant } = subject;
  const seen = await page.evaluate(inspect, LANGUAGE_TAG[language]);
  const axe = withAxe(variant) ? await lookWithAxe(page) : undefined;
  const file = folder ? await take(page, folder, `${screen}/${language}-${nameOf(variant)}.jpg`) : '';
  const problems = [...fonts, ...seen, ...(axe ? [...axe.findings, ...axe.advice] : [])];
  return { ...subject, file, problems, ...(axe ? { axe } : {}) };
}

async function openContext(
  browser: Browser,
  { stack, member }: Cast,
  screen: Screen,
  language: Language,
): Promise<BrowserContext> {
  const { origin } = new URL(stack.url);
  const localStorage = [
    { name: 'locale', value: language },
    ...(screen.as === 'member'
      ? [
          { name: 'token', value: member.api.token ?? '' },
          { name: 'agreement', value: '1' },
        ]
      : []),
  ];
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    timezoneId: 'Asia/Bangkok',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
}

async function take(page: Page, folder: string, file: string): Promise<string> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  // A dialog lies over the page as it is seen; of a page alone all is shown, its menu at the very bottom.
  const seen = page.viewportSize();
  const hasDialog = (await page.locator('dialog[open]').count()) > 0;
  if (seen && !hasDialog) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: seen.width, height: Math.max(seen.height, height) });
  }
  await page.screenshot({ path: target, type: 'jpeg', quality: 80, animations: 'disabled', caret: 'hide' });
  return file;
}
