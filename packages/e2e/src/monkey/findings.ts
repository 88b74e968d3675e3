import path from 'node:path';
import type { Page } from '@playwright/test';

/** A forbidden event, with the presses that led to it. */
export interface Finding {
  kind: 'blank page' | 'fault boundary' | 'uncaught error' | 'no answer' | 'wide page' | 'stray request';
  what: string;
  press: number;
  /** The last presses, oldest first. */
  trail: readonly string[];
  /** A picture of the page; empty when none could be taken. */
  picture: string;
}

const TRAIL_LENGTH = 30;
const PICTURE_TIMEOUT_MS = 10_000;

/** Returns a key by which the same fault at another address, or with another amount, is reported once. */
const keyOf = (kind: string, what: string): string => `${kind} ${what.replace(/[\d.]+/g, '#').slice(0, 160)}`;

/** Keeps the trail of the last presses and the findings. */
export class Findings {
  readonly all: Finding[] = [];
  readonly #folder: string;
  readonly #seed: number;
  readonly #known = new Set<string>();
  readonly #say: (line: string) => void;
  readonly #trail: string[] = [];

  constructor(folder: string, seed: number, say: (line: string) => void) {
    this.#folder = folder;
    this.#seed = seed;
    this.#say = say;
  }

  step(line: string): void {
    this.#trail.push(line);
    if (this.#trail.length > TRAIL_LENGTH) this.#trail.shift();
  }

  /** Notes a finding, reports it at once, and takes a picture. Each finding is noted once. */
  async note(page: Page, press: number, kind: Finding['kind'], what: string): Promise<void> {
    const key = keyOf(kind, what);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const trail = [...this.#trail];
    const file = path.join(this.#folder, `finding-${this.#seed}-${this.all.length + 1}.png`);
    const picture = await page.screenshot({ path: file, timeout: PICTURE_TIMEOUT_MS }).then(
      () => file,
      () => '',
    );
    this.all.push({ kind, what, press, trail, picture });
    this.#say(`seed ${this.#seed}, press ${press}: ${kind}: ${what}`);
    for (const line of trail) this.#say(`  ${line}`);
    this.#say(`  picture: ${picture || 'none'}`);
  }

  count(kind: Finding['kind']): number {
    return this.all.filter((one) => one.kind === kind).length;
  }
}
