import type { CDPSession, Locator, Page } from '@playwright/test';
import { CPU_SLOWDOWN } from './slow-phone.ts';

/** Longest wait for an element to stand still. */
const PATIENCE_MS = 60_000;

/** Makes a page's main thread so many times slower; its compositor keeps its pace. */
export async function slowDown(page: Page, rate = CPU_SLOWDOWN): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** Position on the screen, in CSS pixels. */
interface Point {
  x: number;
  y: number;
}

/**
 * Taps on a phone without disturbing the page's answer. It looks up the target before the tap, and looks for
 * nothing until the answer is painted: queries cost the page's main thread time that must not count as the
 * app's. Like a person, it takes a moment to aim, so a page that has just come up is at rest by then (that
 * time is Lighthouse's blocking time).
 */
export class Tapper {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses the middle of an element. */
  async tap(target: Locator): Promise<void> {
    let middle: Point | undefined;
    while (!middle) {
      await target.waitFor();
      middle = await target.evaluate(ready, PATIENCE_MS);
    }
    // The last query before the tap: later queries would count as part of the press.
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

  /** Waits until all animations have finished. */
  async still(): Promise<void> {
    await this.page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
    await this.painted();
  }

  /** Waits two frames, until the result is on the screen. A page that was left counts as painted. */
  async painted(): Promise<void> {
    await this.page.evaluate(twoFrames).catch((fault: unknown) => {
      if (!/context was destroyed|navigat/i.test(String(fault))) throw fault;
    });
  }
}

/**
 * Scrolls an element into view and waits until it stands still, is enabled and is not covered. Playwright's
 * trial click is no option: it presses with a mouse, hidden only from the page's own handlers. The browser
 * would time that press too, until the next frame, which is that of the real press.
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
