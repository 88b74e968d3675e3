import { startSandbox, type Sandbox, type SandboxOptions } from '@krapao/sandbox/app';
import type { FaultKind, FaultPort } from '@krapao/sandbox/faults/faults';
import { sign } from '@krapao/sandbox/signature/signature';

export const SECRET = 'a secret of the tests';

/** No answer of a busy machine takes this long. In moved time a call without one is cut off at once. */
export const COUNTERPARTY_TIMEOUT_MS = 30_000;

/** Pause after which a callback that was not accepted is repeated, longer each time. */
const callbackPauseMs = (attempts: number): number => 50 * attempts;

/** The fractional part of the golden ratio: its multiples are spread evenly over 0 to 1. */
const GOLDEN_STEP = 0.618_033_988_749_894_9;

/**
 * Returns dice for faults. A fault with a rate of 0.5 affects about every second call, and never four in a row, so
 * no test needs many tries because of bad luck.
 */
function evenDice(): () => number {
  let last = 0;
  return () => (last = (last + GOLDEN_STEP) % 1);
}

/**
 * An address of this machine where no server listens. A port that a test had and gave back would soon be another
 * test's; one below 1024 is given to none.
 */
export const DEAD_ADDRESS = 'http://127.0.0.1:2';

/** A message in the sandbox's control API. */
export interface SmsView {
  text: string;
  /** Null for a message without a code. */
  otpCode: string | null;
}

/** A payout in the sandbox's control API. */
export interface PayoutView {
  id: string;
  amount: number;
  toBankCode: string;
  toAccountNo: string;
  state: 'accepted' | 'done' | 'refused';
}

export interface PlayerView {
  balance: number;
  transfers: { reference: string; type: string; amount: number; status: string; reason: string | null }[];
}

/** The counterparties of a test, over real HTTP, with their controls. */
export class OutsideWorld {
  readonly #sandbox: Sandbox;

  private constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /**
   * Starts them in time that a test moves: see `isAsked` of the sandbox.
   * @param random decides which calls a fault affects, and how: from 0 (inclusive) to 1 (exclusive)
   */
  static async start(
    random: () => number = evenDice(),
    more: Partial<SandboxOptions> = {},
  ): Promise<OutsideWorld> {
    const options = { secret: SECRET, seed: '1', callbackPauseMs, isAsked: true };
    return new OutsideWorld(await startSandbox({ ...options, random, ...more }));
  }

  get url(): string {
    return this.#sandbox.url;
  }

  workOff(): Promise<boolean> {
    return this.#sandbox.workOff();
  }

  stop(): Promise<void> {
    return this.#sandbox.stop();
  }

  /** Makes a control call. @throws Error if the sandbox refuses it */
  async control<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/control${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /control${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Makes every call and callback of a port fail in one way. */
  fault(port: FaultPort, kind: FaultKind, more: { rate?: number; ms?: number } = {}): Promise<unknown> {
    return this.control('POST', '/faults', { port, kind, rate: 1, ...more });
  }

  heal(): Promise<unknown> {
    return this.control('DELETE', '/faults');
  }

  /** Returns the messages to a phone, newest first. */
  smsTo(phone: string): Promise<SmsView[]> {
    return this.control('GET', `/sms?to=${phone}`);
  }

  async otpCode(phone: string): Promise<string> {
    const [message] = await this.smsTo(phone);
    if (!message?.otpCode) throw new Error(`the newest message to ${phone} has no code, or there is none`);
    return message.otpCode;
  }

  player(username: string, provider = 'PG'): Promise<PlayerView> {
    return this.control('GET', `/provider/${provider}/players/${username}`);
  }

  /** Returns how many callbacks are not accepted yet. */
  async callbacksWaiting(): Promise<number> {
    const response = await fetch(`${this.url}/page/state`);
    return ((await response.json()) as { callbacksWaiting: number }).callbacksWaiting;
  }

  /** Returns the payouts to a bank account, newest first. */
  async payoutsTo(bankAccountNo: string): Promise<PayoutView[]> {
    const payouts = await this.control<PayoutView[]>('GET', '/payouts');
    return payouts.filter(({ toAccountNo }) => toAccountNo === bankAccountNo);
  }

  /** Returns the headers of a callback, signed like a counterparty's. */
  signCallback(path: string, body: string, atMs = Date.now(), secret = SECRET): Record<string, string> {
    return sign(secret, atMs, { method: 'POST', path, body });
  }
}
