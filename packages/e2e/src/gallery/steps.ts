import type { Locator, Page } from '@playwright/test';
import { newPerson } from '../support/member.ts';
import type { Fixtures } from './fixtures.ts';

export type Step = (page: Page, fixtures: Fixtures) => Promise<void>;

export interface Screen {
  /** Name of the picture and its heading. */
  name: string;
  as: 'visitor' | 'member';
  path: string;
  /** Steps on the page that lead to the screen. */
  steps: readonly Step[];
  /** Selector that identifies the screen: a picture without it shows something else. */
  subject: string;
}

const screenOf =
  (as: Screen['as']) =>
  (name: string, path: string, subject: string, ...steps: Step[]): Screen => ({
    name,
    as,
    path,
    subject,
    steps,
  });
export const visitor = screenOf('visitor');
export const member = screenOf('member');

/** Returns a selector within a dialog, by the dialog's name. */
export const within = (dialog: string, selector: string): string =>
  `dialog[open][data-dialog="${dialog}"] :is(${selector})`;
export const REFUSED = '[role="alert"], [role="alertdialog"]';

/** A question, by its second answer. */
export const QUESTION = 'dialog[open][role="alertdialog"] footer button + button';

export const HOME = '/user/home';
export const PROTECTION = '/user/protection';
export const PROFILE = '/user/profile';

/** Presses an element by its icon: texts differ between languages, icons do not. */
export const press =
  (icon: string, nth = 0): Step =>
  (page) =>
    bearing(page.locator('body'), icon, nth).click();

/** Does the same in the topmost dialog, once there is one. */
export const inside =
  (icon: string, nth = 0): Step =>
  (page) =>
    bearing(page.locator('dialog[open]').last(), icon, nth).click();

const bearing = (scope: Locator, icon: string, nth: number): Locator =>
  scope.locator(`:is(button, a):has([data-icon="${icon}"])`).filter({ visible: true }).nth(nth);

export const click =
  (selector: string): Step =>
  (page) =>
    page.locator(selector).filter({ visible: true }).first().click();

export const fill =
  (selector: string, text: string): Step =>
  (page) =>
    page.locator(selector).filter({ visible: true }).first().fill(text);

/** Presses a game of the first row. */
export const game =
  (code: string): Step =>
  (page) =>
    page.locator(`main button:has(img[src*="/${code}-logo"])`).first().click();

/** Opens the drawer with all money actions. */
export const drawer = click('nav button:has([data-icon="plus"])');

/** Goes past the banners. */
export const goOn: Step = (page) => page.locator('dialog[open] footer button').last().click();

/** Opens the form for QR codes, with no code left open by an earlier visit. */
export const qrForm: Step = async (page, fixtures) => {
  const provider = 'KBANK';
  const { hasQrcode, qrcodeId } = await fixtures.member.api.ok('GET /api/qrcode/:provider', {
    params: { provider },
  });
  if (hasQrcode) await fixtures.member.api.ok('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } });
  await press('tray-down')(page, fixtures);
  await click('dialog[open] [aria-labelledby="deposit-qr"] li button')(page, fixtures);
};

/** Waits for an open dialog. */
export const opened: Step = (page) => page.locator('dialog[open]').last().waitFor();

export const submit = click('form button[type="submit"]');
export const amount = (text: string): Step => fill('dialog[open] input[inputmode="decimal"]', text);

/** Enters an unused phone number in the first step of registration. */
export const newPhone: Step = async (page) => {
  await page.locator('input[type="tel"]').fill(newPerson().username);
  await page.locator('form button[type="submit"]').click();
  await page.locator('input[autocomplete="one-time-code"]').waitFor();
};

/** Asks for a new password with a phone that no member has. */
export const unknownPhone: Step = async (page) => {
  await page.locator('input[type="tel"]').fill(newPerson().username);
  await page.locator('form button[type="submit"]').click();
};

export const enterCode: Step = async (page, { counterparties }) => {
  const phone = await page.evaluate(() => document.body.textContent?.match(/09\d{8}/)?.[0] ?? '');
  await page.locator('input[autocomplete="one-time-code"]').fill(await counterparties.codeOf(phone));
  await page.locator('form button[type="submit"]').click();
  await page.locator('input[name="confirmPassword"]').waitFor();
};

export const fillProfile: Step = async (page) => {
  await page.locator('input[name="name"]').fill('Somying');
  for (const name of ['password', 'confirmPassword']) {
    await page.locator(`input[name="${name}"]`).fill('krapao-1234');
  }
  await page.locator('form button[type="submit"]').click();
  await page.locator('select').first().waitFor();
};

/** Answers calls of a path in the server's place. */
export const answers =
  (path: string, status: number, reply: object): Step =>
  async (page) => {
    await page.route(path, (route) => route.fulfill({ status, json: reply }));
  };

/** The same for requests of one method. */
export const answersTo =
  (method: string, ...[path, status, reply]: Parameters<typeof answers>): Step =>
  async (page) => {
    await page.route(path, (route) =>
      route.request().method() === method ? route.fulfill({ status, json: reply }) : route.fallback(),
    );
  };

/** Changes replies in the server's place: a break would last for every later screen of the member. */
export const told =
  (path: string, changes: object): Step =>
  async (page) => {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as object;
      await route.fulfill({ response, json: { ...reply, ...changes } });
    });
  };
export const again: Step = (page) => page.reload().then(() => undefined);

/** Chooses an option of a select by its value. */
export const option =
  (selector: string, value: string): Step =>
  async (page) => {
    await page.locator(selector).filter({ visible: true }).first().selectOption(value);
  };

/** Chooses by a press on the label of a choice, counted from 0. */
export const choice =
  (scope: string, nth: number): Step =>
  (page) =>
    page.locator(`${scope} label:has(input[type="radio"])`).nth(nth).click();
