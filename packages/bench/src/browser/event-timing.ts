import type { Page } from '@playwright/test';

/** One user interaction, from its start to the next paint. */
export interface Interaction {
  step: string;
  /** `tap` or `key`, and its target. */
  target: string;
  /** Time to the next paint; the browser rounds to 8 ms and reports nothing below 16. */
  ms: number;
  /** Time until the handlers started, time in the handlers, and time from then to the paint. */
  waitingMs: number;
  workingMs: number;
  paintingMs: number;
}

interface Timed {
  interactionId: number;
  name: string;
  target: string;
  duration: number;
  startTime: number;
  processingStart: number;
  processingEnd: number;
}

const REPORT = 'reportEventTiming';

/** Collects the interactions of a page, across documents, by the browser's own event timing. */
export class EventTiming {
  /** Current step; stored with each interaction. */
  step = '';
  readonly #byId = new Map<string, Interaction & { eventMs: number }>();

  /** Call it before the page's first document. */
  static async watch(page: Page, origin: string): Promise<EventTiming> {
    const timing = new EventTiming();
    await page.exposeFunction(REPORT, (documentNo: number, entry: Timed) => timing.#note(documentNo, entry));
    await page.addInitScript(observe, { report: REPORT, origin });
    return timing;
  }

  /** Returns all interactions so far, the slowest first. */
  get interactions(): Interaction[] {
    return [...this.#byId.values()].toSorted((one, other) => other.ms - one.ms);
  }

  /** Notes an event. An interaction has several events (down, up, click); the slowest one is its duration. */
  #note(documentNo: number, entry: Timed): void {
    const id = `${documentNo}/${entry.interactionId}`;
    const known = this.#byId.get(id);
    if (known && known.eventMs >= entry.duration) return;
    const waitingMs = entry.processingStart - entry.startTime;
    const workingMs = entry.processingEnd - entry.processingStart;
    this.#byId.set(id, {
      step: known?.step ?? this.step,
      target: `${entry.name} ${entry.target || known?.target.split(' ').slice(1).join(' ') || '(gone)'}`,
      ms: entry.duration,
      eventMs: entry.duration,
      waitingMs: Math.round(waitingMs),
      workingMs: Math.round(workingMs),
      paintingMs: Math.max(0, Math.round(entry.duration - waitingMs - workingMs)),
    });
  }
}

/** Runs in the page. */
function observe({ report, origin }: { report: string; origin: string }): void {
  if (location.origin !== origin) return;
  const tell = (globalThis as unknown as Record<string, (documentNo: number, entry: object) => void>)[report];
  const nameOf = (node: Node | null): string => {
    const element =
      node instanceof Element ? (node.closest('button, a, label, input, select') ?? node) : null;
    if (!element) return '';
    const words =
      element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? '';
    return `${element.localName} ${words.trim().slice(0, 40)}`;
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId, name, target, duration, startTime, processingStart, processingEnd } = entry;
      if (!interactionId) continue;
      const timed = {
        interactionId,
        name,
        target: nameOf(target),
        duration,
        startTime,
        processingStart,
        processingEnd,
      };
      tell?.(performance.timeOrigin, timed);
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  observer.observe({ type: 'first-input', buffered: true });
}
