import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { closeBooks } from './monkey/books.ts';
import { launchBrowser } from './monkey/browser.ts';
import { Monkey } from './monkey/monkey.ts';
import { reportOf } from './monkey/report.ts';
import type { Round } from './monkey/rounds.ts';
import { stackDatabase } from './support/database.ts';
import { seedOf } from './support/dice.ts';
import { startStack, type Stack } from './support/stack.ts';

const SEED = seedOf(20_261_122);
const SETTLE_MS = 30_000;

const PHONE = { width: 390, height: 844, isInLaos: false } as const;
/** Rounds with their numbers of presses; `npm run tool -- monkey` makes thousands. */
const ROUNDS: readonly (Round & { presses: number })[] = [
  { ...PHONE, language: 'th', state: 'pending', presses: 100 },
  { ...PHONE, width: 320, height: 640, language: 'la', state: 'visitor', presses: 40 },
  { ...PHONE, width: 1280, height: 800, language: 'en', state: 'suspended', presses: 60 },
];

/** The monkey's own system: faults are switched on in it, and sessions end. */
const test = base.extend<{ folder: string }, { stack: Stack }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter to see what is needed
    async ({}, use) => {
      const env = { RECONCILE_EVERY_MS: '300', TURNOVER_EVERY_MS: '1000' };
      const stack = await startStack({ database: stackDatabase, env });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'krapao-monkey-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

test('a monkey presses whatever there is, and nothing goes blank, faults or gets lost @whole', async ({
  stack,
  folder,
}) => {
  // Takes half a minute on an idle machine.
  test.setTimeout(240_000);
  const browser = await launchBrowser();
  try {
    const monkey = new Monkey({ browser, seed: SEED, folder, say: () => undefined });
    for (const { presses, ...round } of ROUNDS) await monkey.round(stack, round, presses, Infinity);
    await monkey.end();
    const books = await closeBooks(stack, SETTLE_MS);
    const report = reportOf(monkey, SEED, [books]).at(-1);
    expect(monkey.findings.all, report).toEqual([]);
    expect(books, report).toMatchObject({ stuck: [], wrong: [] });
    const { controls, screens, pressed } = monkey.tally.figures;
    // The monkey must move around: an app that shows the same page for ever would pass all other checks.
    expect(screens, report).toBeGreaterThan(15);
    expect(pressed, report).toBeGreaterThan(100);
    expect(controls).toBeGreaterThan(pressed);
  } finally {
    await browser.close();
  }
});

test.describe('the monkey reports', () => {
  /** Returns the findings of a few presses on pages that were tampered with. */
  async function findingsOf(
    stack: Stack,
    folder: string,
    prepare: (page: Page) => Promise<unknown>,
    startAt = '/login',
  ) {
    const browser = await launchBrowser();
    try {
      const monkey = new Monkey({
        browser,
        seed: SEED,
        folder,
        say: () => undefined,
        blankMs: 1_500,
        prepare,
        startAt,
      });
      await monkey.round(stack, { ...PHONE, language: 'th', state: 'visitor' }, 6, Infinity);
      await monkey.end();
      return monkey.findings.all;
    } finally {
      await browser.close();
    }
  }

  test('a page that has gone blank, with the way there and a picture @whole', async ({ stack, folder }) => {
    const found = await findingsOf(stack, folder, (page) =>
      page.addInitScript(() => {
        window.addEventListener('click', () => document.getElementById('root')?.replaceChildren(), true);
      }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({
        kind: 'blank page',
        trail: expect.arrayContaining([expect.stringMatching(/^#\d+ th 390 visitor \/login: /)]),
        picture: expect.stringContaining(folder),
      }),
    );
  });

  test('an error that nothing catches', async ({ stack, folder }) => {
    const found = await findingsOf(stack, folder, (page) =>
      page.addInitScript(() => {
        window.addEventListener('click', () => {
          throw new Error('planted');
        });
      }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ kind: 'uncaught error', what: expect.stringContaining('planted') }),
    );
  });

  test('a part of the app that cannot be drawn @whole', async ({ stack, folder }) => {
    const plant = (page: Page): Promise<unknown> =>
      page.route(/\/assets\/register-[^/]+\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("planted");' }),
      );
    const found = await findingsOf(stack, folder, plant, '/register');
    expect(found).toContainEqual(expect.objectContaining({ kind: 'fault boundary' }));
  });
});
