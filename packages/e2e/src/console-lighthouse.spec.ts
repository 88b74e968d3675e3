import { chromium, expect, type BrowserContext } from '@playwright/test';
import { signIn, test as base } from './console/console-test.ts';
import { seedRooms, type Seed } from './console/seed.ts';
import { scoreAccessibility } from './lighthouse/score.ts';
import { Counterparties } from './support/counterparties.ts';
import { freePort } from './support/free-port.ts';

/** Every page instead of a few: `CONSOLE_LIGHTHOUSE=all`. */
const ALL = process.env.CONSOLE_LIGHTHOUSE === 'all';
const SECONDS_A_PAGE = 30;

interface Scored {
  context: BrowserContext;
  /** Debugging port of the browser, by which Lighthouse reaches it. */
  port: number;
}

/** Playwright's test with filled rooms and a browser that Lighthouse can reach. */
const test = base.extend<Scored, { seed: Seed }>({
  seed: [
    async ({ stack }, use) => {
      const consoleUrl = `http://127.0.0.1:${stack.env['CONSOLE_PORT']}`;
      await use(await seedRooms(stack, new Counterparties(stack.sandbox.url), consoleUrl));
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
  port: async ({}, use) => use(await freePort()),
  context: async ({ port }, use, info) => {
    const executablePath = process.env.CHROMIUM_PATH;
    const browser = await chromium.launchPersistentContext(info.outputPath('profile'), {
      ...(executablePath ? { executablePath } : {}),
      locale: 'en-GB',
      args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    });
    await use(browser);
    await browser.close();
  },
});

const expectFullScore = async (address: string, port: number): Promise<void> => {
  const { score, lost } = await scoreAccessibility(address, port);
  expect.soft(lost, address).toEqual([]);
  expect.soft(score, address).toBe(100);
};

test('the sign-in of the console has the full score for accessibility', async ({
  port,
  context,
  consoleUrl,
}) => {
  test.setTimeout(2 * SECONDS_A_PAGE * 1_000);
  expect(context.pages().length).toBeGreaterThan(0);
  await expectFullScore(consoleUrl, port);
});

test('rooms of the console have the full score for accessibility @whole', async ({
  context,
  port,
  consoleUrl,
  seed,
}) => {
  const { memberId, slipId, payouts } = seed;
  const rooms = [
    '/',
    '/members?q=%3Cimg',
    `/members/${memberId}`,
    `/payouts?open=${payouts[0]}`,
    '/incoming',
  ];
  const others = [
    `/incoming/slips/${slipId}`,
    '/incoming?tab=slips',
    '/reviews',
    '/approvals',
    '/audit',
    '/people',
    '/factor',
  ];
  const paths = ALL ? [...rooms, ...others] : [`/members/${memberId}`, '/incoming'];
  test.setTimeout((paths.length + 2) * SECONDS_A_PAGE * 1_000);
  const page = await context.newPage();
  await signIn(page, consoleUrl, 'manager');
  await page.close();
  for (const path of paths) await expectFullScore(consoleUrl + path, port);
});
