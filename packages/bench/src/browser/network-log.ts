import type { CDPSession, Page } from '@playwright/test';

/** One request of a page. */
export interface Fetched {
  /** Path and query. */
  path: string;
  /** `Document`, `Script`, `Stylesheet`, `Font`, `Image`, `Fetch`, … as DevTools names them. */
  type: string;
  /** Bytes on the wire, headers included. */
  transferredBytes: number;
}

const QUIET_MS = 500;
const PATIENCE_MS = 30_000;

/**
 * Requests of a page, as in DevTools' network panel: without those of its service worker or of other pages.
 */
export class NetworkLog {
  readonly fetched: Fetched[] = [];
  readonly #open = new Map<string, { path: string; type: string }>();
  #wake: () => void = () => undefined;

  private constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
      const { protocol, pathname, search } = new URL(request.url);
      if (!protocol.startsWith('http')) return;
      this.#open.set(requestId, { path: pathname + search, type });
      this.#wake();
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = this.#open.get(requestId);
      if (request) this.fetched.push({ ...request, transferredBytes: encodedDataLength });
      this.#open.delete(requestId);
      this.#wake();
    });
    session.on('Network.loadingFailed', ({ requestId }) => {
      this.#open.delete(requestId);
      this.#wake();
    });
  }

  static async start(page: Page): Promise<NetworkLog> {
    const session = await page.context().newCDPSession(page);
    const log = new NetworkLog(session);
    await session.send('Network.enable');
    return log;
  }

  /** Waits until no request has been in flight for a while. @throws Error when requests do not end */
  async quiet(quietMs = QUIET_MS): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const isRest = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(this.#open.size === 0), quietMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve(false);
        };
      });
      if (isRest) return;
      if (Date.now() > deadline) {
        throw new Error(`still fetching ${[...this.#open.values()].map(({ path }) => path).join(', ')}`);
      }
    }
  }
}
