import { randomUUID } from 'node:crypto';
import { decrypt, newBrowserKeys, type BrowserKeys } from './decrypt.ts';
import { checkVapid } from './vapid.ts';

/** A push as it came. */
export interface ReceivedPush {
  /** The decrypted text. */
  readonly text: string;
  readonly topic: string | null;
  readonly urgency: string | null;
  readonly ttl: number;
}

/** How pushes to a browser are answered: by a status, or not at all. */
export type PushAnswer = number | 'silent';

interface PushBrowser {
  readonly keys: BrowserKeys;
  /** The only sender that is let through; null for any. */
  readonly sender: string | null;
  answer: PushAnswer;
  /** Pushes that were let through. */
  readonly received: ReceivedPush[];
  /** Requests so far, those included that were refused or not answered. */
  requests: number;
  /** The faults of requests. */
  readonly faults: string[];
}

const CREATED = 201;

/** Browsers at a web push service, which checks its senders and decrypts what they send as a browser would. */
export class PushBrowsers {
  readonly #browsers = new Map<string, PushBrowser>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds a browser. @param sender public key of the only sender that may push to it */
  add(sender: string | null): { id: string; p256dh: string; auth: string } {
    const id = randomUUID();
    const keys = newBrowserKeys();
    this.#browsers.set(id, { keys, sender, answer: CREATED, received: [], requests: 0, faults: [] });
    return {
      id,
      p256dh: keys.publicKey.toString('base64url'),
      auth: keys.auth.toString('base64url'),
    };
  }

  find(id: string): PushBrowser | undefined {
    return this.#browsers.get(id);
  }

  /**
   * Takes a push.
   * @returns the answer
   */
  take(
    id: string,
    request: { headers: Readonly<Record<string, string | undefined>>; body: Buffer; origin: string },
  ): PushAnswer {
    const browser = this.#browsers.get(id);
    if (!browser) return 404;
    browser.requests += 1;
    const { headers, body, origin } = request;
    try {
      const sender = checkVapid(headers['authorization'] ?? '', { origin, nowMs: this.#now() });
      if (browser.sender !== null && browser.sender !== sender) throw new Error('another sender');
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding');
      const ttl = Number(headers['ttl']);
      if (!Number.isInteger(ttl) || ttl < 0) throw new Error('no TTL');
      const text = decrypt(body, browser.keys);
      if (browser.answer === CREATED) {
        const { topic = null, urgency = null } = headers;
        browser.received.push({ text, topic, urgency, ttl });
      }
    } catch (error) {
      browser.faults.push((error as Error).message);
      return 403;
    }
    return browser.answer;
  }
}
