import type { Page } from '@playwright/test';

/** One interaction of a person's, from the moment it happened to the next paint. */
export interface Interaction {
  step: string;
  /** `tap` or `key`, and what it was on. */
  target: string;
  /** To the next paint; the browser rounds to 8 ms and reports nothing below 16. */
  ms: number;
  /** Until the page began to answer, while it answered, and from then to the paint. */
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

/** Collects the interactions of a page, whatever documents it goes through, by the browser's own event timing. */
export class EventTiming {
  /** What is being done; noted with each interaction. */
  step = '';
  readonly #byId = new Map<string, Interaction & { eventMs: number }>();

  /** Before the page's first document. */
  static async watch(page: Page, origin: string): Promise<EventTiming> {
    const timing = new EventTiming();
    await page.exposeFunction(REPORT, (documentNo: number, entry: Timed) => timing.#note(documentNo, entry));
    await page.addInitScript(observe, { report: REPORT, origin });
    return timing;
  }

  /** All so far, the slowest first. */
  get interactions(): Interaction[] {
    return [...this.#byId.values()].toSorted((one, other) => other.ms - one.ms);
  }

  /** An interaction has several events (down, up, click); the slowest of them is what it took. */
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
