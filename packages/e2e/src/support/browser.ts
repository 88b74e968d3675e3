import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { collectCoverage } from './coverage.ts';
import { stackDatabase } from './database.ts';
import { register, type Member } from './member.ts';
import { Outside } from './outside.ts';
import { expectNoSecrets } from './secrets.ts';
import { startStack, type Stack } from './stack.ts';
import { newWatch, watchNewContexts, type Watch } from './watch.ts';

export interface WorkerFixtures {
  /** Which build of the app is served: the usual one, or the one in which games open in a tab of their own. */
  build: 'usual' | 'frame';
  /** A sandbox and a server, kept for all tests of a worker: each test makes members of its own. */
  stack: Stack;
  /** Notes what of the app runs, for the run's report, where `BROWSER_COVERAGE_DIR` names a folder for it. */
  coverage: undefined;
}

export interface TestFixtures {
  outside: Outside;
  /** What {@link TestFixtures.expectFailures} has let pass. */
  expected: RegExp[];
  /** Lets one kind of mishap pass in a test that brings it about. */
  expectFailures: (mishap: RegExp) => void;
  /** Watches every page of the test, of whatever context, for what must never happen. */
  watch: Watch;
}

/** The server's setting for a build of the app. @throws Error when that build was not made */
function webDirOf(build: WorkerFixtures['build']): Record<string, string> {
  if (build === 'usual') return {};
  const webDir = process.env.FRAME_WEB_DIR;
  if (!webDir) throw new Error('FRAME_WEB_DIR is not set: run this through npm test');
  return { WEB_DIR: webDir };
}

/** Playwright's test with a running system: pages open at its server. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  build: ['usual', { option: true, scope: 'worker' }],

  coverage: [
    async ({ browser }, use) => {
      const folder = process.env.BROWSER_COVERAGE_DIR;
      const end = folder ? collectCoverage(browser, folder) : undefined;
      await use(undefined);
      await end?.();
    },
    { auto: true, scope: 'worker' },
  ],

  stack: [
    async ({ build }, use) => {
      // A delay holds back the payouts of nobody but those who have just changed their account's name.
      const env = {
        OUTSIDE_TIMEOUT_MS: '1000',
        // Often enough that nobody waits for it, seldom enough that a server with nothing to do does little.
        SETTLE_EVERY_MS: '300',
        TURNOVER_EVERY_MS: '1000',
        PAYOUT_DELAY_HOURS: '24',
      };
      const stack = await startStack({ database: stackDatabase, env: { ...env, ...webDirOf(build) } });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: async ({ stack }, use) => {
    await use(stack.url);
  },

  outside: async ({ stack }, use) => {
    const outside = new Outside(stack.sandbox.url);
    await use(outside);
    await outside.clearFaults();
  },

  // Playwright tells fixtures apart by their names in a pattern.
  // oxlint-disable-next-line no-empty-pattern
  expected: async ({}, use) => {
    await use([]);
  },

  expectFailures: async ({ expected }, use) => {
    await use((mishap) => expected.push(mishap));
  },

  watch: [
    async ({ browser, expected }, use) => {
      // A test that opens pages of its own is given no other: the one that most tests have is watched like these.
      const watch = newWatch();
      const end = watchNewContexts(browser, watch);
      await use(watch);
      await end();
      const unforeseen = watch.mishaps.filter((one) => !expected.some((mishap) => mishap.test(one)));
      expect(unforeseen).toEqual([]);
      expectNoSecrets('browser console', watch.console.join('\n'));
    },
    { auto: true },
  ],
});

/** Makes a member and opens the app with their session, as a browser that remembered the login. */
export async function openAsMember(page: Page, stack: Stack, member?: Member): Promise<Member> {
  const known = member ?? (await register(stack.url, new Outside(stack.sandbox.url)));
  await page.goto('/terminated');
  await page.evaluate((token) => {
    localStorage.setItem('token', token);
    // The agreements have been seen.
    localStorage.setItem('agreement', '1');
  }, known.api.token ?? '');
  await page.goto('/user/home');
  return known;
}

/** The card with all of the member's money. */
export const walletBar = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: /^ยอดเงินรวม/ }) });

/** The app's dialog of that title. */
export const dialogOf = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true });

/** The bottom menu. */
export const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: 'เมนูหลัก' });

/** Chooses one of several that stand side by side, as a finger does: anywhere on its name. */
export const choose = (scope: Page | Locator, name: string): Promise<void> =>
  scope.getByRole('radiogroup').locator('label').filter({ hasText: name }).tap();

/** The page is as wide as the phone: nothing has to be scrolled sideways. */
export async function expectFits(page: Page): Promise<void> {
  const { wanted, given } = await page.evaluate(() => ({
    wanted: document.documentElement.scrollWidth,
    given: document.documentElement.clientWidth,
  }));
  expect(wanted).toBeLessThanOrEqual(given);
}
