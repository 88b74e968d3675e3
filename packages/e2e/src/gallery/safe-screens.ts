import {
  again,
  amount,
  answers,
  answersTo,
  choice,
  click,
  game,
  HOME,
  inside,
  member,
  opened,
  option,
  press,
  PROTECTION,
  qrForm,
  QUESTION,
  REFUSED,
  told,
  within,
  type Screen,
} from './steps.ts';

const PLAY = '/user/play';
const MONTH_MS = 30 * 24 * 60 * 60_000;
const UNTIL = new Date(Date.now() + MONTH_MS).toISOString();

const onBreak = told('/api/wallet', {
  protection: { stop: { code: 'ON_BREAK', until: UNTIL, endsAt: UNTIL } },
});

const LIMITS = [
  {
    kind: 'deposit',
    period: 'day',
    amount: 1_000,
    left: 350.5,
    pending: { amount: 5_000, from: UNTIL },
  },
  {
    kind: 'loss',
    period: 'month',
    amount: 900,
    left: 900,
    pending: { amount: null, from: '2026-01-15T05:00:00.000Z' },
  },
];
const withLimits = told('/api/protection', { held: 60, limits: LIMITS });
const excluded = (until: string | null) => told('/api/protection', { exclusion: { until } });

const withPlay = answers('**/api/protection/play/day', 200, {
  periods: Array.from({ length: 31 }, (_, index) => {
    const [staked, won] = [1_200 + index * 310, 900 + ((index * 977) % 8_000)];
    const minutes = 25 + index * 7;
    return {
      from: `2026-01-${String(31 - index).padStart(2, '0')}`,
      deposits: index % 3 === 0 ? 1_000 + index * 100 : 0,
      withdrawals: index % 7 === 3 ? 25_000.5 : 0,
      minutes,
      staked,
      won,
      games: [
        { code: 'PG', name: 'PG Soft', minutes: minutes - 10, staked, won },
        { code: 'BETFLIX', name: 'Betflix', minutes: 10, staked: null, won: null },
      ],
    };
  }),
});

/** Screens and dialogs by which members protect themselves. */
export const SAFE_SCREENS: readonly Screen[] = [
  member('home-on-a-break', HOME, 'main section h2 + p', onBreak, again),
  member(
    'home-reminders',
    HOME,
    'main a[href="/user/protection"] strong',
    told('/api/wallet', {
      wallet: { amount: 1_200, transit: 0, held: 60 },
      protection: { ask: 'review' },
    }),
    again,
  ),
  member(
    'deposit-first',
    HOME,
    within('deposit', 'p:has(+ p > a)'),
    told('/api/wallet', { protection: { ask: 'limit' } }),
    again,
    press('tray-down'),
  ),
  member('deposit-on-a-break', HOME, within('deposit', 'section h2 + p'), onBreak, again, press('tray-down')),
  member(
    'game-account-on-a-break',
    HOME,
    within('game-account', 'section h2 + p'),
    onBreak,
    again,
    game('pg'),
    opened,
  ),
  member('bonuses-on-a-break', '/user/bonus', 'main section h2 + p', onBreak, again),
  member('spin-on-a-break', '/user/spin', 'main section h2 + p', onBreak, again),
  member(
    'limit-reached',
    HOME,
    QUESTION,
    qrForm,
    answersTo('POST', '**/api/qrcode/*', 409, { message: 'LIMIT_DEPOSIT' }),
    amount('120'),
    inside('qr'),
    opened,
  ),
  member(
    'loss-limit-reached',
    HOME,
    QUESTION,
    answers('**/api/wallet/transfer', 409, { message: 'LIMIT_LOSS' }),
    press('both-ways'),
    option('dialog[open] button:has([data-icon="both-ways"]) ~ * select', 'PG'),
    click('dialog[open] footer button'),
    opened,
  ),
  member('protection', PROTECTION, 'main [data-icon="moon"]'),
  member('protection-set', PROTECTION, 'main svg rect', withLimits, again),
  member('protection-excluded', PROTECTION, 'main section h2 + p', excluded(null), again),
  member(
    'protection-exclusion-over',
    PROTECTION,
    'main section > button',
    excluded('2026-01-15T05:00:00.000Z'),
    again,
  ),
  member(
    'protection-review',
    PROTECTION,
    'main button [data-icon="check"]',
    told('/api/wallet', { protection: { ask: 'review' } }),
    again,
  ),
  member(
    'protection-failed',
    PROTECTION,
    'main button [data-icon="refresh"]',
    answers('**/api/protection', 429, { message: 'REQUEST_LIMIT' }),
    again,
  ),
  member('held-withdraw', PROTECTION, QUESTION, withLimits, again, press('tray-up'), opened),
  member('limit', PROTECTION, within('limit', 'input[inputmode="decimal"]'), click('main li button'), opened),
  member(
    'limit-set',
    PROTECTION,
    within('limit', 'p + button'),
    withLimits,
    again,
    click('main li button'),
    opened,
  ),
  member(
    'limit-refused',
    PROTECTION,
    within('limit', '[aria-invalid="true"]'),
    click('main li button'),
    opened,
    click('dialog[open] footer button'),
  ),
  member('pause', PROTECTION, within('pause', 'select'), press('moon'), opened),
  member(
    'pause-for-good',
    PROTECTION,
    within('pause', 'select'),
    press('moon'),
    opened,
    choice('dialog[open]', 1),
    option('dialog[open] select', 'forever'),
  ),
  member(
    'pause-asked',
    PROTECTION,
    REFUSED,
    press('moon'),
    opened,
    click('dialog[open] footer button'),
    opened,
  ),
  member(
    'reality-check',
    PROTECTION,
    within('reality-check', 'dl'),
    told('/api/wallet', { protection: { isCheckDue: true } }),
    told('/api/protection/reality-check', {
      isDue: true,
      from: '2026-01-15T05:00:00.000Z',
      minutes: 65,
      staked: 1_250,
      won: 975.5,
      unreported: ['Betflix'],
    }),
    again,
    opened,
  ),
  member('play', PLAY, 'main details[open] dl'),
  member('play-month', PLAY, 'main figure rect', withPlay, again),
  member('play-time', PLAY, 'main figure rect', withPlay, again, choice('main section', 1)),
  member(
    'play-none',
    PLAY,
    'main [data-icon="clock"]',
    answers('**/api/protection/play/day', 200, { periods: [] }),
    again,
  ),
];
