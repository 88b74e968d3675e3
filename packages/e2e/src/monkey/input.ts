import type { Page } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Dice } from '../support/dice.ts';
import { aim, type Control } from './look.ts';
import type { Player } from './players.ts';
import { textFor } from './typed.ts';

/** Files that are not slips: empty, text, markup, a picture of one pixel. */
const BAD_FILES: readonly { name: string; mimeType: string; buffer: Buffer }[] = [
  { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no slip') },
  { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') },
  {
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
];

const DOUBLE_OF_TEN = 1;
const ENTER_OF_TEN = 3;
const GAPS_MS = [60, 100, 150];

/** Result of a press: its kind, or `missed`. */
export type Pressed = 'tap' | 'double tap' | 'type' | 'select' | 'key' | 'missed';

/** Presses controls as a person does, by trusted input at a point of the window. */
export class Input {
  readonly #page: Page;
  readonly #dice: Dice;
  readonly #player: Player;
  readonly #hasTouch: boolean;

  constructor(page: Page, dice: Dice, player: Player, hasTouch: boolean) {
    this.#page = page;
    this.#dice = dice;
    this.#player = player;
    this.#hasTouch = hasTouch;
    page.on('filechooser', (chooser) => {
      // The page may be closed before the file is ready.
      this.#file()
        .then((file) => chooser.setFiles(file))
        .catch(() => undefined);
    });
  }

  async press(control: Control): Promise<{ pressed: Pressed; text: string }> {
    const isDouble = this.#dice.between(1, 10) <= DOUBLE_OF_TEN;
    const gapMs = this.#dice.pick(GAPS_MS);
    const text = control.kind === 'text' ? await textFor(control.field, this.#dice, this.#player) : '';
    const downs = this.#dice.between(1, 6);
    const point = await this.#page.evaluate(aim, control.index);
    if (control.kind === 'select') {
      const isThere = await this.#focus(control.index);
      if (!isThere) return { pressed: 'missed', text: '' };
      for (let times = 0; times < downs; times += 1) await this.#page.keyboard.press('ArrowDown');
      return { pressed: 'select', text: '' };
    }
    if (!point) return { pressed: await this.#pressByKey(control), text: '' };
    await this.#tap(point);
    if (control.kind === 'text') {
      await this.#type(text);
      return { pressed: 'type', text: text.slice(0, 40) };
    }
    if (!isDouble) return { pressed: 'tap', text: '' };
    await delay(gapMs);
    await this.#tap(point);
    return { pressed: 'double tap', text: '' };
  }

  /** Logs in by the form of the login page. @throws Error when it is missing */
  async logIn(): Promise<void> {
    const timeout = 2_000;
    const { username, password } = this.#player.member;
    await this.#page.locator('input[type="tel"]').fill(username, { timeout });
    await this.#page.locator('input[autocomplete="current-password"]').fill(password, { timeout });
    await this.#page.locator('form button[type="submit"]').click({ timeout });
  }

  #tap({ x, y }: { x: number; y: number }): Promise<void> {
    return this.#hasTouch ? this.#page.touchscreen.tap(x, y) : this.#page.mouse.click(x, y);
  }

  async #type(text: string): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.press('Delete');
    await this.#page.keyboard.insertText(text);
    if (this.#dice.between(1, 10) <= ENTER_OF_TEN) await this.#page.keyboard.press('Enter');
  }

  /**
   * Presses by key: a control that no tap reaches may still be reachable by keyboard, such as a skip link.
   */
  async #pressByKey({ kind, index }: Control): Promise<Pressed> {
    if (kind !== 'press' || !(await this.#focus(index))) return 'missed';
    await this.#page.keyboard.press('Enter');
    return 'key';
  }

  /** @returns whether the control took the focus */
  #focus(index: number): Promise<boolean> {
    return this.#page.evaluate((at) => {
      const target = (globalThis as unknown as { pressable?: HTMLElement[] }).pressable?.[at];
      target?.focus();
      return target !== undefined && document.activeElement === target;
    }, index);
  }

  async #file(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
    const amount = this.#dice.between(20, 90);
    const bad = this.#dice.pick(BAD_FILES);
    if (this.#dice.between(1, 2) === 1) return bad;
    const slip = await this.#player.slip(amount);
    return slip ? { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: slip } : bad;
  }
}
