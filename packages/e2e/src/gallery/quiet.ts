import type { Page, Request } from '@playwright/test';

/** Time without changes until a page that loads counts as drawn. */
const STILL_MS = 250;
const PATIENCE_MS = 15_000;

/** Returns whether a request is long-lived: the realtime chat keeps one open. */
const isLasting = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/socket.io');

/** Detects when a page has come to rest: no request in flight, and no change for a moment. */
export class Quiet {
  readonly #page: Page;
  readonly #open = new Set<Request>();

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => !isLasting(request) && this.#open.add(request));
    page.on('requestfinished', (request) => this.#open.delete(request));
    page.on('requestfailed', (request) => this.#open.delete(request));
  }

  /**
   * @param stillMs time without changes
   * @throws Error when it does not come to rest
   */
  async wait(stillMs = STILL_MS): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      await this.#page.evaluate(stillFor, stillMs);
      if (this.#open.size === 0) return;
      if (Date.now() > deadline) {
        throw new Error(`still fetching ${[...this.#open].map((request) => request.url()).join(', ')}`);
      }
    }
  }
}

/** Resolves once the page has not changed for a while, with its fonts and pictures loaded. */
async function stillFor(stillMs: number): Promise<void> {
  await document.fonts.ready;
  await new Promise<void>((resolve) => {
    const rest = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(rest, stillMs);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(rest, stillMs);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}
