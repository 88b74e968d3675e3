import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { registerPlayer } from '@krapao/e2e/support/member';
import type { Browser } from '@playwright/test';
import { figureOf, median } from '../measure.ts';
import type { Context, Row } from '../part.ts';
import { openChromium, PHONE } from './chromium.ts';
import { EventTiming, type Interaction } from './event-timing.ts';
import { Hand, slowDown } from './hand.ts';
import { doMainJob, STAKE } from './main-job.ts';
import { withSystem, type System } from './system.ts';

const LONGEST_MS = 120;
/** What the browser does not report was shorter than this. */
const UNREPORTED_MS = 16;

/** Every press of the whole main job until the paint that follows it, on a phone with a slow processor. */
export function measureInteractions(context: Context): Promise<Row[]> {
  return withSystem(context, async (system) => {
    const browser = await openChromium(context.root);
    try {
      const runs: Interaction[][] = [];
      for (let run = 0; run < context.runs; run += 1) {
        const interactions = await doJobOnce(browser, system);
        const [worst] = interactions;
        context.log(`${interactions.length} interactions, the slowest ${worst ? tell(worst) : 'unknown'}`);
        runs.push(interactions);
      }
      await writeFile(path.join(context.outDir, 'interactions.json'), JSON.stringify(runs, undefined, 2));
      return rowsOf(runs);
    } finally {
      await browser.close();
    }
  });
}

/** Does the main job as a member of its own. @returns its interactions, the slowest first */
async function doJobOnce(browser: Browser, { stack, outside }: System): Promise<Interaction[]> {
  const player = await registerPlayer(stack.url, outside, STAKE);
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const timing = await EventTiming.watch(page, new URL(stack.url).origin);
    await slowDown(page);
    await doMainJob(new Hand(page), stack.url, player, async (name, act) => {
      timing.step = name;
      await act();
    });
    return timing.interactions;
  } finally {
    await context.close();
  }
}

const tell = ({ step, target, ms, waitingMs, workingMs, paintingMs }: Interaction): string =>
  `${ms} ms, ${step}: ${target} (waits ${waitingMs}, works ${workingMs}, paints ${paintingMs})`;

/** The slowest of all, and the slowest of each part of the job. */
function rowsOf(runs: readonly Interaction[][]): Row[] {
  const steps = [...new Set(runs.flat().map(({ step }) => step))];
  const slowestOf = (step: string): number[] =>
    runs.map((run) => run.find((one) => one.step === step)?.ms ?? UNREPORTED_MS);
  const byStep = steps
    .map((step) => ({ step, runs: slowestOf(step) }))
    .toSorted((one, other) => median(other.runs) - median(one.runs));
  return [
    {
      id: 'browser.interactions.worst',
      what: 'interaction to next paint: worst of the main job',
      figure: figureOf(
        runs.map(([worst]) => worst?.ms ?? Number.NaN),
        'ms',
      ),
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
