import type { Locator, Page } from '@playwright/test';
import { newPerson } from '../support/member.ts';
import type { Cast } from './cast.ts';

type Step = (page: Page, cast: Cast) => Promise<void>;

export interface Screen {
  /** Of the picture and its heading. */
  name: string;
  as: 'visitor' | 'member';
  path: string;
  /** What is done on the page until the screen is there. */
  steps: readonly Step[];
}

const visitor = (name: string, path: string, ...steps: Step[]): Screen => ({
  name,
  as: 'visitor',
  path,
  steps,
});
const member = (name: string, path: string, ...steps: Step[]): Screen => ({
  name,
  as: 'member',
  path,
  steps,
});

const HOME = '/user/home';
const PROFILE = '/user/profile';

/** Presses what bears an icon: words differ from language to language, icons do not. */
const press =
  (icon: string, nth = 0): Step =>
  (page) =>
    bearing(page.locator('body'), icon, nth).click();

/** The same in the dialog on top, once there is one. */
const inside =
  (icon: string, nth = 0): Step =>
  (page) =>
    bearing(page.locator('dialog[open]').last(), icon, nth).click();

const bearing = (scope: Locator, icon: string, nth: number): Locator =>
  scope.locator(`:is(button, a):has([data-icon="${icon}"])`).filter({ visible: true }).nth(nth);

const click =
  (selector: string): Step =>
  (page) =>
    page.locator(selector).filter({ visible: true }).first().click();

const fill =
  (selector: string, text: string): Step =>
  (page) =>
    page.locator(selector).filter({ visible: true }).first().fill(text);

/** A game of the first row. */
const game =
  (code: string): Step =>
  (page) =>
    page.locator(`main button:has(img[src*="/${code}-logo"])`).first().click();

/** The drawer with all that can be done with money. */
const drawer = click('nav button:has([data-icon="plus"])');

/** Past the banners, to what they are about. */
const goOn: Step = (page) => page.locator('dialog[open] footer button').last().click();

/** The form that makes a QR code, with none of them left open by an earlier look. */
const qrForm: Step = async (page, cast) => {
  const provider = 'KBANK';
  const { hasQrcode, qrcodeId } = await cast.member.api.ok('GET /api/qrcode/:provider', {
    params: { provider },
  });
  if (hasQrcode) await cast.member.api.ok('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } });
  await press('deposit')(page, cast);
  await click('dialog[open] [aria-labelledby="deposit-qr"] li button')(page, cast);
};

/** A dialog is open. */
const opened: Step = (page) => page.locator('dialog[open]').last().waitFor();

const submit = click('form button[type="submit"]');
const amount = (text: string): Step => fill('dialog[open] input[inputmode="decimal"]', text);

/** A phone nobody has had a code for, in the first step of registration. */
const newPhone: Step = async (page) => {
  await page.locator('input[type="tel"]').fill(newPerson().username);
  await page.locator('form button[type="submit"]').click();
  await page.locator('input[autocomplete="one-time-code"]').waitFor();
};

const enterCode: Step = async (page, { outside }) => {
  const phone = await page.evaluate(() => document.body.textContent?.match(/09\d{8}/)?.[0] ?? '');
  await page.locator('input[autocomplete="one-time-code"]').fill(await outside.codeOf(phone));
  await page.locator('form button[type="submit"]').click();
  await page.locator('input[name="confirmPassword"]').waitFor();
};

const fillProfile: Step = async (page) => {
  await page.locator('input[name="name"]').fill('Somying');
  for (const name of ['password', 'confirmPassword']) {
    await page.locator(`input[name="${name}"]`).fill('krapao-1234');
  }
  await page.locator('form button[type="submit"]').click();
  await page.locator('select').first().waitFor();
};

/**
 * Every screen and every modal. To add one is to add a line: who sees it, where it begins, and what is pressed
 * until it is there.
 */
export const SCREENS: readonly Screen[] = [
  visitor('login', '/login'),
  visitor('login-incomplete', '/login', submit),
  visitor(
    'login-refused',
    '/login',
    fill('input[type="tel"]', '0999999999'),
    fill('input[type="password"]', 'wrong-one'),
    submit,
  ),
  visitor('register-phone', '/register'),
  visitor('register-code', '/register', newPhone),
  visitor('register-profile', '/register', newPhone, enterCode),
  visitor('register-bank', '/register', newPhone, enterCode, fillProfile),
  visitor('howto', '/howto'),
  visitor('contact', '/contact'),
  visitor('chat-guest', '/contact', click('main button[aria-haspopup="dialog"]'), opened),
  visitor('terminated', '/terminated'),
  visitor('not-found', '/no/such/page'),

  member('home', HOME),
  member('home-search', HOME, fill('input[type="search"]', 'zzz')),
  member('drawer', HOME, drawer, opened),
  member('deposit', HOME, press('deposit')),
  member('deposit-bank', HOME, press('deposit'), click('dialog[open] section li button')),
  member('deposit-qr', HOME, qrForm),
  member('deposit-qr-open', HOME, qrForm, amount('120'), inside('qr')),
  member(
    'deposit-gift',
    HOME,
    press('deposit'),
    click('dialog[open] [aria-labelledby="deposit-wallet"] li:last-child button'),
  ),
  member('withdraw', HOME, press('withdraw')),
  member('withdraw-confirm', HOME, press('withdraw'), amount('150'), click('dialog[open] button[form]')),
  member('transfer', HOME, press('transfer')),
  member('game-account', HOME, game('pg'), opened),
  member('game-activate', HOME, game('slotxo'), opened),
  member('home-found', HOME, fill('input[type="search"]', 'slot')),
  member('bonuses', '/user/bonus'),
  member('bonus', '/user/bonus', click('main li button[data-standing="open"]'), opened),
  member(
    'promotion-found',
    '/user/bonus',
    fill('main form input', 'KRAPAO-GIFT-50'),
    click('main form button'),
  ),
  member(
    'promotion-unknown',
    '/user/bonus',
    fill('main form input', 'NOSUCHCODE'),
    click('main form button'),
  ),
  member('refund-banners', HOME, drawer, opened, inside('refresh')),
  member('refund', HOME, drawer, opened, inside('refresh'), goOn),
  member('invite-banners', HOME, drawer, opened, inside('user')),
  member('invite', HOME, drawer, opened, inside('user'), goOn),
  member('spin', '/user/spin'),
  member('spin-modal', HOME, press('coin'), opened),
  member('statement', '/user/statement'),
  member('receipt', '/user/statement', click('main li button'), opened),
  member('receipt-withdrawal', '/user/statement', click('main li:nth-child(2) button'), opened),
  member('slip', '/user/statement', click('main header button'), opened),
  member('profile', PROFILE),
  member('edit-profile', PROFILE, press('edit')),
  member('change-password', PROFILE, press('lock')),
  member('log-out-everywhere', PROFILE, press('logout', 1), opened),
  member('conditions', HOME, press('conditions')),
  member(
    'agreement',
    HOME,
    (page) => page.evaluate(() => localStorage.removeItem('agreement')),
    (page) => page.reload().then(() => undefined),
    opened,
  ),
  member('contact-member', '/user/contact'),
  member('chat', '/user/contact', click('main button[aria-haspopup="dialog"]'), opened),
  member('not-found-member', '/user/no-such-page'),
];
