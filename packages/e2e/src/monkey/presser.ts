import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Dice } from '../support/dice.ts';
import type { Watch } from '../support/watch.ts';
import type { Finding, Findings } from './findings.ts';
import { Input } from './input.ts';
import { FAULT_TITLES, look, type Control, type Look } from './look.ts';
import type { Player } from './players.ts';
import { endSession } from './session-ends.ts';
import { happen, Surroundings } from './surroundings.ts';
import type { Tally } from './tally.ts';

interface Parts {
  page: Page;
  player: Player;
  dice: Dice;
  tally: Tally;
  findings: Findings;
  watch: Watch;
  sessionEnds: Map<string, number>;
  hasTouch: boolean;
  /** Name of the round, for the trail. */
  name: string;
  /** Time within which a page must show readable text. */
  blankMs: number;
}

const MEMBER_PATHS = [
  '/user/home',
  '/user/bonus',
  '/user/spin',
  '/user/statement',
  '/user/profile',
  '/user/contact',
  '/user/no-such-page',
  '/user/spin/verify/none',
];
const VISITOR_PATHS = ['/login', '/register', '/reset', '/howto', '/contact', '/terminated', '/no/such/page'];

/** The same limit with a slow network or faulty counterparties. */
const BLANK_IN_TROUBLE_MS = 25_000;
const LOOK_MS = 20_000;
const LOAD_MS = 30_000;
/** Maximum duration of a step, with a log-in and a slow page. */
const ACT_MS = 90_000;
/** Time for a press to show its effect; a hurried player does not wait for it. */
const EFFECT_MS = 120;
const HURRIED_MS = 20;
const HURRIED_OF_TEN = 2;
const LOOK_AGAIN_MS = 60;
/** Number of presses as a visitor, before the member logs in again. */
const LEAST_AWAY = 5;
const MOST_AWAY = 18;
/** Number of misses in a row after which the page is left. */
const MOST_MISSES = 8;

/** Steps other than a press on a control, per thousand. */
const PER_MILLE = {
  sessionEnd: 8,
  surroundings: 16,
  happens: 16,
  back: 22,
  forward: 8,
  reload: 8,
  escape: 20,
  goTo: 14,
};

/** Presses on one page, step by step, and checks it after each. */
export class Presser {
  readonly #parts: Parts;
  readonly #input: Input;
  readonly #surroundings: Surroundings;
  readonly #consoleErrors: string[] = [];
  readonly #navigations = new Set<string>();
  #isCrashed = false;
  /** The page shows no control. */
  #isLost = false;
  #away = 0;
  #awayLimit = LEAST_AWAY;
  #missesInARow = 0;

  private constructor(parts: Parts, surroundings: Surroundings) {
    this.#parts = parts;
    this.#surroundings = surroundings;
    const { page, dice, player, hasTouch } = parts;
    this.#input = new Input(page, dice, player, hasTouch);
    page.on('crash', () => {
      this.#isCrashed = true;
    });
    page.on('console', (message) => {
      if (message.type() === 'error') this.#consoleErrors.push(message.text());
    });
    page.context().on('request', (request) => {
      if (request.isNavigationRequest()) this.#navigations.add(request.url());
    });
  }

  static async of(parts: Parts): Promise<Presser> {
    return new Presser(parts, await Surroundings.of(parts.player, parts.page.context(), parts.page));
  }

  /** Does one step. @returns false when the page cannot be pressed any more */
  async step(press: number): Promise<boolean> {
    const seen = await this.#see(press);
    this.#isLost = seen === undefined;
    if (!seen) return false;
    const line = (what: string): void => {
      const { trouble } = this.#surroundings;
      this.#parts.findings.step(
        `#${press} ${this.#parts.name} ${seen.screen}: ${what}${trouble ? ` [${trouble}]` : ''}`,
      );
    };
    try {
      const done = await within(ACT_MS, this.#act(seen, line));
      if (done === undefined) return await this.#giveUp(press);
      this.#parts.tally.note(done);
    } catch (error) {
      // The page changed during the press; the next look shows the result.
      line(`cut off: ${String(error).split('\n')[0]}`);
    }
    await delay(this.#parts.dice.between(1, 10) <= HURRIED_OF_TEN ? HURRIED_MS : EFFECT_MS);
    await this.#judgeMishaps(press);
    return !this.#isCrashed;
  }

  /** Gives up on a page after a press that never ended. */
  async #giveUp(press: number): Promise<false> {
    this.#isLost = true;
    await this.#note(press, 'no answer', 'a press had no end');
    return false;
  }

  /** Checks the page a last time, and removes all faults. */
  async end(press: number): Promise<void> {
    await within(LOAD_MS, this.#surroundings.makeWell());
    if (!this.#isCrashed && !this.#isLost) await this.#see(press);
    await this.#judgeMishaps(press);
  }

  async #act(seen: Look, line: (what: string) => void): Promise<string> {
    const { dice, page, player, sessionEnds } = this.#parts;
    await this.#surroundings.onPress();
    if (seen.origin !== new URL(player.stack.url).origin) {
      line(`left for ${seen.origin}`);
      await this.#surroundings.makeWell();
      await this.#goTo('/user/home');
      return 'return';
    }
    if (this.#isAway(seen)) {
      line('logs in');
      await this.#logIn();
      return 'log in';
    }
    let drawn = dice.between(1, 1_000);
    const isDrawn = (name: keyof typeof PER_MILLE): boolean => (drawn -= PER_MILLE[name]) <= 0;
    if (isDrawn('sessionEnd') && seen.path.startsWith('/user')) {
      const end = await endSession(page, player, dice);
      sessionEnds.set(end, (sessionEnds.get(end) ?? 0) + 1);
      line(`(${end})`);
    } else if (isDrawn('surroundings')) line(`(${await this.#surroundings.change(dice)})`);
    else if (isDrawn('happens')) line(`(${await happen(player, dice)})`);
    else if (isDrawn('back')) return this.#move('back', line, () => page.goBack({ timeout: LOAD_MS }));
    else if (isDrawn('forward'))
      return this.#move('forward', line, () => page.goForward({ timeout: LOAD_MS }));
    else if (isDrawn('reload')) return this.#move('reload', line, () => page.reload({ timeout: LOAD_MS }));
    else if (isDrawn('escape')) return this.#move('escape', line, () => page.keyboard.press('Escape'));
    else if (isDrawn('goTo')) return this.#move('go to', line, () => this.#goTo(this.#leastVisited(seen)));
    return this.#pressLeast(seen, line);
  }

  async #move(what: string, line: (what: string) => void, move: () => Promise<unknown>): Promise<string> {
    line(what);
    await move();
    return what;
  }

  async #pressLeast(seen: Look, line: (what: string) => void): Promise<string> {
    const { tally, page } = this.#parts;
    const control = this.#choose(seen);
    if (!control) {
      // The page is usually loading.
      this.#missesInARow += 1;
      line('no control');
      await delay(EFFECT_MS);
    }
    if (this.#missesInARow >= MOST_MISSES) {
      this.#missesInARow = 0;
      line('nothing can be met: Escape');
      await page.keyboard.press('Escape');
      if (!seen.screen.includes('›')) await this.#goTo(this.#leastVisited(seen));
      return 'escape';
    }
    if (!control) return 'wait';
    line(`${control.role} "${control.name}"`);
    const { pressed, text } = await this.#input.press(control);
    const count = tally.see(seen.screen, control);
    if (pressed === 'missed') {
      count.misses += 1;
      this.#missesInARow += 1;
    } else {
      count.presses += 1;
      this.#missesInARow = 0;
      tally.visit(seen.path);
    }
    if (text) line(`  typed ${JSON.stringify(text)}`);
    else if (pressed !== 'tap') line(`  ${pressed}`);
    return pressed;
  }

  /** Chooses the least pressed control most of the time, otherwise a random one. */
  #choose({ screen, controls }: Look): Control | undefined {
    const { dice, tally } = this.#parts;
    if (controls.length === 0) return undefined;
    for (const control of controls) tally.see(screen, control);
    if (dice.between(1, 10) === 1) return dice.pick(controls);
    const costs = controls.map((control) => tally.cost(screen, control));
    const least = Math.min(...costs);
    return dice.pick(controls.filter((_, index) => costs[index] === least));
  }

  #isAway({ path }: Look): boolean {
    const { player, dice } = this.#parts;
    if (player.state === 'visitor' || path.startsWith('/user')) {
      this.#away = 0;
      return false;
    }
    if (this.#away === 0) this.#awayLimit = dice.between(LEAST_AWAY, MOST_AWAY);
    this.#away += 1;
    return this.#away > this.#awayLimit;
  }

  /**
   * Logs in by the form where it exists and the network works; otherwise sets a session as a browser would
   * have remembered it.
   */
  async #logIn(): Promise<void> {
    const { page, player, dice } = this.#parts;
    this.#away = 0;
    await this.#surroundings.makeWell();
    if (dice.between(1, 2) === 1) {
      await this.#goTo('/login');
      const isIn = await this.#input
        .logIn()
        .then(() => page.waitForURL(/\/user\//, { timeout: 5_000 }))
        .then(
          () => true,
          () => false,
        );
      if (isIn) return;
    }
    const token = await player.newSession();
    await page.evaluate((given) => localStorage.setItem('token', given), token);
    await this.#goTo('/user/home');
  }

  #leastVisited({ path }: Look): string {
    const { dice, tally, player } = this.#parts;
    const isMember = path.startsWith('/user') && player.state !== 'visitor';
    const paths = isMember && dice.between(1, 5) > 1 ? MEMBER_PATHS : VISITOR_PATHS;
    const visits = paths.map((one) => tally.visitsOf(one));
    const least = dice.pick(paths.filter((_, index) => visits[index] === Math.min(...visits)));
    tally.visit(least);
    return least;
  }

  async #goTo(path: string): Promise<void> {
    await this.#parts.page.goto(this.#parts.player.stack.url + path, { timeout: LOAD_MS });
  }

  /** Looks until there is readable text. @returns undefined where there is none in time */
  async #see(press: number): Promise<Look | undefined> {
    const { blankMs } = this.#parts;
    const patience = this.#surroundings.mayFail ? Math.max(blankMs, BLANK_IN_TROUBLE_MS) : blankMs;
    const deadline = performance.now() + patience;
    for (;;) {
      const seen = await this.#lookOnce();
      const isOurs = seen?.origin === new URL(this.#parts.player.stack.url).origin;
      if (seen && (!seen.isBlank || !isOurs)) {
        await this.#judgeLook(seen, press);
        return seen.isFault ? undefined : seen;
      }
      if (performance.now() > deadline) {
        const what = seen ? `nothing to read at ${seen.screen}` : 'the page does not answer';
        await this.#note(press, seen ? 'blank page' : 'no answer', what);
        return undefined;
      }
      await delay(LOOK_AGAIN_MS);
    }
  }

  async #judgeLook(seen: Look, press: number): Promise<void> {
    if (seen.isFault) await this.#note(press, 'fault boundary', `the fault page is shown at ${seen.screen}`);
    if (seen.excessPx > 1)
      await this.#note(press, 'wide page', `${seen.screen} is ${seen.excessPx} px too wide`);
  }

  /** @returns undefined while the page is navigating or hangs */
  async #lookOnce(): Promise<Look | undefined> {
    const answer = this.#parts.page.evaluate(look, FAULT_TITLES).catch(() => undefined);
    return within(LOOK_MS, answer);
  }

  async #judgeMishaps(press: number): Promise<void> {
    if (this.#isCrashed) await this.#note(press, 'no answer', 'the page crashed');
    for (const mishap of this.#parts.watch.mishaps.splice(0)) {
      if (!this.#isForeseen(mishap)) await this.#note(press, kindOf(mishap), mishap);
    }
    for (const text of this.#consoleErrors.splice(0)) {
      if (!this.#isForeseenAtConsole(text)) await this.#note(press, 'uncaught error', `console: ${text}`);
    }
  }

  #isForeseen(mishap: string): boolean {
    if (/^50[234] /.test(mishap)) return this.#surroundings.mayFail;
    const [, asked] = /^asks (https?:.*)$/.exec(mishap) ?? [];
    return asked !== undefined && this.#navigations.has(asked);
  }

  /**
   * Returns whether a console message is expected: the browser and the app report refused or interrupted
   * calls, and the app reports parts that do not load.
   */
  #isForeseenAtConsole(text: string): boolean {
    if (/^Failed to load resource|net::ERR_|^WebSocket connection to|\bApiError: /.test(text)) return true;
    return this.#surroundings.mayFail && /fail(ed)? to (load|fetch)|dynamically imported/i.test(text);
  }

  #note(press: number, kind: Finding['kind'], what: string): Promise<void> {
    return this.#parts.findings.note(this.#parts.page, press, kind, what);
  }
}

/** @returns undefined when it takes longer */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    const late = delay(ms, undefined, { signal: timer.signal }).catch(() => undefined);
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

function kindOf(mishap: string): Finding['kind'] {
  if (mishap.startsWith('fault: ')) return 'fault boundary';
  return /^(asks|a session token)/.test(mishap) ? 'stray request' : 'uncaught error';
}
