import { REQUEST_TIMEOUT_MS } from '@krapao/contract/limits';
import { topDialog } from './dialog-stack.ts';
import styles from './press-guard.module.css';

/** Time for which a control that has just appeared under a finger takes no press. */
const REST_MS = 400;
/**
 * Presses closer than this, in pixels, are in one place: about the width of a thumb. The shield is twice as
 * wide.
 */
const PLACE_PX = 48;
/** Time for which an animation may move controls after the page has changed. */
const MOVING_MS = 600;
/** The effect of a press may come as late as the server's answer. */
const WATCH_MS = REQUEST_TIMEOUT_MS;

const CONTROLS = 'a[href], button, input, select, textarea, label, summary, dialog, iframe';

/** Place of the last press: a point of the window, or the element with keyboard focus. */
type Place = { by: 'pointer'; x: number; y: number } | { by: 'key' };

/**
 * Keeps a second press away from controls that the first one has opened or closed. A press is ignored when it
 * is in the place of the previous press, and the control there has changed less than 400 ms ago. The same
 * control can be pressed at any speed, and so can controls in other places. Works for fingers, mice, keys and
 * screen readers; scripted presses pass.
 */
export function guardPresses(): void {
  new PressGuard().listen();
}

class PressGuard {
  #place: Place | null = null;
  /** Control in that place, as last seen. */
  #control: Element | null = null;
  #changedAtMs = -Infinity;
  #placedAtMs = -Infinity;
  #movesUntilMs = -Infinity;
  #isLooping = false;
  /** Control on which Enter or the space bar was pressed down. */
  #keyHeldOn: Element | null = null;
  readonly #page = new MutationObserver(() => this.#follow());
  readonly #shield = document.createElement('div');
  #shieldTimer = 0;

  constructor() {
    this.#shield.popover = 'manual';
    this.#shield.className = styles.shield ?? '';
    this.#shield.ariaHidden = 'true';
  }

  listen(): void {
    window.addEventListener('click', (event) => this.#onClick(event), true);
    window.addEventListener('keydown', (event) => this.#onKeyDown(event), true);
    // A person who scrolls or types sees the control before the next press.
    for (const type of ['touchmove', 'wheel'] as const) {
      window.addEventListener(type, () => this.#forget(), { capture: true, passive: true });
    }
    window.addEventListener('input', (event) => event instanceof InputEvent && this.#forget(), true);
  }

  #onClick(event: MouseEvent): void {
    if (!event.isTrusted) return;
    // A press without a pointer has a click count of 0.
    const place: Place =
      event.detail > 0 ? { by: 'pointer', x: event.clientX, y: event.clientY } : { by: 'key' };
    if (this.#isResting(place, event.timeStamp)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    this.#place = place;
    this.#control = controlIn(place, this.#shield);
    this.#changedAtMs = -Infinity;
    this.#placedAtMs = event.timeStamp;
    this.#page.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
    this.#follow();
  }

  #onKeyDown(event: KeyboardEvent): void {
    const { activeElement } = document;
    if (event.key !== 'Enter' && event.key !== ' ') {
      this.#forget();
    } else if (!event.repeat) {
      this.#keyHeldOn = activeElement;
    } else if (activeElement !== this.#keyHeldOn) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }

  #isResting(place: Place, atMs: number): boolean {
    if (!this.#place || !isSamePlace(place, this.#place)) return false;
    if (atMs - this.#placedAtMs > WATCH_MS) return false;
    // The page may have changed since the last frame. Where it has not, the player scrolled and expects the
    // change.
    if (this.#isLooping || this.#page.takeRecords().length > 0) this.#look();
    return atMs - this.#changedAtMs < REST_MS;
  }

  #look(): void {
    if (!this.#place) return;
    const control = controlIn(this.#place, this.#shield);
    if (control === this.#control) return;
    this.#control = control;
    this.#changedAtMs = performance.now();
    if (this.#place.by === 'pointer') this.#raiseShield(this.#place);
  }

  /** Checks the place in each frame while something may move there. */
  #follow(): void {
    this.#movesUntilMs = performance.now() + MOVING_MS;
    if (this.#isLooping) return;
    this.#isLooping = true;
    const frame = () => {
      this.#look();
      const nowMs = performance.now();
      if (nowMs - this.#placedAtMs > WATCH_MS) this.#forget();
      this.#isLooping = this.#place !== null && nowMs < this.#movesUntilMs;
      if (this.#isLooping) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  #forget(): void {
    this.#place = null;
    this.#page.disconnect();
  }

  /** Covers the place, so that nothing there is highlighted or takes focus either. */
  #raiseShield({ x, y }: { x: number; y: number }): void {
    const shield = this.#shield;
    shield.style.left = `${x - PLACE_PX}px`;
    shield.style.top = `${y - PLACE_PX}px`;
    // Outside a modal dialog nothing can be touched: the shield must be inside.
    const container = topDialog() ?? document.body;
    if (shield.parentElement !== container) container.append(shield);
    try {
      shield.showPopover?.();
    } catch {
      // Without the shield the press is still ignored.
    }
    clearTimeout(this.#shieldTimer);
    this.#shieldTimer = window.setTimeout(() => shield.remove(), REST_MS);
  }
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.by === 'pointer' && other.by === 'pointer'
    ? Math.abs(one.x - other.x) <= PLACE_PX && Math.abs(one.y - other.y) <= PLACE_PX
    : one.by === other.by;

function controlIn(place: Place, shield: Element): Element | null {
  const element =
    place.by === 'key'
      ? document.activeElement
      : document.elementsFromPoint(place.x, place.y).find((one) => one !== shield);
  const control = element?.closest(CONTROLS) ?? null;
  // A press on a label is passed on to its control.
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}
