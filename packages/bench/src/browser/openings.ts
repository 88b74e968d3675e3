import type { Fixtures } from '@krapao/e2e/gallery/fixtures';
import { SCREENS } from '@krapao/e2e/gallery/screens';
import type { Screen } from '@krapao/e2e/gallery/steps';
import type { Browser, Page } from '@playwright/test';
import { weightOf, type Weight } from './built-files.ts';
import { NetworkLog, type Fetched } from './network-log.ts';
import { phoneOf } from './session.ts';

/** Cost of opening a screen or modal for the first time. */
export interface Opening {
  name: string;
  /** Weight of newly loaded scripts, styles and texts. */
  code: Weight;
  /** Number of newly loaded files. */
  files: number;
  paths: readonly string[];
}

/** Start page of a member or a visitor, before anything else is opened. */
const START: Readonly<Record<Screen['as'], string>> = { member: '/user/home', visitor: '/login' };

const isCode = ({ path }: Fetched): boolean => /\.(?:js|mjs|css|wasm)$/.test(path);

/**
 * States of a screen that is opened anyway, on the way to another one or with other answers of the server.
 */
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
  'factors',
  'sessions',
  'step-up-code',
  'deposit-on-a-break',
  'bonuses-on-a-break',
  'spin-on-a-break',
  'limit-reached',
  'notices-all',
  'notices-none',
  'notices-offer',
]);

/** Returns every screen and modal that is opened from home or login, without those two. */
export const openings = (): readonly Screen[] =>
  SCREENS.filter(({ name, path, steps, as }) => {
    const isStart = path === START[as] && steps.length === 0;
    return !isStart && !STATES.has(name);
  });

/**
 * Opens a screen after home (a visitor: login) and nothing else. It navigates within the app, without a new
 * page, and performs the steps to the screen. The browser's data saver is on, so the app prefetches nothing.
 */
export async function measureOpening(
  browser: Browser,
  fixtures: Fixtures,
  screen: Screen,
  root: string,
): Promise<Opening> {
  const { stack, member } = fixtures;
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
    for (const step of screen.steps) await step(page, fixtures);
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
  } catch (error) {
    throw new Error(`first opening of ${screen.name}`, { cause: error });
  } finally {
    await context.close();
  }
}

/** Navigates within the app without a new page, like a link or Back. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}
