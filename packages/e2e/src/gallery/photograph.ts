import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { lookWithAxe, type AxeLook } from './axe.ts';
import type { Fixtures } from './fixtures.ts';
import { foreignFonts } from './fonts.ts';
import { inspect } from './inspect.ts';
import { Quiet } from './quiet.ts';
import type { Screen } from './steps.ts';
import { BASE, nameOf, ZOOMED, type Language, type Variant } from './variants.ts';

export interface Picture {
  screen: string;
  language: Language;
  variant: Variant;
  /** File path within the gallery's folder; empty when no picture was taken. */
  file: string;
  problems: readonly string[];
  /** Digest of the picture's bytes; undefined where none was taken. */
  digest?: string;
  /** Result of axe; undefined when it did not run. Its findings are among the problems. */
  axe?: AxeLook;
}

export interface LookOptions {
  fixtures: Fixtures;
  variants: readonly Variant[];
  /** Folder of the pictures; without it the screens are checked but not photographed. */
  folder?: string;
  /** Variants to check with axe as well; all by default. */
  withAxe?: (variant: Variant) => boolean;
}

export interface PhotographOptions extends LookOptions {
  browser: Browser;
  screens: readonly Screen[];
  languages: readonly Language[];
  onPicture?: (picture: Picture) => void;
}

const LANGUAGE_TAG: Readonly<Record<Language, string>> = { th: 'th', la: 'lo', en: 'en' };
const STEP_TIMEOUT_MS = 15_000;
/** A page that is only dressed anew does not move; pictures that come into sight are waited for. */
const REDRESSED_MS = 60;

/** Returns the address with a name, as members have it: browsers keep passkeys for names alone. */
const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** A page on which screens are visited one after the other. */
interface Visitor {
  page: Page;
  quiet: Quiet;
}

interface ScreenInLanguage {
  screen: Screen;
  language: Language;
}

/**
 * Visits every screen in every language once, and checks it in all variants. The page is resized and darkened
 * under the same screen, like a rotated phone or a device at nightfall. Screens share a browser context, which has
 * the app's files then; each begins with the storage, the permissions and the mocked answers of a first visit. A
 * service worker stays, where the browser allows one.
 */
export async function photograph(options: PhotographOptions): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const context = await options.browser.newContext({
    isMobile: true,
    hasTouch: true,
    timezoneId: 'Asia/Bangkok',
  });
  try {
    await context.addInitScript(keepToasts, TOAST_MS);
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    const visitor = { page, quiet: new Quiet(page) };
    for (const language of options.languages) {
      for (const screen of options.screens) {
        for (const picture of await photographScreen(visitor, options, { screen, language })) {
          pictures.push(picture);
          options.onPicture?.(picture);
        }
      }
    }
  } finally {
    await context.close();
  }
  return pictures;
}

async function photographScreen(
  visitor: Visitor,
  options: PhotographOptions,
  of: ScreenInLanguage,
): Promise<Picture[]> {
  const { screen, language } = of;
  const { page } = visitor;
  const { fixtures, variants } = options;
  try {
    await beginAfresh(page, fixtures, of);
    await page.goto(named(fixtures.stack.url) + screen.path);
    return await lookOver(visitor, options, of);
  } catch (fault) {
    const [variant] = variants;
    const problems = [`could not be looked at: ${fault instanceof Error ? fault.message : String(fault)}`];
    return variant ? [{ screen: screen.name, language, variant, file: '', problems }] : [];
  }
}

/** Goes to the screen from its page, and checks it in all variants; the page is dressed as `BASE` then. */
export async function lookOver(
  { page, quiet }: Visitor,
  options: LookOptions,
  { screen, language }: ScreenInLanguage,
): Promise<Picture[]> {
  for (const step of screen.steps) await step(page, options.fixtures);
  await page.locator(screen.subject).filter({ visible: true }).first().waitFor();
  await quiet.wait();
  const pictures: Picture[] = [];
  const fonts = await foreignFonts(page);
  for (const variant of options.variants) {
    await dress(page, variant);
    await quiet.wait(REDRESSED_MS);
    // Axe has looked at a page of this size: another theme changes its colours alone.
    const rules = pictures.some((one) => one.axe && isSameSize(one.variant, variant)) ? 'colours' : 'all';
    const of = { screen: screen.name, language, variant };
    pictures.push(await lookAt(page, options, screen, of, { fonts, rules }));
  }
  await dress(page, BASE);
  return pictures;
}

const isSameSize = (one: Variant, other: Variant): boolean =>
  one.width === other.width &&
  one.height === other.height &&
  (one.textPercent ?? 100) === (other.textPercent ?? 100);

/** Applies the variant to the page. */
async function dress(page: Page, { width, height, theme, textPercent = 100 }: Variant): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.evaluate((percent) => {
    document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`;
  }, textPercent);
}

async function lookAt(
  page: Page,
  { folder, withAxe = () => true }: LookOptions,
  { subject, path }: Screen,
  of: Pick<Picture, 'screen' | 'language' | 'variant'>,
  { fonts, rules }: { fonts: readonly string[]; rules: 'all' | 'colours' },
): Promise<Picture> {
  const { screen, language, variant } = of;
  const seen = await page.evaluate(inspect, LANGUAGE_TAG[language]);
  const axe = withAxe(variant) ? await lookWithAxe(page, rules) : undefined;
  const target = `${screen}/${language}-${nameOf(variant)}.jpg`;
  const digest = folder ? await take(page, folder, target) : undefined;
  const isShown = await page.evaluate(isOnTop, { subject, path });
  const problems = [
    ...(isShown ? [] : [`its subject is not to be seen: ${subject}`]),
    ...fonts,
    ...seen,
    ...(axe ? [...axe.findings, ...axe.advice] : []),
  ];
  return {
    ...of,
    file: digest === undefined ? '' : target,
    problems,
    ...(digest === undefined ? {} : { digest }),
    ...(axe ? { axe } : {}),
  };
}

/**
 * Returns whether the subject is visible in the topmost dialog, or on the page where none is open. Runs
 * inside the page.
 */
function isOnTop({ subject, path }: Pick<Screen, 'subject' | 'path'>): boolean {
  const onTop = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const isSeen = [...document.querySelectorAll(subject)].some(
    (element) =>
      onTop?.contains(element) &&
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      element.getClientRects().length > 0,
  );
  return isSeen && window.location.pathname === path;
}

/** Finds screens with byte-identical pictures: one of them shows the wrong screen. */
export function findSamePictures(pictures: readonly Picture[]): string[] {
  const known = new Map<string, Picture>();
  return pictures.flatMap((picture) => {
    const { digest, screen, language, variant } = picture;
    // Enlarged four times, the top of a sheet is all that is seen, and it may be the same for several.
    if (digest === undefined || variant === ZOOMED) return [];
    const first = known.get(digest);
    if (!first) known.set(digest, picture);
    return first
      ? [
          `${screen} ${language} ${nameOf(variant)}: the same picture as ${first.screen} ${first.language} ${nameOf(first.variant)}`,
        ]
      : [];
  });
}

/** Leaves the screen before, and gives the browser what it keeps of a reader of this language. */
async function beginAfresh(
  page: Page,
  { stack, member }: Fixtures,
  { screen, language }: ScreenInLanguage,
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearCookies();
  await page.context().clearPermissions();
  // A file without scripts gives access to the storage.
  await page.goto(`${named(stack.url)}/robots.txt`);
  const ofMember = { token: member.api.token ?? '', agreement: '1', passkeyOffered: '1' };
  await page.evaluate(
    (kept) => {
      window.sessionStorage.clear();
      window.localStorage.clear();
      for (const [key, value] of Object.entries(kept)) window.localStorage.setItem(key, value);
    },
    { locale: language, ...(screen.as === 'member' ? ofMember : {}) },
  );
  await dress(page, BASE);
}

/** Time after which the app removes a toast (`ui/toast-store.ts`): shorter than taking all pictures of it. */
const TOAST_MS = 4_000;

/** Keeps toasts on the screen. Runs inside the page. */
function keepToasts(toastMs: number): void {
  const later = window.setTimeout.bind(window);
  const kept = (handler: TimerHandler, ms?: number) => (ms === toastMs ? 0 : later(handler, ms));
  window.setTimeout = kept as typeof window.setTimeout;
}

/** @returns the digest of the picture */
async function take(page: Page, folder: string, file: string): Promise<string> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  // A dialog covers the visible page; a page alone is photographed whole, with its menu at the very bottom.
  const seen = page.viewportSize();
  const hasDialog = (await page.locator('dialog[open]').count()) > 0;
  if (seen && !hasDialog) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: seen.width, height: Math.max(seen.height, height) });
  }
  const bytes = await page.screenshot({
    path: target,
    type: 'jpeg',
    quality: 80,
    animations: 'disabled',
    caret: 'hide',
  });
  return createHash('sha256').update(bytes).digest('hex');
}
