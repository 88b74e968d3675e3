import type { CDPSession, Locator, Page } from '@playwright/test';
import { CPU_SLOWDOWN } from './slow-phone.ts';

/** Makes everything that a page's main thread does take so many times as long; its compositor keeps its pace. */
export async function slowDown(page: Page, rate = CPU_SLOWDOWN): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
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
    // Waits until it stands still and can be pressed, and presses nothing.
    await target.click({ trial: true });
    await this.page.evaluate(rest);
    const box = await target.boundingBox();
    if (!box) throw new Error(`${target.toString()} is not on the screen`);
    await this.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
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

const rest = (): Promise<void> => new Promise((resolve) => requestIdleCallback(() => resolve()));

const twoFrames = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
