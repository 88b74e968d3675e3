import { expect, type Locator, type Page } from '@playwright/test';

/** Minimum size of a target by WCAG 2.2, and our own minimum for a screen's main controls. */
const TARGET_PX = 24;
const MAIN_TARGET_PX = 44;
const RING_PX = 2;
/** More than the tab stops of any screen. */
const MOST_STOPS = 120;

interface Stop {
  name: string;
  /** Width of the focus ring around it, or around its enclosing box. */
  ringPx: number;
  /** Whether its middle is visible: not covered by a bar, and inside the window. */
  isSeen: boolean;
  widthPx: number;
  heightPx: number;
  /** Whether it is a link in running text, which may be as low as the text. */
  isInline: boolean;
  /** Whether the focus is on the whole page instead of an element. */
  isNowhere: boolean;
}

/** A user with only a keyboard. Every tab stop on the way is checked. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  press(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /**
   * Presses Tab or Shift+Tab until the target has focus. @returns the passed names, ending with the target's
   */
  async goTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
    await expect(target).toBeVisible();
    const names: string[] = [];
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      await this.press(key);
      const stop = await this.#look();
      if (!stop.isNowhere) names.push(stop.name);
      if (await hasFocus(target)) return names;
    }
    throw new Error(`${MOST_STOPS} stops, and none is the wanted one: ${names.join(', ')}`);
  }

  /** Goes to a screen's main control and presses it: it must be large enough for a thumb. */
  async use(target: Locator, { with: key = 'Enter', back = false } = {}): Promise<void> {
    await this.goTo(target, back ? 'Shift+Tab' : 'Tab');
    const { name, heightPx } = await this.#page.evaluate(look);
    expect(heightPx, `height of ${name}`).toBeGreaterThanOrEqual(MAIN_TARGET_PX);
    await this.press(key);
  }

  /** Tabs once round a dialog and a bit further: focus must never leave it. */
  async expectKept(dialog: Locator, stops: number): Promise<void> {
    for (let stop = 0; stop < stops; stop += 1) {
      await this.press(stop % 5 === 4 ? 'Shift+Tab' : 'Tab');
      const isKept = await dialog.evaluate((box) => {
        const { activeElement } = document;
        return box.contains(activeElement) || activeElement === document.body;
      });
      expect(isKept, 'focus stays in the dialog').toBe(true);
    }
  }

  async #look(): Promise<Stop> {
    // An element that was scrolled to is checked after the scrolling.
    const stop = await this.#page.evaluate(look);
    if (stop.isNowhere) return stop;
    const { name, isSeen, ringPx, widthPx, heightPx, isInline } = stop;
    expect.soft(isSeen, `${name} can be seen`).toBe(true);
    expect.soft(ringPx, `ring around ${name}`).toBeGreaterThanOrEqual(RING_PX);
    if (!isInline) {
      expect.soft(Math.min(widthPx, heightPx), `size of ${name}`).toBeGreaterThanOrEqual(TARGET_PX);
    }
    return stop;
  }
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Runs inside the page. */
function look(): Stop {
  const element = document.activeElement;
  const nowhere = !element || element === document.body || element === document.documentElement;
  if (nowhere) {
    const nothing = { name: '', ringPx: 0, isSeen: false, widthPx: 0, heightPx: 0 };
    return { ...nothing, isInline: false, isNowhere: true };
  }
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
  const text = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent;
  const name = text.replace(/\s+/g, ' ').trim() || element.tagName;

  const ring = (box: Element | null, levels: number): number => {
    if (!box || levels === 0) return 0;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(box);
    const isDrawn = outlineStyle !== 'none' && !outlineColor.endsWith(', 0)');
    return Math.max(isDrawn ? Number.parseFloat(outlineWidth) : 0, ring(box.parentElement, levels - 1));
  };

  // A choice is pressed by its label where the label draws the control.
  const isDrawnByLabel = label?.contains(element) && getComputedStyle(element).opacity === '0';
  const shown = (isDrawnByLabel && label) || element;
  const { left, right, top, bottom, width, height } = shown.getBoundingClientRect();
  const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
  const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
  const hit = document.elementFromPoint(x, y);
  const isSeen = hit !== null && (shown.contains(hit) || label?.contains(hit) === true);
  const isInline = getComputedStyle(shown).display === 'inline';
  return {
    name,
    ringPx: ring(element, 3),
    isSeen,
    widthPx: Math.max(width, label?.getBoundingClientRect().width ?? 0),
    heightPx: Math.max(height, label?.getBoundingClientRect().height ?? 0),
    isInline,
    isNowhere: false,
  };
}
