import path from 'node:path';
import type { Locator, Page } from '@playwright/test';

/** Folder for pictures of each task's steps; none are made without it. */
const PICTURES = process.env.CONSOLE_PICTURES;

/** A person's presses and typed texts for one task. */
export class Presses {
  readonly #page: Page;
  readonly #task: string;
  #pictures = 0;
  /** Clicks, and keys that type nothing. */
  count = 0;
  /** Texts that were typed. */
  texts = 0;

  constructor(page: Page, task: string) {
    this.#page = page;
    this.#task = task;
  }

  /** Presses the one thing of that role and name. */
  async press(
    role: 'button' | 'link' | 'menuitem' | 'textbox' | 'option',
    name: string | RegExp,
  ): Promise<void> {
    const place = this.#page.getByRole('dialog');
    const within = (await place.count()) > 0 ? place : this.#page;
    await within
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click();
    this.count += 1;
    await this.picture();
  }

  /** Presses a row's link, or anything else that a role does not tell. */
  async pressAt(text: string | RegExp): Promise<void> {
    await this.#page.getByRole('row').filter({ hasText: text }).getByRole('link').first().click();
    this.count += 1;
    await this.picture();
  }

  async key(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
    this.count += 1;
    await this.picture();
  }

  /** Types into the field of that name, which a press or the page has focused. */
  async type(label: string | RegExp, text: string): Promise<void> {
    const place = this.#page.getByRole('dialog');
    const within = (await place.count()) > 0 ? place : this.#page.getByRole('main');
    await within.getByLabel(label).fill(text);
    this.texts += 1;
  }

  /** Types where the focus is. */
  async typeHere(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.texts += 1;
  }

  /** Presses what the test has found itself. */
  async pressThis(place: Locator): Promise<void> {
    await place.click();
    this.count += 1;
    await this.picture();
  }

  /** Returns what it took, such as `4 presses, 1 text`. */
  get told(): string {
    return `${this.count} presses, ${this.texts} texts`;
  }

  async picture(): Promise<void> {
    if (PICTURES === undefined) return;
    this.#pictures += 1;
    const name = `${this.#task}-${String(this.#pictures).padStart(2, '0')}.png`;
    await this.#page.screenshot({ path: path.join(PICTURES, name) });
  }
}
