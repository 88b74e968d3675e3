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
  readonly #open = new Map<string, { path: string; type: string; frameId: string; loaderId: string }>();
  #wake: () => void = () => undefined;

  private constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', (event) => {
      const { requestId, frameId = '', loaderId, request, type = 'Other' } = event;
      const { protocol, pathname, search } = new URL(request.url);
      if (!protocol.startsWith('http')) return;
      this.#open.set(requestId, { path: pathname + search, type, frameId, loaderId });
      this.#wake();
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = this.#open.get(requestId);
      if (request) {
        const { path, type } = request;
        this.fetched.push({ path, type, transferredBytes: encodedDataLength });
      }
      this.#open.delete(requestId);
      this.#wake();
    });
    session.on('Page.frameNavigated', ({ frame }) => this.#forgetBefore(frame.id, frame.loaderId));
    session.on('Network.loadingFailed', ({ requestId }) => {
      this.#open.delete(requestId);
      this.#wake();
    });
  }

  /** Forgets the requests of that frame’s page before: no event tells their end. */
  #forgetBefore(frameId: string, loaderId: string): void {
    for (const [id, request] of this.#open) {
      if (request.frameId === frameId && request.loaderId !== loaderId) this.#open.delete(id);
    }
    this.#wake();
  }

  static async start(page: Page): Promise<NetworkLog> {
    const session = await page.context().newCDPSession(page);
    const log = new NetworkLog(session);
    await session.send('Network.enable');
    await session.send('Page.enable');
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
