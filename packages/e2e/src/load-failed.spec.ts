import { expect, type Page } from '@playwright/test';
import { fixturesOf, type Fixtures } from './gallery/fixtures.ts';
import { SCREENS } from './gallery/screens.ts';
import { refuseUntilPress, seePress } from './support/another-try.ts';
import { openAsMember, test } from './support/browser.ts';

type Read = readonly [screen: string, path: string];

/** Required read of each gallery screen, without which it shows nothing; one test per group. */
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
    ['profile', '/api/account/factors'],
    ['step-up', '/api/step-up'],
  ],
  protection: [
    ['protection', '/api/protection'],
    ['protection', '/api/protection/choices'],
  ],
  notices: [
    ['notices', '/api/notices'],
    ['notice-choices', '/api/notices/choices'],
  ],
  home: [
    ['withdraw', '/api/lookup/withdraw'],
    ['conditions', '/api/lookup/conditions'],
    ['game-account', '/api/wallet/account/PG'],
  ],
  rewards: [
    ['bonuses', '/api/bonus'],
    ['bonuses', '/api/bonus/check/active'],
    ['refund', '/api/refund/check'],
  ],
  wheel: [
    ['spin', '/api/spinwheel/setup'],
    ['spin', '/api/spinwheel/coupon'],
  ],
};

/**
 * Opens a screen whose read is refused at first. Expects an offer to retry, and a complete screen after it.
 */
async function expectAnotherTry(page: Page, fixtures: Fixtures, [name, path]: Read): Promise<void> {
  const screen = SCREENS.find((one) => one.name === name);
  if (!screen) throw new Error(`the gallery has no screen ${name}`);
  const isRead = (url: URL) => new RegExp(`^${path}$`).test(url.pathname);
  await refuseUntilPress(page, isRead);
  await page.goto(screen.path);
  for (const step of screen.steps) await step(page, fixtures);
  const again = page.getByRole('button', { name: 'ลองใหม่', exact: true }).filter({ visible: true });
  await expect(again).toHaveCount(1);
  await seePress(page);
  await again.tap();
  await expect(again).toHaveCount(0);
  await expect(page.locator(screen.subject).filter({ visible: true }).first()).toBeVisible();
  await page.unroute(isRead);
}

test.describe.configure({ mode: 'parallel' });

test.describe('what could not be loaded is there after another try', () => {
  test('before log-in', async ({ page, stack }) => {
    for (const read of VISITOR) await expectAnotherTry(page, await fixturesOf(stack), read);
  });

  for (const [where, reads] of Object.entries(MEMBER)) {
    test(`about ${where} @whole`, async ({ page, stack }) => {
      const fixtures = await fixturesOf(stack);
      await openAsMember(page, stack, fixtures.member);
      for (const read of reads) await expectAnotherTry(page, fixtures, read);
    });
  }

  test('in a sheet that is opened again once a new version of the app is loaded @whole', async ({
    page,
    stack,
  }) => {
    const { api } = await openAsMember(page, stack);
    const [bonus] = await api.ok('GET /api/bonus');
    const sheets = [
      ['agreement', undefined, '/api/lookup/agreements', 'ก่อนเริ่มใช้งาน'],
      ['bonus', { code: bonus?.code }, '/api/bonus', 'รับโบนัส'],
    ] as const;
    for (const [name, props, path, words] of sheets) {
      await refuseUntilPress(page, (url) => url.pathname === path);
      // The next document begins with it: in this one the app may still look for sheets to open again.
      await page.addInitScript(
        ([mark, open]) => {
          if (sessionStorage.getItem(mark) === null) sessionStorage.setItem('reopen', open);
          sessionStorage.setItem(mark, '1');
        },
        [`reopened ${name}`, JSON.stringify([{ name, props }])] as const,
      );
      await page.reload();
      const sheet = page.locator(`dialog[data-dialog="${name}"]`);
      const again = sheet.getByRole('button', { name: 'ลองใหม่', exact: true });
      await expect(again).toBeVisible();
      await expect(sheet).not.toContainText(words);
      await seePress(page);
      await again.tap();
      await expect(sheet).toContainText(words);
      await expect(again).toHaveCount(0);
    }
  });
});
