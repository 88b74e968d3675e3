import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';

/** Names of the page's property that tells of a step back that the app has begun and the browser not ended. */
const BEGUN = 'ownBackBegun';

/**
 * Makes `page.goto` and `page.reload` wait for a step back that the app has begun. The app takes one when a
 * dialog closes (`lib/back-layers.ts`); the browser gives up a navigation that begins before that step ends.
 */
export async function waitForOwnBack(context: BrowserContext): Promise<void> {
  context.on('page', wrap);
  await context.addInitScript((begun) => {
    const flags = globalThis as unknown as Record<string, boolean>;
    const back = history.back.bind(history);
    history.back = () => {
      flags[begun] = true;
      back();
    };
    addEventListener('popstate', () => (flags[begun] = false), true);
  }, BEGUN);
}

function wrap(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...given) => {
    await ownBackEnded(page);
    return goto(...given);
  };
  page.reload = async (...given) => {
    await ownBackEnded(page);
    return reload(...given);
  };
}

/** A page without scripts, or whose clock stands still, takes no step back and answers nothing. */
const ANSWERS_WITHIN_MS = 2_000;

async function ownBackEnded(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  const answered = page
    .evaluate(
      (begun) =>
        new Promise<void>((ended) => {
          const isBegun = () => (globalThis as unknown as Record<string, boolean>)[begun];
          // The app begins it in a task after the one that closed the dialog.
          setTimeout(() =>
            setTimeout(() => {
              if (!isBegun()) ended();
              else addEventListener('popstate', () => ended(), { once: true });
            }),
          );
        }),
      BEGUN,
    )
    // The document went away meanwhile.
    .catch(() => undefined);
  await Promise.race([answered, delay(ANSWERS_WITHIN_MS, undefined, { ref: false })]);
}
