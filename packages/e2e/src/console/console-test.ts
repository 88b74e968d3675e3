import type { Role } from '@krapao/contract/staff/permissions';
import type { Locator, Page } from '@playwright/test';
import { test as base } from '../support/browser.ts';
import { stackDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startStack, type Stack } from '../support/stack.ts';

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 800 };

/** The password of the demo's staff. */
const PASSWORD = 'krapao-demo';

export interface StaffFixtures {
  /** Address of the console. */
  consoleUrl: string;
}

export interface StaffOptions {
  /** Settings of the server beyond the usual ones. */
  serverEnv: Record<string, string>;
}

/** Playwright's test with a running system that has a console, on a desk's screen, in English. */
export const test = base.extend<StaffFixtures, StaffOptions>({
  serverEnv: [{}, { option: true, scope: 'worker' }],

  viewport: DESK,
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  locale: 'en-GB',

  stack: [
    async ({ serverEnv }, use) => {
      const env = {
        ...serverEnv,
        CONSOLE_PORT: String(await freePort()),
        RECONCILE_EVERY_MS: '300',
        TURNOVER_EVERY_MS: '1000',
      };
      const stack = await startStack({ database: stackDatabase, env });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  consoleUrl: async ({ stack }, use) => {
    await use(consoleUrlOf(stack));
  },

  // Before the sign-in the console asks who is there.
  expected: async ({ expected }, use) => {
    expected.push(/asks without a session .*\/staff\/api\//);
    await use(expected);
  },
});

export const consoleUrlOf = ({ env }: Stack): string => `http://127.0.0.1:${env['CONSOLE_PORT']}`;

/** Signs in as one of the demo's staff, at a page of the console. */
export async function signIn(page: Page, consoleUrl: string, role: Role, path = '/'): Promise<void> {
  await page.goto(consoleUrl + path);
  await page.getByLabel('E-mail').fill(`${role}@demo.example`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await menuOf(page).waitFor();
}

/** Returns the console's menu. */
export const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Rooms' });
