import { expect, type Locator, type Page } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';

/** The gaps between the two taps of a hurried hand, in milliseconds. */
export const HURRIED_MS = [60, 100, 150] as const;

/**
 * Taps the middle of a control, and the same place again after each gap, whatever is there by then. Sends the taps as
 * the screen does: no tap waits until the one before has had its effect.
 * @param gapsMs between a tap and the next one
 */
export async function tapInOnePlace(page: Page, target: Locator, gapsMs: readonly number[]): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  // A trial waits until the control stands still and can be pressed.
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

/** Presses a key that often, as a hurried hand does, or keeps it down: then each further time is a repeat. */
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

/** Waits until what the last tap has opened or closed takes presses again, and so has been seen. */
export async function untilRested(page: Page): Promise<void> {
  // A change is noticed in the frame after it.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(page.locator('div[popover="manual"][aria-hidden="true"]')).toHaveCount(0);
}
