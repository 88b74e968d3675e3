/** Test fixtures of the emulators of game services. */
import { expect } from 'vitest';
import type { SandboxOptions } from '../app.ts';
import { startWorld, testClock, type TestWorld } from './world.ts';

const MOMENT_MS = 150;

/** A reply of a service, as text and parsed. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  /** The parsed body; null when it is not JSON. */
  readonly body: Record<string, never> | null;
}

export interface ServiceWorld extends TestWorld {
  /** Sends a raw request to a provider's address. */
  send(path: string, init?: RequestInit): Promise<Reply>;
  /** Whether a call gets no answer within a moment. */
  isUnanswered(call: () => Promise<unknown>): Promise<boolean>;
  /** Switches a fault of the provider on. */
  strike(kind: string, more?: object): Promise<void>;
  calm(): Promise<void>;
  maintenance(on: boolean): Promise<void>;
  /** The player's credit as the sandbox knows it. */
  credit(username?: string): Promise<number>;
  play(bet: number, win: number, rounds?: number): Promise<void>;
  readonly clock: ReturnType<typeof testClock>;
}

/** Starts a sandbox whose provider speaks a service's protocol. The clock stands at 2026-01-02T12:00:00Z. */
export async function serviceWorld(
  code: string,
  service: NonNullable<SandboxOptions['dialects']>[string],
  options: SandboxOptions = {},
): Promise<ServiceWorld> {
  const clock = testClock(Date.UTC(2026, 0, 2, 12));
  const world = await startWorld({ now: clock.now, dialects: { [code]: service }, ...options });
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await world.control<{ balance: number }>(method, path, body);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  let patience: number | null = null;
  return {
    ...world,
    clock,
    async send(path, init) {
      const answer = await fetch(`${world.url}/provider/${code}${path}`, {
        redirect: 'manual',
        ...(patience === null ? {} : { signal: AbortSignal.timeout(patience) }),
        ...init,
      });
      const text = await answer.text();
      return { status: answer.status, type: answer.headers.get('content-type') ?? '', body: parsed(text) };
    },
    async isUnanswered(call) {
      patience = MOMENT_MS;
      const answered = await call().then(
        () => true,
        () => false,
      );
      patience = null;
      return !answered;
    },
    async strike(kind, more = {}) {
      await control('POST', '/control/faults', { port: `provider:${code}`, kind, rate: 1, ...more });
    },
    async calm() {
      await control('DELETE', '/control/faults');
    },
    async maintenance(on) {
      await control('POST', '/control/maintenance', { provider: code, on });
    },
    credit: async (username = 'kp1') =>
      (await control('GET', `/control/provider/${code}/players/${username}`)).balance,
    async play(bet, win, rounds = 1) {
      await control('POST', '/control/play', { provider: code, username: 'kp1', bet, win, rounds });
    },
  };
}

function parsed(text: string): Record<string, never> | null {
  try {
    return JSON.parse(text) as Record<string, never>;
  } catch {
    return null;
  }
}
