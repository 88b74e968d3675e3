import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { collectCoverage } from './coverage.ts';
import { stackDatabase } from './database.ts';
import { register, type Member } from './member.ts';
import { Counterparties } from './counterparties.ts';
import { expectNoSecrets } from './secrets.ts';
import { startStack, type Stack } from './stack.ts';
import { newWatch, watchNewContexts, type Watch } from './watch.ts';

export interface WorkerFixtures {
  /** Served build of the app: the usual one, or the one in which games open in a separate tab. */
  build: 'usual' | 'frame';
  /** Sandbox and server shared by all tests of a worker: each test creates its own members. */
  stack: Stack;
  /**
   * Records the executed functions of the app for the run's report, where `BROWSER_COVERAGE_DIR` names a
   * folder.
   */
  coverage: undefined;
}

export interface TestFixtures {
  counterparties: Counterparties;
  /** Failures allowed by {@link TestFixtures.expectFailures}. */
  expected: RegExp[];
  /** Allows one kind of failure in a test that causes it. */
  expectFailures: (mishap: RegExp) => void;
  /** Watches every page of the test, in any context, for forbidden events. */
  watch: Watch;
}

/** Returns the server's setting for a build of the app. @throws Error when that build is missing */
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
      // The delay only holds payouts of members who have just changed their account's name.
      const env = {
        // Often enough for tests not to wait, seldom enough for an idle server to do little.
        RECONCILE_EVERY_MS: '300',
        TURNOVER_EVERY_MS: '1000',
        PAYOUT_DELAY_HOURS: '24',
        // The sandbox has a push service.
        PUSH_LOCAL: '1',
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

  counterparties: async ({ stack }, use) => {
    const counterparties = new Counterparties(stack.sandbox.url);
    await use(counterparties);
    await counterparties.clearFaults();
  },

  page: async ({ page }, use) => {
    await use(page);
    // A call that a route still holds has no one left to answer to.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  // Playwright identifies fixtures by their names in a pattern.
  // oxlint-disable-next-line no-empty-pattern
  expected: async ({}, use) => {
    await use([]);
  },

  expectFailures: async ({ expected }, use) => {
    await use((mishap) => expected.push(mishap));
  },

  watch: [
    async ({ browser, expected }, use) => {
      // A test that opens its own pages gets no other: Playwright's default page is watched like these.
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

/** Opens home with a member's session, like a browser that remembered the login; a new member by default. */
export const openAsMember = (page: Page, stack: Stack, member?: Member): Promise<Member> =>
  openPathAsMember(page, stack, '/user/home', member);

/** Opens a page of the app with a member's session, by default that of a new member. */
export async function openPathAsMember(
  page: Page,
  stack: Stack,
  path: string,
  member?: Member,
): Promise<Member> {
  const known = member ?? (await register(stack.url, new Counterparties(stack.sandbox.url)));
  // A file without scripts gives access to the storage: the app starts only once.
  await page.goto('/robots.txt');
  await page.evaluate((token) => {
    localStorage.setItem('token', token);
    // The agreements have been seen.
    localStorage.setItem('agreement', '1');
  }, known.api.token ?? '');
  await page.goto(path);
  return known;
}

/** Returns the card with the member's balances. */
export const walletBar = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: /^ยอดเงินรวม/ }) });

/** Returns the app's dialog of that title. */
export const dialogOf = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true });

/** Returns the bottom menu. */
export const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: 'เมนูหลัก' });

/** Chooses an option of a radio group by a tap on its label. */
export const choose = (scope: Page | Locator, name: string): Promise<void> =>
  scope.getByRole('radiogroup').locator('label').filter({ hasText: name }).tap();

/** Returns by how many pixels a page is wider than its window; 0 when it fits. */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects the page to fit the phone's width, without horizontal scrolling. */
export async function expectFits(page: Page): Promise<void> {
  expect(await excessWidth(page), 'pixels wider than the window').toBeLessThanOrEqual(0);
}
