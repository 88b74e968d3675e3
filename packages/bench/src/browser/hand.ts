import type { CDPSession, Locator, Page } from '@playwright/test';
import { CPU_SLOWDOWN } from './slow-phone.ts';

/** How long a hand waits for something to stand still. */
const PATIENCE_MS = 60_000;

/** Makes everything that a page's main thread does take so many times as long; its compositor keeps its pace. */
export async function slowDown(page: Page, rate = CPU_SLOWDOWN): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** On the screen, in CSS pixels. */
interface Point {
  x: number;
  y: number;
}

/**
 * A hand on the phone that leaves the page alone while it answers: where to press is looked up before, and nothing
 * is looked for until the answer has been painted. Looking for things costs the page's main thread time, which
 * must not be counted as the app's. Like a person's, it takes a moment to aim: a page that has just come up is at rest
 * by then (how long that takes is Lighthouse's blocking time).
 */
export class Hand {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses the middle of what is there. */
  async tap(target: Locator): Promise<void> {
    let middle: Point | undefined;
    while (!middle) {
      await target.waitFor();
      middle = await target.evaluate(ready, PATIENCE_MS);
    }
    // The last thing that is asked of the page: what it takes to answer would be counted as the press's.
    await this.page.evaluate(rest);
    await this.page.touchscreen.tap(middle.x, middle.y);
    await this.painted();
  }

  /** Taps a field and types into it key by key. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    for (const key of text) {
      await this.page.keyboard.press(key);
      await this.painted();
    }
  }

  /** Waits until nothing moves any more. */
  async still(): Promise<void> {
    await this.page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
    await this.painted();
  }

  /** Waits until what has been done is on the screen: two frames later. A page that is left has been painted. */
  async painted(): Promise<void> {
    await this.page.evaluate(twoFrames).catch((fault: unknown) => {
      if (!/context was destroyed|navigat/i.test(String(fault))) throw fault;
    });
  }
}

/**
 * Brings an element into sight and waits until it stands still, can be pressed and has nothing over it. A trial of
 * Playwright's would press it with a mouse that only the page's own handlers are kept from: the browser would time that
 * press, too, until the next picture there is, which is that of the real one.
 * @returns its middle; undefined when it is gone
 */
const ready = (element: Element, patienceMs: number): Promise<Point | undefined> =>
  new Promise((resolve, reject) => {
    const until = performance.now() + patienceMs;
    let before = '';
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const look = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const place = [x, y, width, height].join(' ');
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      const isOnTop = element.contains(top);
      if (!element.isConnected) resolve(undefined);
      else if (place === before && isOnTop && !element.matches(':disabled'))
        resolve({ x: x + width / 2, y: y + height / 2 });
      else if (performance.now() > until)
        reject(new Error('what is to be pressed is covered, moves or is disabled'));
      else requestAnimationFrame(look);
      before = place;
    };
    look();
  });

const rest = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => resolve()));

const twoFrames = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
