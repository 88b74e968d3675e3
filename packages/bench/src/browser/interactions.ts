import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { registerPlayer } from '@krapao/e2e/support/member';
import type { Browser, Page } from '@playwright/test';
import { figureOf, inTurns, median, ratioOf } from '../measure.ts';
import type { Context, Row } from '../part.ts';
import { openChromium, openWhole, PHONE } from './chromium.ts';
import { EventTiming, type Interaction } from './event-timing.ts';
import { Tapper, slowDown } from './tapper.ts';
import { doMainJob, STAKE } from './main-job.ts';
import { withSystem, type System } from './system.ts';

const LONGEST_MS = 120;
/** The browser does not report interactions shorter than this. */
const UNREPORTED_MS = 16;
const HELLO_PRESSES = 10;

/** Measures every press of the whole main job until the following paint, on a phone with a slow processor. */
export function measureInteractions(context: Context): Promise<Row[]> {
  return withSystem(context, async (system) => {
    const browser = await openChromium(context.root);
    try {
      const looks = await inTurns(context.runs, {
        job: async () => {
          const interactions = await doJobOnce(browser, system);
          const [worst] = interactions;
          context.log(`${interactions.length} interactions, the slowest ${worst ? tell(worst) : 'unknown'}`);
          return interactions;
        },
        hello: async () => {
          const interactions = await pressHello(browser, system);
          const times = interactions.map(({ ms }) => ms);
          context.log(`${times.length} presses of the bare React page, ${times.join(', ')} ms`);
          return interactions;
        },
      });
      await writeFile(path.join(context.outDir, 'interactions.json'), JSON.stringify(looks, undefined, 2));
      return rowsOf(looks);
    } finally {
      await browser.close();
    }
  });
}

/** Does the main job as a new member. @returns its interactions, the slowest first */
async function doJobOnce(browser: Browser, { stack, counterparties }: System): Promise<Interaction[]> {
  const player = await registerPlayer(stack.url, counterparties, STAKE);
  return onSlowPhone(browser, stack.url, (page, timing) =>
    doMainJob(new Tapper(page), stack.url, player, async (name, act) => {
      timing.step = name;
      await act();
    }),
  );
}

/** Measures the smallest possible press: one more word on a page of one line. */
const pressHello = (browser: Browser, { helloUrl }: System): Promise<Interaction[]> =>
  onSlowPhone(browser, helloUrl, async (page) => {
    const tapper = new Tapper(page);
    await page.goto(`${helloUrl}/hello`);
    for (let press = 0; press < HELLO_PRESSES; press += 1) await tapper.tap(page.locator('h1'));
  });

/** Acts on a slow phone. @returns the interactions, the slowest first */
async function onSlowPhone(
  browser: Browser,
  url: string,
  act: (page: Page, timing: EventTiming) => Promise<void>,
): Promise<Interaction[]> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await openWhole(context);
    page.setDefaultTimeout(60_000);
    const timing = await EventTiming.watch(page, new URL(url).origin);
    await slowDown(page);
    await act(page, timing);
    return timing.interactions;
  } finally {
    await context.close();
  }
}

const worstOf = ([worst]: readonly Interaction[]): number => worst?.ms ?? UNREPORTED_MS;

const tell = ({ step, target, ms, waitingMs, workingMs, paintingMs }: Interaction): string =>
  `${ms} ms, ${step}: ${target} (waits ${waitingMs}, works ${workingMs}, paints ${paintingMs})`;

/** Returns the slowest interaction of all, and the slowest of each part of the job. */
function rowsOf({ job: runs, hello }: Record<'job' | 'hello', readonly Interaction[][]>): Row[] {
  const steps = [...new Set(runs.flat().map(({ step }) => step))];
  const slowestOf = (step: string): number[] =>
    runs.map((run) => run.find((one) => one.step === step)?.ms ?? UNREPORTED_MS);
  const byStep = steps
    .map((step) => ({ step, runs: slowestOf(step) }))
    .toSorted((one, other) => median(other.runs) - median(one.runs));
  const figure = figureOf(runs.map(worstOf), 'ms');
  const leastOfAll = figureOf(hello.map(worstOf), 'ms');
  return [
    {
      id: 'browser.interactions.worst',
      what: 'interaction to next paint: worst of the main job',
      figure,
      yardstick: { what: 'worst of bare React hello', figure: leastOfAll },
      ratio: ratioOf(figure, leastOfAll),
      target: { of: 'figure', atMost: LONGEST_MS },
      notes: runs.map(([worst]) => (worst ? tell(worst) : 'none')),
    },
    ...byStep.map(({ step, runs: values }): Row => ({
      id: `browser.interactions.${step.replaceAll(/\W+/g, '-')}`,
      what: `interaction to next paint: ${step}`,
      figure: figureOf(values, 'ms'),
    })),
  ];
}
