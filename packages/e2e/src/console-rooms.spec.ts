import { expect, type Page } from '@playwright/test';
import { DESK, PHONE, signIn } from './console/console-test.ts';
import { testOfRooms } from './console/rooms-test.ts';
import type { Seed } from './console/seed.ts';
import { lookWithAxe } from './gallery/axe.ts';
import { excessWidth } from './support/browser.ts';
import { inWholeUnless } from './support/forms.ts';

/** Every room with its views. */
const roomsOf = ({ memberId, playerId, pausedId, payouts, slipId }: Seed): string[] => [
  '/',
  '/members',
  '/members?q=%3Cimg',
  `/members/${memberId}`,
  `/members/${playerId}?tab=play`,
  `/members/${pausedId}?tab=protection`,
  `/members/${playerId}?tab=bonuses`,
  `/members/${playerId}?tab=links`,
  `/members/${playerId}?tab=chat`,
  `/members/${memberId}?tab=sessions`,
  `/members/${memberId}?tab=notes`,
  `/members/${memberId}?tab=acts`,
  '/payouts',
  `/payouts?open=${payouts[0]}`,
  '/payouts?state=held',
  '/payouts?state=decided',
  '/incoming',
  '/incoming?tab=slips',
  `/incoming/slips/${slipId}`,
  '/incoming?tab=gifts',
  '/incoming?tab=rejected',
  '/incoming?tab=files',
  '/reviews',
  '/protection',
  '/protection?list=exclusions',
  '/protection?list=returning',
  '/approvals',
  '/approvals?state=decided',
  '/audit',
  '/exports',
  '/people',
  '/people?role=Night%20shift',
  '/roles',
  '/settings',
  '/factor',
  '/nowhere',
];

/** Returns the rooms that the short form looks at: the start, a member's page, a table with a payout beside it. */
const shortRoomsOf = ({ memberId, payouts }: Seed): string[] => [
  '/',
  `/members/${memberId}`,
  `/payouts?open=${payouts[0]}`,
];
const otherRoomsOf = (seed: Seed): string[] => {
  const short = shortRoomsOf(seed);
  return roomsOf(seed).filter((path) => !short.includes(path));
};

const test = testOfRooms();

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const settled = async (page: Page) => {
  await heading(page).waitFor();
  await expect(page.getByText('Loading')).toHaveCount(0);
};
const decisionOf = (payout: string | undefined) => `**/staff/api/payouts/${payout}/decision`;

for (const [which, pathsOf, isShort] of [
  ['the busiest rooms', shortRoomsOf, true],
  ['the other rooms', otherRoomsOf, false],
] as const) {
  test(
    `${which} have no barrier by WCAG 2.2 AA on a desk and on a phone, by day and by night, and run no text of players`,
    inWholeUnless(isShort),
    async ({ page, consoleUrl, seed }) => {
      test.setTimeout(600_000);
      if (isShort) {
        await page.goto(consoleUrl);
        await page.getByLabel('E-mail').waitFor();
        expect.soft(await barriersOf(page), 'sign-in').toEqual([]);
      }
      await signIn(page, consoleUrl, 'manager');
      let shown = 0;
      for (const path of pathsOf(seed)) {
        await page.goto(consoleUrl + path);
        await settled(page);
        shown += await page.getByText('<b>not bold</b>').count();
        expect.soft(await page.evaluate(() => 'ran' in window), path).toBe(false);
        await expect.soft(page.locator('img[src="x"]'), path).toHaveCount(0);
        for (const tabs of await page.getByRole('main').getByRole('navigation').all()) {
          await expect.soft(tabs.locator('[aria-current=page]'), path).toHaveCount(1);
        }
        expect.soft(await barriersOf(page), path).toEqual([]);
      }
      expect(shown).toBeGreaterThan(isShort ? 0 : 4);
    },
  );
}

/** Returns the barriers of a page on a desk and on a phone, by day and by night, where only the colours differ. */
async function barriersOf(page: Page): Promise<string[]> {
  const barriers: string[] = [];
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport);
    const excess = await excessWidth(page);
    if (excess > 0) barriers.push(`${viewport.width}: ${excess} px wider than its place`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { findings, advice } = await lookWithAxe(page, colorScheme === 'light' ? 'all' : 'colours');
      barriers.push(...[...findings, ...advice].map((one) => `${viewport.width} ${colorScheme}: ${one}`));
    }
  }
  return barriers;
}

test('one press is one request, and the form waits for its answer', async ({ page, consoleUrl, seed }) => {
  const [payout] = seed.payouts;
  let asked = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await signIn(page, consoleUrl, 'manager', `/payouts?open=${payout}`);
  await page.route(decisionOf(payout), async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Hold' }).click();
  await page.getByLabel('Reason').fill('Asks the player');
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Hold' });
  await submit.dblclick();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  answer();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(asked).toBe(1);
});

test('a lost answer is told as unknown, and is not sent again from the form', async ({
  page,
  consoleUrl,
  seed,
}) => {
  const [, payout] = seed.payouts;
  await signIn(page, consoleUrl, 'manager', `/payouts?open=${payout}`);
  await page.route(decisionOf(payout), (route) => route.abort());
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByLabel('Reason').fill('Another name');
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('alert')).toContainText('It may have been carried out');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Refuse' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close and look' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a session that ends leaves what was typed', async ({ page, consoleUrl, seed }) => {
  await signIn(page, consoleUrl, 'manager', `/members/${seed.memberId}?tab=notes`);
  await page.getByLabel('New note').fill('Called at noon');
  await page.context().clearCookies();
  // Sent to the button itself: a read of the page may find out first, and covers it then.
  await page.getByRole('button', { name: 'Add note' }).dispatchEvent('click');
  await expect(page.getByRole('heading', { name: 'Your session is over' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('manager@demo.example');
  await page.getByLabel('Password').fill('krapao-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Your session is over' })).toHaveCount(0);
  await expect(page.getByLabel('New note')).toHaveValue('Called at noon');
});

test('a list says when it is empty, and when it could not be read @whole', async ({
  page,
  consoleUrl,
  expectFailures,
}) => {
  expectFailures(/503 .*\/staff\/api\//);
  await signIn(page, consoleUrl, 'manager', '/reviews');
  await expect(page.getByText('Nothing needs manual review')).toBeVisible();
  await page.route('**/staff/api/reviews*', (route) =>
    route.fulfill({ status: 503, json: { message: 'SERVICE_UNAVAILABLE' } }),
  );
  await page.reload();
  await expect(page.getByText('This could not be read')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing needs manual review')).toBeVisible();
});

test('keys work on a Thai keyboard, too', async ({ page, consoleUrl, seed }) => {
  await signIn(page, consoleUrl, 'manager', '/payouts');
  await settled(page);
  const rows = page.getByRole('row').getByRole('link');
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  // The key j types this letter on a Thai layout.
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: '่', code: 'KeyJ', bubbles: true, cancelable: true }),
    ),
  );
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Next row');
  expect(seed.payouts).toHaveLength(3);
});

test('a payout in the hand of another person has no buttons @whole', async ({
  page,
  browser,
  consoleUrl,
  seed,
}) => {
  const open = `/payouts?open=${seed.payouts[2]}`;
  const first = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await signIn(first, consoleUrl, 'finance', open);
  await expect(first.getByRole('button', { name: 'Approve' })).toBeVisible();
  await signIn(page, consoleUrl, 'manager', open);
  await expect(page.getByText('Demo finance is working on it now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await first.context().close();
});
