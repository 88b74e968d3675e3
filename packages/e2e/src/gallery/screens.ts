import type { Locator, Page } from '@playwright/test';
import { newPerson } from '../support/member.ts';
import type { Fixtures } from './fixtures.ts';

type Step = (page: Page, fixtures: Fixtures) => Promise<void>;

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
const visitor = screenOf('visitor');
const member = screenOf('member');

/** Returns a selector within a dialog, by the dialog's name. */
const within = (dialog: string, selector: string): string =>
  `dialog[open][data-dialog="${dialog}"] :is(${selector})`;
const REFUSED = '[role="alert"], [role="alertdialog"]';

const HOME = '/user/home';
const PROFILE = '/user/profile';

/** Presses an element by its icon: texts differ between languages, icons do not. */
const press =
  (icon: string, nth = 0): Step =>
  (page) =>
    bearing(page.locator('body'), icon, nth).click();

/** Does the same in the topmost dialog, once there is one. */
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

/** Presses a game of the first row. */
const game =
  (code: string): Step =>
  (page) =>
    page.locator(`main button:has(img[src*="/${code}-logo"])`).first().click();

/** Opens the drawer with all money actions. */
const drawer = click('nav button:has([data-icon="plus"])');

/** Goes past the banners. */
const goOn: Step = (page) => page.locator('dialog[open] footer button').last().click();

/** Opens the form for QR codes, with no code left open by an earlier visit. */
const qrForm: Step = async (page, fixtures) => {
  const provider = 'KBANK';
  const { hasQrcode, qrcodeId } = await fixtures.member.api.ok('GET /api/qrcode/:provider', {
    params: { provider },
  });
  if (hasQrcode) await fixtures.member.api.ok('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } });
  await press('tray-down')(page, fixtures);
  await click('dialog[open] [aria-labelledby="deposit-qr"] li button')(page, fixtures);
};

/** Waits for an open dialog. */
const opened: Step = (page) => page.locator('dialog[open]').last().waitFor();

const submit = click('form button[type="submit"]');
const amount = (text: string): Step => fill('dialog[open] input[inputmode="decimal"]', text);

/** Enters an unused phone number in the first step of registration. */
const newPhone: Step = async (page) => {
  await page.locator('input[type="tel"]').fill(newPerson().username);
  await page.locator('form button[type="submit"]').click();
  await page.locator('input[autocomplete="one-time-code"]').waitFor();
};

/** Asks for a new password with a phone that nobody has. */
const unknownPhone: Step = async (page) => {
  await page.locator('input[type="tel"]').fill(newPerson().username);
  await page.locator('form button[type="submit"]').click();
};

const enterCode: Step = async (page, { counterparties }) => {
  const phone = await page.evaluate(() => document.body.textContent?.match(/09\d{8}/)?.[0] ?? '');
  await page.locator('input[autocomplete="one-time-code"]').fill(await counterparties.codeOf(phone));
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
 * Every screen and every modal. A new one is one more line: its user, its start page, and the steps to it.
 */
export const SCREENS: readonly Screen[] = [
  visitor('login', '/login', 'input[autocomplete="current-password"]'),
  visitor('login-incomplete', '/login', '[aria-invalid="true"]', submit),
  visitor(
    'login-refused',
    '/login',
    REFUSED,
    fill('input[type="tel"]', '0999999999'),
    fill('input[type="password"]', 'wrong-one'),
    submit,
  ),
  visitor('register-phone', '/register', 'input[type="tel"]'),
  visitor('register-code', '/register', 'input[autocomplete="one-time-code"]', newPhone),
  visitor('register-profile', '/register', 'input[name="confirmPassword"]', newPhone, enterCode),
  visitor('register-bank', '/register', 'main select', newPhone, enterCode, fillProfile),
  visitor('reset-phone', '/reset', 'input[type="tel"]'),
  visitor('reset-code', '/reset', 'input[autocomplete="new-password"]', unknownPhone),
  visitor('howto', '/howto', 'main h2, main summary, main iframe, main video'),
  visitor('contact', '/contact', 'main button[aria-haspopup="dialog"]'),
  visitor(
    'chat-guest',
    '/contact',
    within('chat', 'textarea'),
    click('main button[aria-haspopup="dialog"]'),
    opened,
  ),
  visitor('terminated', '/terminated', 'main [data-icon="clock"], main [data-icon="external"], main h1'),
  visitor('not-found', '/no/such/page', 'main [data-icon="alert"]'),

  member('home', HOME, 'main button:has(img[src*="/pg-logo"])'),
  member('home-search', HOME, 'main [role="status"]', fill('input[type="search"]', 'zzz')),
  member('drawer', HOME, within('actions', '[data-icon="both-ways"]'), drawer, opened),
  member('deposit', HOME, within('deposit', '[aria-labelledby="deposit-qr"]'), press('tray-down')),
  member(
    'deposit-bank',
    HOME,
    within('deposit', '[data-icon="copy"]'),
    press('tray-down'),
    click('dialog[open] section li button'),
  ),
  member('deposit-qr', HOME, within('deposit', 'button[type="submit"] [data-icon="qr"]'), qrForm),
  member('deposit-qr-open', HOME, within('deposit', '[role="timer"]'), qrForm, amount('120'), inside('qr')),
  member(
    'deposit-gift',
    HOME,
    within('deposit', 'input[inputmode="url"]'),
    press('tray-down'),
    click('dialog[open] [aria-labelledby="deposit-wallet"] li:last-child button'),
  ),
  member('withdraw', HOME, within('withdraw', '[aria-labelledby="withdraw-to"]'), press('tray-up')),
  member(
    'withdraw-confirm',
    HOME,
    'dialog[open]:not(:has(input)) footer button + button',
    press('tray-up'),
    amount('150'),
    click('dialog[open] button[form]'),
  ),
  member('transfer', HOME, within('transfer', 'select'), press('both-ways')),
  member('game-account', HOME, within('game-account', '[data-icon="lock"], dl'), game('pg'), opened),
  member('game-activate', HOME, within('game-account', 'button [data-icon="check"]'), game('slotxo'), opened),
  member('home-found', HOME, 'main section [role="status"]', fill('input[type="search"]', 'slot')),
  member('bonuses', '/user/bonus', 'main [data-standing="open"]'),
  member(
    'bonus',
    '/user/bonus',
    within('bonus', 'dl'),
    click('main li button[data-standing="open"]'),
    opened,
  ),
  member(
    'promotion-found',
    '/user/bonus',
    'main section[aria-label="KRAPAO-GIFT-50"]',
    fill('main form input', 'KRAPAO-GIFT-50'),
    click('main form button'),
  ),
  member(
    'promotion-unknown',
    '/user/bonus',
    'main [data-tone="bad"]',
    fill('main form input', 'NOSUCHCODE'),
    click('main form button'),
  ),
  member('refund-banners', HOME, within('banners', 'footer button'), drawer, opened, inside('refresh')),
  member('refund', HOME, within('refund', 'dl'), drawer, opened, inside('refresh'), goOn),
  member('invite-banners', HOME, within('banners', 'footer button'), drawer, opened, inside('user')),
  member('invite', HOME, within('invite', 'svg'), drawer, opened, inside('user'), goOn),
  member('spin', '/user/spin', 'main [data-phase]'),
  member('spin-modal', HOME, within('spin', '[data-phase]'), press('coin'), opened),
  member('statement', '/user/statement', 'main li button'),
  member(
    'receipt',
    '/user/statement',
    within('receipt', '[aria-labelledby="receipt-progress"]'),
    click('main li button'),
    opened,
  ),
  member(
    'receipt-withdrawal',
    '/user/statement',
    within('receipt', '[aria-labelledby="receipt-progress"]'),
    click('main li:nth-child(2) button'),
    opened,
  ),
  member(
    'slip',
    '/user/statement',
    within('slip', 'label:has(input[type="file"])'),
    click('main header button'),
    opened,
  ),
  member('profile', PROFILE, 'main [data-icon="lock"]'),
  member('edit-profile', PROFILE, within('edit-profile', 'input[autocomplete="name"]'), press('edit')),
  member(
    'change-password',
    PROFILE,
    within('change-password', 'input[autocomplete="new-password"]'),
    press('lock'),
  ),
  member(
    'log-out-everywhere',
    PROFILE,
    'dialog[open][role="alertdialog"] footer button',
    press('logout', 1),
    opened,
  ),
  member('conditions', HOME, within('conditions', 'h2 + *, p'), press('shield')),
  member(
    'agreement',
    HOME,
    within('agreement', 'footer button'),
    (page) => page.evaluate(() => localStorage.removeItem('agreement')),
    (page) => page.reload().then(() => undefined),
    opened,
  ),
  member('contact-member', '/user/contact', 'main button[aria-haspopup="dialog"]'),
  member(
    'chat',
    '/user/contact',
    within('chat', '[data-sender]'),
    click('main button[aria-haspopup="dialog"]'),
    opened,
  ),
  member('not-found-member', '/user/no-such-page', 'main [data-icon="alert"]'),
];
