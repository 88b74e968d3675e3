import { expect, type Locator, type Page } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';

/** Gaps between the taps of a hurried player, in milliseconds. */
export const HURRIED_MS = [60, 100, 150] as const;

/**
 * Taps the middle of a control, and the same place again after each gap, whatever is there by then. It sends
 * the taps like the screen: no tap waits for the effect of the one before.
 * @param gapsMs between a tap and the next one
 */
export async function tapInOnePlace(page: Page, target: Locator, gapsMs: readonly number[]): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  // A trial waits until the control is stable and enabled.
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('the control is not on the screen');
  const tap = () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const taps = [tap()];
  for (const gapMs of gapsMs) {
    await delay(gapMs);
    taps.push(tap());
  }
  await Promise.all(taps);
}

/** Presses a key that often, like a hurried user, or holds it down: then each further press is a repeat. */
export async function pressInARow(
  page: Page,
  key: string,
  { times, gapMs, isHeld = false }: { times: number; gapMs: number; isHeld?: boolean },
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    if (isHeld) await page.keyboard.down(key);
    else await page.keyboard.press(key);
    await delay(gapMs);
  }
}

/**
 * Waits until a layer that the last tap has opened or closed accepts presses again, so that it has been seen.
 */
export async function untilRested(page: Page): Promise<void> {
  // A change is noticed in the next frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(page.locator('div[popover="manual"][aria-hidden="true"]')).toHaveCount(0);
}
