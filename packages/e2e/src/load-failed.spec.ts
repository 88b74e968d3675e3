import { expect, type Page } from '@playwright/test';
import { castOf, type Cast } from './gallery/cast.ts';
import { SCREENS } from './gallery/screens.ts';
import { openAsMember, test } from './support/browser.ts';

type Read = readonly [screen: string, path: string];

/** By screen of the gallery, the read without which it has nothing to show; a test for each group. */
const VISITOR: readonly Read[] = [
  ['howto', '/api/lookup/howto'],
  ['contact', '/api/lookup/contact'],
  ['register-phone', '/api/lookup/registerOTP'],
];
const MEMBER: Readonly<Record<string, readonly Read[]>> = {
  deposits: [
    ['deposit', '/api/lookup/deposit'],
    ['deposit-qr', '/api/qrcode/KBANK'],
  ],
  statement: [
    ['statement', '/api/statement'],
    ['receipt', '/api/statement/item/[^/]+'],
    ['slip', '/api/statement/slip'],
  ],
  profile: [
    ['profile', '/api/account/profile'],
    ['profile', '/api/account/sessions'],
  ],
  home: [
    ['withdraw', '/api/lookup/withdraw'],
    ['conditions', '/api/lookup/conditions'],
    ['game-account', '/api/wallet/account/PG'],
  ],
  rewards: [
    ['bonuses', '/api/bonus'],
    ['refund', '/api/refund/check'],
  ],
  wheel: [
    ['spin', '/api/spinwheel/setup'],
    ['spin', '/api/spinwheel/coupon'],
  ],
};

/** Opens a screen whose read is refused for now: it offers another try, and is whole after it. */
async function expectAnotherTry(page: Page, cast: Cast, [name, path]: Read): Promise<void> {
  const screen = SCREENS.find((one) => one.name === name);
  if (!screen) throw new Error(`the gallery has no screen ${name}`);
  const isRead = (url: URL) => new RegExp(`^${path}$`).test(url.pathname);
  // Refused until the press: what loads by itself, because money has moved meanwhile, is refused too.
  await page.route(isRead, async (route) => {
    const isPressed = await page.evaluate(() => 'isPressed' in globalThis).catch(() => false);
    if (isPressed) return route.continue();
    return route.fulfill({ status: 429, json: { message: 'REQUEST_LIMIT', requestId: 'busy' } });
  });
  await page.goto(screen.path);
  for (const step of screen.steps) await step(page, cast);
  const again = page.getByRole('button', { name: 'ลองใหม่', exact: true }).filter({ visible: true });
  await expect(again).toHaveCount(1);
  await page.evaluate(() =>
    window.addEventListener('click', () => Object.assign(globalThis, { isPressed: true }), { capture: true }),
  );
  await again.tap();
  await expect(again).toHaveCount(0);
  await expect(page.locator(screen.subject).filter({ visible: true }).first()).toBeVisible();
  await page.unroute(isRead);
}

test.describe.configure({ mode: 'parallel' });

test.describe('what could not be loaded is there after another try', () => {
  test('before log-in', async ({ page, stack }) => {
    for (const read of VISITOR) await expectAnotherTry(page, await castOf(stack), read);
  });

  for (const [where, reads] of Object.entries(MEMBER)) {
    test(`about ${where}`, async ({ page, stack }) => {
      const cast = await castOf(stack);
      await openAsMember(page, stack, cast.member);
      for (const read of reads) await expectAnotherTry(page, cast, read);
    });
  }
});
