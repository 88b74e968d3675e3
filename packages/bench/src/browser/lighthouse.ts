import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CATEGORIES, type Category } from '@krapao/e2e/lighthouse/pages';
import { score, type Measured, type Scores } from '@krapao/e2e/lighthouse/score';
import { deposit, register, type Member } from '@krapao/e2e/support/member';
import { freePort } from '@krapao/e2e/support/free-port';
import { chromium } from '@playwright/test';
import { figureOf, inTurns, median, ratioOf } from '../measure.ts';
import type { Context, Figure, Row, Target } from '../part.ts';
import { launchOptions } from './chromium.ts';
import { keptBy } from './session.ts';
import { slowApi } from './slow-api.ts';
import { withSystem } from './system.ts';

/** Delay of each API call where home is measured. */
const API_DELAY_MS = 150;

/**
 * Measures the first pages of a player by Lighthouse, in turns with the yardstick, each in a fresh browser.
 */
export function measureLighthouse(context: Context): Promise<Row[]> {
  return withSystem(context, async ({ stack, counterparties, helloUrl }) => {
    const member = await register(stack.url, counterparties);
    await deposit(member, counterparties, 500);
    const slow = await slowApi(stack.url, API_DELAY_MS);
    const look = (url: string, who?: Member) => async (): Promise<Scores> => {
      const scores = await scoreCold(context.root, url, who).catch((fault: unknown) => {
        // Lighthouse sometimes misses the beginning of a page. The measures of the other pages are kept.
        context.log(`${url} could not be measured, once more: ${String(fault)}`);
        return scoreCold(context.root, url, who);
      });
      const { lcpMs, observedLcpMs, tbtMs } = scores.measured;
      const { pathname } = new URL(url);
      context.log(
        `${pathname} LCP ${round(lcpMs)}, observed ${round(observedLcpMs)}, blocking ${round(tbtMs)} ms`,
      );
      await writeFile(
        path.join(context.outDir, `lighthouse${pathname.replaceAll('/', '-')}.html`),
        scores.html,
      );
      return scores;
    };
    try {
      const looks = await inTurns(context.runs, {
        hello: look(`${helloUrl}/hello`),
        login: look(`${stack.url}/login`),
        register: look(`${stack.url}/register`),
        home: look(`${slow.url}/user/home`, member),
      });
      return rowsOf(looks);
    } finally {
      await slow.stop();
    }
  });
}

const round = (value: number | undefined): number => Math.round(value ?? Number.NaN);

/**
 * Scores a page in its own browser, which holds at most a member's session and has loaded nothing of the app.
 */
async function scoreCold(root: string, url: string, member?: Member): Promise<Scores> {
  const profile = await mkdtemp(path.join(tmpdir(), 'krapao-lighthouse-'));
  const port = await freePort();
  const options = await launchOptions(root);
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launchPersistentContext(profile, { ...options, args, locale: 'th-TH' });
  try {
    if (member) {
      const page = await browser.newPage();
      // A page of the site without resources.
      await page.goto(new URL('/robots.txt', url).href);
      await page.evaluate((kept) => {
        for (const { name, value } of kept) localStorage.setItem(name, value);
      }, keptBy(member));
      await page.close();
    }
    return await score(url, port);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
}

type Looks = Readonly<Record<'hello' | 'login' | 'register' | 'home', Scores[]>>;

function rowsOf(looks: Looks): Row[] {
  const figure = (page: keyof Looks, what: keyof Measured, unit: string): Figure =>
    figureOf(
      looks[page].map(({ measured }) => measured[what] ?? Number.NaN),
      unit,
    );
  const hello = figure('hello', 'lcpMs', 'ms');
  const lcpRow = (page: 'login' | 'register' | 'home', target: Target): Row => {
    const own = figure(page, 'lcpMs', 'ms');
    const observed = median(looks[page].map(({ measured }) => measured.observedLcpMs ?? Number.NaN));
    return {
      id: `browser.${page}.lcp`,
      what: page === 'home' ? `home: LCP, member, cold cache, API at ${API_DELAY_MS} ms` : `${page}: LCP`,
      figure: own,
      yardstick: { what: 'bare React hello', figure: hello },
      ratio: ratioOf(own, hello),
      target,
      notes: [`simulated by Lighthouse; on this machine as it is ${Math.round(observed)} ms`],
    };
  };
  return [
    lcpRow('login', { of: 'ratio', atMost: 0.8 }),
    lcpRow('register', { of: 'ratio', atMost: 0.8 }),
    lcpRow('home', { of: 'ratio', atMost: 1 }),
    {
      id: 'browser.home.shift',
      what: 'home: layout shift',
      figure: figure('home', 'cls', ''),
      target: { of: 'figure', atMost: 0.02 },
    },
    {
      id: 'browser.home.blocking',
      what: 'home: blocking time',
      figure: figure('home', 'tbtMs', 'ms'),
      target: { of: 'figure', atMost: 50 },
      notes: [
        'calls of the API go through a proxy that holds each for that long; pages and scripts do not wait',
      ],
    },
    ...(['login', 'register', 'home'] as const).flatMap((page) =>
      CATEGORIES.map((category) => scoreRow(page, category, looks[page])),
    ),
  ];
}

const scoreRow = (page: string, category: Category, looks: readonly Scores[]): Row => ({
  id: `browser.${page}.score.${category}`,
  what: `${page}: ${category}`,
  figure: figureOf(
    looks.map(({ of }) => of[category] ?? Number.NaN),
    '',
  ),
  target: { of: 'figure', atLeast: 100 },
  notes: [...new Set(looks.flatMap(({ lost }) => lost[category]))],
});
