import type { Browser, Page } from '@playwright/test';

/** One event of a Chromium trace; times are microseconds. */
interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  id2?: { local?: string };
  args: { data?: { nodeName?: string; compositeFailed?: number }; name?: string };
}

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
  'blink.animations',
  'benchmark',
  'toplevel',
];

/** Traces a page during an action. */
export async function trace(browser: Browser, page: Page, act: () => Promise<void>): Promise<Motion> {
  await browser.startTracing(page, { categories: CATEGORIES });
  let failed = true;
  try {
    await act();
    failed = false;
  } finally {
    if (failed) await browser.stopTracing();
  }
  const content = await browser.stopTracing();
  return new Motion(
    (JSON.parse(content.toString('utf8')) as { traceEvents: TraceEvent[] }).traceEvents,
    content,
  );
}

/** One animation of an element, with its smoothness. */
export interface Moved {
  /** Milliseconds between two consecutive frames. */
  gapsMs: readonly number[];
  /** Whether the compositor ran it without the page's main thread. */
  isComposited: boolean;
}

/** Motion in a trace. */
export class Motion {
  /** The trace in DevTools' format. */
  readonly content: Buffer;
  readonly #events: readonly TraceEvent[];
  readonly #drawnAt: readonly number[];

  constructor(events: readonly TraceEvent[], content: Buffer) {
    this.#events = events.toSorted((one, other) => one.ts - other.ts);
    this.content = content;
    // The compositor has handed a frame to the display.
    this.#drawnAt = this.#events
      .filter(({ name, ph }) => name === 'DrawFrame' && ph === 'I')
      .map(({ ts }) => ts);
  }

  /** Returns the animations of elements whose description (`DIV class='…'`) matches. */
  of(node: RegExp): Moved[] {
    const open = new Map<string, { node: string; startedAt: number | undefined; isComposited: boolean }>();
    const moved: Moved[] = [];
    for (const { name, cat, ph, ts, id2, args } of this.#events) {
      if (name !== 'Animation' || !cat.includes('blink.animations')) continue;
      const id = id2?.local ?? '';
      const animation = open.get(id);
      if (ph === 'b') {
        open.set(id, { node: args.data?.nodeName ?? '', startedAt: undefined, isComposited: true });
      } else if (ph === 'n' && animation) {
        animation.startedAt ??= ts;
        if (args.data?.compositeFailed) animation.isComposited = false;
      } else if (ph === 'e' && animation) {
        open.delete(id);
        if (!node.test(animation.node) || animation.startedAt === undefined) continue;
        moved.push({ gapsMs: this.#gaps(animation.startedAt, ts), isComposited: animation.isComposited });
      }
    }
    return moved;
  }

  /** Longest task of the page's main thread, in ms: the longest wait of a press meanwhile. */
  get longestTaskMs(): number {
    const pages = new Set(
      this.#events
        .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid}/${tid}`),
    );
    const tasks = this.#events.filter(
      ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pages.has(`${pid}/${tid}`),
    );
    return Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1_000));
  }

  #gaps(from: number, to: number): number[] {
    const inside = this.#drawnAt.filter((ts) => ts >= from && ts <= to);
    return inside.slice(1).map((ts, index) => (ts - (inside[index] ?? ts)) / 1_000);
  }
}
