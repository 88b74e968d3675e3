import { again, answers, click, member, opened, within, type Screen, type Step } from './steps.ts';

const PATH = '/user/notices';

const withNotices = (notices: readonly object[]): Step =>
  answers('**/api/notices', 200, {
    total: notices.length,
    unread: 3,
    notices: notices.map((notice, index) => ({
      ...notice,
      _id: String(90 - index),
      isRead: index > 2,
      createdAt: `2026-01-${20 - index}T05:00:00.000Z`,
    })),
  });

const movementId = '019a0000-0000-7000-8000-000000000001';

/** All kinds, the unread ones first. */
const EVERY_KIND = [
  { kind: 'device', device: 'iPhone · Safari' },
  { kind: 'account', change: 'bank' },
  { kind: 'money_in', amount: 1_250_000.75, movementId },
  { kind: 'money_back', amount: 300, movementId },
  { kind: 'money_in', amount: 120, held: 20.5, movementId },
  { kind: 'correction', amount: 50, isTaken: true, movementId },
  { kind: 'credit', credit: 'back', amount: 120, movementId },
  { kind: 'chat' },
  { kind: 'limit' },
  { kind: 'protection', step: 'break' },
];

/** Lets the browser show notices, and has the page see that it may. */
const mayNotify: Step = async (page) => {
  await page.context().grantPermissions(['notifications']);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
};

/** The member's notices, and the switches of what is pushed. */
export const NOTICE_SCREENS: readonly Screen[] = [
  member('notices', PATH, 'main li button:has([data-icon="tray-down"])'),
  member('notices-all', PATH, 'main li [data-icon="lock"]', withNotices(EVERY_KIND), again),
  member('notices-none', PATH, 'main p + p', withNotices([]), again),
  member('notices-offer', PATH, 'main section button [data-icon="bell"]', mayNotify),
  member(
    'notice-choices',
    PATH,
    within('notice-choices', '[role="switch"]'),
    click('main header button'),
    opened,
  ),
];
