import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { Dice } from '../support/dice.ts';
import { Counterparties } from '../support/counterparties.ts';
import type { Stack } from '../support/stack.ts';
import { newWatch, watchNewContexts } from '../support/watch.ts';
import { Findings } from './findings.ts';
import { newPlayer, type Player } from './players.ts';
import { Presser } from './presser.ts';
import { nameOfRound, type Round } from './rounds.ts';
import { Tally } from './tally.ts';

export interface MonkeyOptions {
  browser: Browser;
  seed: number;
  /** Folder for pictures of findings. */
  folder: string;
  /** Receives findings as they occur. */
  say: (line: string) => void;
  /** Time within which a page must show readable text; eight seconds by default. */
  blankMs?: number;
  /** Prepares each page before the presses, in tests of the monkey itself. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Path where pages start, in tests of the monkey itself. */
  startAt?: string;
}

/** Counts of blocked links to other sites, and of opened windows that were closed again. */
export interface Strays {
  links: number;
  windows: number;
}

const MOST_FINDINGS = 25;
/** Function name by which a page reports a link to another site. */
const TELL = 'tellOutsideLink';
const PHONE_WIDTH = 600;
const BLANK_MS = 8_000;

/** Presses random controls, round after round, and records its findings. */
export class Monkey {
  readonly tally = new Tally();
  readonly findings: Findings;
  readonly strays: Strays = { links: 0, windows: 0 };
  readonly sessionEnds = new Map<string, number>();
  presses = 0;
  readonly #options: MonkeyOptions;
  readonly #dice: Dice;
  readonly #watch = newWatch();
  readonly #endWatch: () => Promise<void>;

  constructor(options: MonkeyOptions) {
    this.#options = options;
    this.#dice = new Dice(options.seed);
    this.findings = new Findings(options.folder, options.seed, options.say);
    this.#endWatch = watchNewContexts(options.browser, this.#watch);
  }

  /** Stops watching the browser. */
  end(): Promise<void> {
    return this.#endWatch();
  }

  /** Returns whether there are enough findings already. */
  get isFed(): boolean {
    return this.findings.all.length >= MOST_FINDINGS;
  }

  /**
   * Presses for a round. A finding that makes the page unusable ends the page, and the round continues with a
   * new one.
   * @param until end of the round, by `performance.now()`
   */
  async round(stack: Stack, round: Round, presses: number, until: number): Promise<void> {
    await new Counterparties(stack.sandbox.url).clearFaults();
    const player = await newPlayer(stack, round.state, round.isInLaos);
    const last = this.presses + presses;
    while (this.presses < last && performance.now() < until && !this.isFed) {
      await this.#pressOnOnePage(player, round, last, until);
    }
  }

  async #pressOnOnePage(player: Player, round: Round, last: number, until: number): Promise<void> {
    const context = await this.#open(player, round);
    try {
      const page = await context.newPage();
      const presser = await Presser.of({
        page,
        player,
        dice: this.#dice,
        tally: this.tally,
        findings: this.findings,
        watch: this.#watch,
        sessionEnds: this.sessionEnds,
        hasTouch: round.width < PHONE_WIDTH,
        name: nameOfRound(round),
        blankMs: this.#options.blankMs ?? BLANK_MS,
      });
      this.#keepAtHome(page);
      await this.#options.prepare?.(page);
      const startAt = this.#options.startAt ?? (round.state === 'visitor' ? '/login' : '/user/home');
      await page.goto(player.stack.url + startAt);
      let isWell = true;
      while (isWell && this.presses < last && performance.now() < until) {
        this.presses += 1;
        isWell = await presser.step(this.presses);
      }
      await presser.end(this.presses);
    } finally {
      await closeWithin(context);
    }
  }

  async #open(player: Player, { language, width, height, state }: Round): Promise<BrowserContext> {
    const { origin } = new URL(player.stack.url);
    const token = state === 'visitor' ? undefined : await player.newSession();
    const localStorage = [
      { name: 'locale', value: language },
      ...(token ? [{ name: 'token', value: token }] : []),
    ];
    const isPhone = width < PHONE_WIDTH;
    const context = await this.#options.browser.newContext({
      viewport: { width, height },
      isMobile: isPhone,
      hasTouch: isPhone,
      timezoneId: 'Asia/Bangkok',
      serviceWorkers: 'block',
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    });
    await context.exposeFunction(TELL, () => {
      this.strays.links += 1;
    });
    await context.addInitScript(blockOutsideLinks, TELL);
    return context;
  }

  /** Closes windows opened by a press, answers the browser's dialogs, and cancels downloads. */
  #keepAtHome(page: Page): void {
    page.on('popup', (popup) => {
      this.strays.windows += 1;
      // The first requests of the window belong to the press.
      delay(300)
        .then(() => popup.close())
        .catch(() => undefined);
    });
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    page.on('download', (download) => void download.cancel().catch(() => undefined));
  }
}

/** Blocks presses on links to other sites. Runs inside each page, before the app. */
function blockOutsideLinks(tell: string): void {
  window.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link?.href || link.hostname === location.hostname) return;
      event.preventDefault();
      (globalThis as unknown as Record<string, (() => void) | undefined>)[tell]?.();
    },
    true,
  );
}

const CLOSE_WITHIN_MS = 10_000;

/** Closes a context with a time limit: a hanging page must not delay the rest. */
async function closeWithin(context: BrowserContext): Promise<void> {
  await Promise.race([context.close().catch(() => undefined), delay(CLOSE_WITHIN_MS)]);
}
