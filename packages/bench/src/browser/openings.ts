import type { Cast } from '@krapao/e2e/gallery/cast';
import { SCREENS, type Screen } from '@krapao/e2e/gallery/screens';
import type { Browser, Page } from '@playwright/test';
import { weightOf, type Weight } from './built-files.ts';
import { NetworkLog, type Fetched } from './network-log.ts';
import { phoneOf } from './session.ts';

/** What a screen or modal costs when it is opened for the first time. */
export interface Opening {
  name: string;
  /** Of scripts, styles and words that were not there before. */
  code: Weight;
  /** How many files that was. */
  files: number;
  paths: readonly string[];
}

/** Where a member, or a visitor, is before anything else is opened. */
const START: Readonly<Record<Screen['as'], string>> = { member: '/user/home', visitor: '/login' };

const isCode = ({ path }: Fetched): boolean => /\.(?:js|mjs|css|wasm)$/.test(path);

/** States of a screen that is opened anyway, on the way to another one or with other answers of the server. */
const STATES = new Set([
  'login-incomplete',
  'login-refused',
  'register-code',
  'register-profile',
  'home-search',
  'home-found',
  'deposit-qr',
  'withdraw-confirm',
  'game-activate',
  'promotion-unknown',
  'receipt-withdrawal',
]);

/** Every screen and modal that is opened from home or from login, and is not one of them. */
export const openings = (): readonly Screen[] =>
  SCREENS.filter(({ name, path, steps, as }) => {
    const isStart = path === START[as] && steps.length === 0;
    return !isStart && !STATES.has(name);
  });

/**
 * Opens a screen as somebody does who has seen home (a visitor: login) and nothing else: goes there in the app,
 * without a new page, and does what leads to it. What the app fetches ahead by itself is left out by the browser's
 * data saver, under which it fetches nothing ahead.
 */
export async function measureOpening(
  browser: Browser,
  cast: Cast,
  screen: Screen,
  root: string,
): Promise<Opening> {
  const { stack, member } = cast;
  const context = await browser.newContext({
    ...phoneOf(stack.url, screen.as === 'member' ? member : undefined),
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
    const log = await NetworkLog.start(page);
    await page.goto(stack.url + START[screen.as]);
    await page.locator('main').first().waitFor();
    await log.quiet();
    const before = new Set(log.fetched.map(({ path }) => path));
    if (screen.path !== START[screen.as]) await goWithin(page, screen.path);
    for (const step of screen.steps) await step(page, cast);
    await log.quiet();
    const paths = [...new Set(log.fetched.filter(isCode).map(({ path }) => path))].filter(
      (path) => !before.has(path),
    );
    const weights = paths.map((path) => weightOf(root, path));
    const sum = (of: keyof Weight): number => weights.reduce((total, weight) => total + weight[of], 0);
    return {
      name: screen.name,
      code: { gzip: sum('gzip'), brotli: sum('brotli') },
      files: paths.length,
      paths,
    };
  } finally {
    await context.close();
  }
}

/** Leads the app to another of its addresses without a new page, as a press on a link or on Back does. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}
