/** Test fixtures of the emulated Opn. */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { SandboxOptions } from '../app.ts';
import { basic, raw, type RawAnswer, type RawCall } from './raw.ts';
import { startReceiver, startWorld, testClock, type Receiver, type TestWorld } from './world.ts';

const SECRET = Buffer.from('demo-opn-webhook-secret');
export const RECIPIENT = {
  name: 'สมชาย ใจดี',
  type: 'individual',
  bank_account: { brand: 'kbank', number: '0123456789', name: 'สมชาย ใจดี' },
};

/** Fields of an object of Opn that tests read. */
export interface Shown {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface OpnWorld {
  readonly world: TestWorld;
  readonly receiver: Receiver;
  readonly clock: ReturnType<typeof testClock>;
  /** A call with the secret key, unless the call has headers. */
  readonly ask: (path: string, call?: RawCall) => Promise<RawAnswer>;
  /** Opens a charge of 500.25 baht, whose metadata is `{ ref: 'DEP1' }`. */
  readonly charge: (more?: object) => Promise<RawAnswer>;
  /** As {@link charge}. Returns the charge. */
  readonly open: (more?: object) => Promise<Shown>;
  /** Makes a transfer of 500.25 baht to a new recipient. */
  readonly transfer: (more?: object) => Promise<RawAnswer>;
  readonly find: (path: string) => Promise<Shown>;
  /** Puts a control call's answer to the test: it must be good. */
  readonly drive: (path: string, body?: unknown) => Promise<Shown>;
  readonly strike: (port: string, kind: string) => Promise<void>;
  /** The events so far, by the alphabet: `charge.complete chrg_test_…`, `forged` where a signature does not fit. */
  readonly told: () => string[];
}

export const shown = ({ body }: RawAnswer): Shown => body as Shown;

/** Starts a sandbox with the address of the webhook. */
export async function opnWorld(options: SandboxOptions = {}): Promise<OpnWorld> {
  const clock = testClock();
  const [world, receiver] = await Promise.all([
    startWorld({ now: clock.now, callbackPauseMs: () => 10, ...options }),
    startReceiver(),
  ]);
  await world.control('PUT', '/control/webhooks/opn', { url: `${receiver.url}/opn` });
  const ask = (path: string, { headers = basic('skey_test_demo', ''), ...call }: RawCall = {}) =>
    raw(`${world.url}/opn${path}`, { headers, ...call });
  const charge = (more: object = {}) =>
    ask('/charges', {
      json: {
        amount: 50_025,
        currency: 'thb',
        source: { type: 'promptpay' },
        metadata: { ref: 'DEP1' },
        ...more,
      },
    });
  return {
    world,
    receiver,
    clock,
    ask,
    charge,
    async open(more) {
      const answer = await charge(more);
      expect(answer.status).toBe(200);
      return shown(answer);
    },
    async transfer(more = {}) {
      const recipient = shown(await ask('/recipients', { json: RECIPIENT })).id;
      return ask('/transfers', { json: { amount: 50_025, recipient, ...more } });
    },
    find: async (path) => shown(await ask(path)),
    async drive(path, body = {}) {
      const answer = await world.control<Shown>('POST', path, body);
      expect(answer.status).toBe(200);
      return answer.body;
    },
    async strike(port, kind) {
      const answer = await world.control('POST', '/control/faults', { port, kind, rate: 1 });
      expect(answer.status).toBe(200);
    },
    told: () =>
      receiver.received
        .map(({ text, headers }) => {
          const timestamp = String(headers['omise-signature-timestamp']);
          const signature = createHmac('sha256', SECRET).update(`${timestamp}.${text}`).digest('hex');
          const { key, data } = JSON.parse(text) as { key: string; data: Shown };
          const isGood = String(headers['omise-signature']).split(',').includes(signature);
          return `${isGood ? '' : 'forged '}${key} ${data.id}`;
        })
        .sort(),
  };
}
