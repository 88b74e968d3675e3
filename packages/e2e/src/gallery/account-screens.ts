import {
  again,
  answers,
  click,
  fill,
  HOME,
  member,
  opened,
  PROFILE,
  QUESTION,
  submit,
  told,
  visitor,
  within,
  type Screen,
  type Step,
} from './steps.ts';

const CODES = ['a4kf-9mwx', 'b7rt-2hjc', 'c3np-8qvd', 'd9xe-5wzb', 'e2hm-7tka'];

const credentials = [fill('input[type="tel"]', '0812345678'), fill('input[type="password"]', 'krapao-1234')];
const stepUpAsked = answers('**/api/account/totp', 403, { message: 'STEP_UP_REQUIRED' });

/** Keeps something in the browser, as an earlier visit would have, and loads the page again. */
const kept =
  (key: string, value: string): Step =>
  async (page) => {
    await page.evaluate(([name = '', text = '']) => localStorage.setItem(name, text), [key, value]);
    await page.reload();
  };

/**
 * Has the app open a dialog, as it does after a reload for a new version. It is told while no app is there: one that
 * starts late would take it for itself, just before it is left.
 */
const reopened =
  (name: string): Step =>
  async (page) => {
    const address = page.url();
    await page.goto(new URL('/robots.txt', address).href);
    const open = JSON.stringify([{ name }]);
    await page.evaluate((value) => sessionStorage.setItem('reopen', value), open);
    await page.goto(address);
  };

/** Factors of a member, of whom the gallery's member has none. */
const withFactors = told('/api/account/factors', {
  passkeys: [
    { _id: 'a', name: 'Android · Chrome', createdAt: '2026-01-15T05:00:00.000Z', lastUsedAt: null },
    {
      _id: 'b',
      name: 'iPhone of Somying Rakgame, the one with the long name',
      createdAt: '2026-01-15T05:00:00.000Z',
      lastUsedAt: '2026-01-20T05:00:00.000Z',
    },
  ],
  hasTotp: true,
  recoveryCodesLeft: 7,
});
const withSessions = answers('**/api/account/sessions', 200, [
  {
    _id: 'a',
    device: 'Android · Chrome',
    createdAt: '2026-01-15T05:00:00.000Z',
    lastSeenAt: '2026-01-15T05:00:00.000Z',
    isCurrent: true,
  },
  {
    _id: 'b',
    device: 'iPhone · Safari',
    createdAt: '2026-01-15T05:00:00.000Z',
    lastSeenAt: '2026-01-20T05:00:00.000Z',
    isCurrent: false,
  },
]);

/** Screens and dialogs of passkeys, authenticator app, recovery codes, proof and sessions. */
export const ACCOUNT_SCREENS: readonly Screen[] = [
  visitor('login-passkey', '/login', 'main [data-icon="fingerprint"]', kept('passkeyHere', '1')),
  visitor(
    'login-code',
    '/login',
    within('login-code', 'input[autocomplete="one-time-code"]'),
    answers('**/api/login', 403, { message: 'CODE_REQUIRED' }),
    ...credentials,
    submit,
    opened,
  ),
  member(
    'set-up-totp',
    PROFILE,
    within('set-up-totp', 'svg[role="img"]'),
    answers('**/api/account/totp', 200, {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Krapao:0812345678?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Krapao',
    }),
    click('main button:has([data-icon="shield"])'),
    opened,
  ),
  member('factors', PROFILE, 'main [data-icon="trash"]', withFactors, again),
  member(
    'rename-passkey',
    PROFILE,
    within('rename-passkey', 'input'),
    withFactors,
    again,
    click('main ul li button:has([data-icon="edit"])'),
    opened,
  ),
  member(
    'remove-passkey',
    PROFILE,
    QUESTION,
    withFactors,
    again,
    click('main ul li button:has([data-icon="trash"])'),
    opened,
  ),
  member(
    'new-recovery-codes',
    PROFILE,
    QUESTION,
    withFactors,
    again,
    click('main section > section:last-child button'),
    opened,
  ),
  member(
    'recovery-codes',
    PROFILE,
    within('recovery-codes', 'li'),
    withFactors,
    answers('**/api/account/recovery-codes', 200, {
      recoveryCodes: CODES.flatMap((code) => [code, code.toUpperCase()]),
    }),
    again,
    click('main section > section:last-child button'),
    opened,
    click('dialog[open] footer button + button'),
  ),
  member('offer-passkey', HOME, within('offer-passkey', 'button'), reopened('offer-passkey'), opened),
  member('sessions', PROFILE, 'main li button:not(:has(svg))', withSessions, again),
  member(
    'step-up-code',
    PROFILE,
    within('step-up', 'button:has([data-icon="fingerprint"])'),
    stepUpAsked,
    answers('**/api/step-up', 200, { ways: ['passkey', 'code'] }),
    click('main button:has([data-icon="shield"])'),
    opened,
  ),
  member(
    'step-up',
    PROFILE,
    within('step-up', 'input[autocomplete="current-password"]'),
    stepUpAsked,
    click('main button:has([data-icon="shield"])'),
    opened,
  ),
];
