import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deposit, register, type Member } from '@krapao/e2e/support/member';
import type { Browser, Page } from '@playwright/test';
import { figureOf, median } from '../measure.ts';
import type { Context, Row } from '../part.ts';
import { openChromium, openWhole } from './chromium.ts';
import { Tapper, slowDown } from './tapper.ts';
import { NetworkLog } from './network-log.ts';
import { phoneOf } from './session.ts';
import { withSystem, type System } from './system.ts';
import { trace, type Motion } from './trace.ts';

/** Two frames at 60 a second, plus a small margin. */
const LONGEST_FRAME_MS = 34;
const OPENINGS = 3;
/** Deposit per coin; each run spins once and needs one coin. */
const DEPOSIT_PER_COIN = 500;

/**
 * Measures the wheel while it turns, and the drawer while it opens and closes, on a phone with a slow
 * processor.
 */
export function measureFrames(context: Context): Promise<Row[]> {
  return withSystem(context, async (system) => {
    const member = await register(system.stack.url, system.counterparties);
    await deposit(member, system.counterparties, DEPOSIT_PER_COIN * context.runs);
    const browser = await openChromium(context.root);
    try {
      const wheel: Motion[] = [];
      const drawer: Motion[] = [];
      for (let run = 0; run < context.runs; run += 1) {
        drawer.push(await onPhone(browser, system, member, '/user/home', openAndClose));
        wheel.push(await onPhone(browser, system, member, '/user/spin', spin));
      }
      return [
        await rowOf(context, 'wheel', 'wheel: longest frame while it turns', wheel, /^DIV/),
        await rowOf(context, 'drawer', 'drawer: longest frame while it opens', drawer, /^DIALOG|backdrop/),
        taskRow(drawer),
      ];
    } finally {
      await browser.close();
    }
  });
}

type Act = (browser: Browser, page: Page) => Promise<Motion>;

/** Opens a page as the member, waits until it is at rest, slows it down and acts on it. */
async function onPhone(
  browser: Browser,
  { stack }: System,
  member: Member,
  to: string,
  act: Act,
): Promise<Motion> {
  const context = await browser.newContext({ ...phoneOf(stack.url, member), serviceWorkers: 'block' });
  try {
    const page = await openWhole(context);
    const log = await NetworkLog.start(page);
    await page.goto(stack.url + to);
    await page.locator('main').waitFor();
    // Waits until the app's prefetching is over.
    await log.quiet(2_500);
    await slowDown(page);
    return await act(browser, page);
  } finally {
    await context.close();
  }
}

const openAndClose: Act = (browser, page) =>
  trace(browser, page, async () => {
    const tapper = new Tapper(page);
    const drawer = page.getByRole('dialog');
    for (let time = 0; time < OPENINGS; time += 1) {
      await tapper.tap(page.getByRole('navigation').last().locator('button[aria-haspopup]').first());
      await drawer.getByRole('list').first().waitFor();
      await tapper.still();
      await tapper.tap(drawer.locator('header button'));
      await drawer.waitFor({ state: 'hidden' });
      await tapper.still();
    }
  });

const spin: Act = (browser, page) =>
  trace(browser, page, async () => {
    await new Tapper(page).tap(page.locator('[data-phase="ready"] button').first());
    await page.locator('[data-phase="rested"], [data-phase="told"]').waitFor();
  });

async function rowOf(
  { outDir }: Context,
  name: string,
  what: string,
  motions: readonly Motion[],
  node: RegExp,
): Promise<Row> {
  const moved = motions.map((motion) => motion.of(node));
  const longest = moved.map((one) =>
    Math.max(Number.NEGATIVE_INFINITY, ...one.flatMap(({ gapsMs }) => gapsMs)),
  );
  const gaps = moved.flat().flatMap(({ gapsMs }) => gapsMs);
  const worst = motions[longest.indexOf(Math.max(...longest))];
  if (worst) await writeFile(path.join(outDir, `frames-${name}.json`), worst.content);
  const onMain = moved.flat().filter(({ isComposited }) => !isComposited).length;
  return {
    id: `browser.frames.${name}`,
    what,
    figure: figureOf(longest, 'ms'),
    target: { of: 'figure', atMost: LONGEST_FRAME_MS },
    notes: [
      'from one picture the compositor draws (DrawFrame) to the next, for as long as it moves; without a GPU',
      `${gaps.length} frames, median ${median(gaps).toFixed(1)} ms, ${gaps.filter((ms) => ms > LONGEST_FRAME_MS).length} longer than asked`,
      `${moved.flat().length} animations, ${onMain} of them on the main thread; trace of the worst run: frames-${name}.json`,
    ],
  };
}

/** Nothing moves when the drawer closes: the row shows how long the main thread is busy. */
const taskRow = (motions: readonly Motion[]): Row => ({
  id: 'browser.frames.drawer.task',
  what: 'drawer: longest task of the main thread',
  figure: figureOf(
    motions.map(({ longestTaskMs }) => longestTaskMs),
    'ms',
  ),
  notes: ['opening and closing; what moves meanwhile is the compositor’s and does not wait for it'],
});
