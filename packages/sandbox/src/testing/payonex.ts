/** Test fixtures of the emulated PayoneX. */
import { expect } from 'vitest';
import type { SandboxOptions } from '../app.ts';
import { raw, type RawAnswer, type RawCall } from './raw.ts';
import { startReceiver, startWorld, testClock, type Receiver, type TestWorld } from './world.ts';

export const KEYS = { accessKey: 'demo-payonex-access-key', secretKey: 'demo-payonex-secret-key' };
export const CUSTOMER = { name: 'สมชาย ใจดี', bankCode: 'KBANK', accountNo: '0123456789' };

export interface Transaction {
  readonly uuid: string;
  readonly status: string;
}

export interface PayonexWorld {
  readonly world: TestWorld;
  readonly receiver: Receiver;
  readonly clock: ReturnType<typeof testClock>;
  /** A call with the token. */
  readonly ask: (path: string, call?: RawCall) => Promise<RawAnswer>;
  readonly authenticate: (keys?: object) => Promise<RawAnswer>;
  /** Requests a deposit or a payout of 500.25 baht for the customer. */
  readonly request: (type: 'deposit' | 'withdraw', more?: object) => Promise<RawAnswer>;
  /** As {@link request}. Returns the new transaction's id. */
  readonly open: (type: 'deposit' | 'withdraw', more?: object) => Promise<string>;
  /** The content of a transaction's look-up. */
  readonly find: (uuid: string) => Promise<Transaction & Readonly<Record<string, unknown>>>;
  readonly balance: () => Promise<unknown>;
  readonly strike: (port: string, kind: string, more?: object) => Promise<void>;
  /** The contents of the callbacks so far. */
  readonly told: () => Transaction[];
}

const dataOf = ({ body }: RawAnswer): unknown => (body as { data: unknown }).data;

/** Starts a sandbox with a token, a customer and the address of the webhook. */
export async function payonexWorld(options: SandboxOptions = {}): Promise<PayonexWorld> {
  const clock = testClock();
  const [world, receiver] = await Promise.all([
    startWorld({ now: clock.now, callbackPauseMs: () => 10, ...options }),
    startReceiver(),
  ]);
  const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
    raw(`${world.url}/payonex${path}`, { json, headers });
  const authenticate = (keys: object = {}) => post('/authenticate', { ...KEYS, ...keys });
  const { token } = dataOf(await authenticate()) as { token: string };
  const ask = (path: string, call: RawCall = {}) =>
    raw(`${world.url}/payonex${path}`, { headers: { authorization: token }, ...call });
  const { customerUuid } = dataOf(await ask('/v2/customers', { json: CUSTOMER })) as {
    customerUuid: string;
  };
  await world.control('PUT', '/control/webhooks/payonex', { url: `${receiver.url}/payonex` });
  const request: PayonexWorld['request'] = (type, more = {}) =>
    ask(`/transactions/${type}/request`, {
      json: { customerUuid, amount: 500.25, referenceId: `${type}-1`, note: '', remark: '', ...more },
    });
  return {
    world,
    receiver,
    clock,
    ask,
    authenticate,
    request,
    async open(type, more) {
      const answer = await request(type, more);
      expect(answer.status).toBe(200);
      return (dataOf(answer) as Transaction).uuid;
    },
    find: async (uuid) => dataOf(await ask(`/transactions/${uuid}`)) as Transaction & Record<string, unknown>,
    balance: async () => dataOf(await ask('/profile/balance')),
    async strike(port, kind, more = {}) {
      const answer = await world.control('POST', '/control/faults', { port, kind, rate: 1, ...more });
      expect(answer.status).toBe(200);
    },
    told: () => receiver.received.map(({ text }) => (JSON.parse(text) as { data: Transaction }).data),
  };
}
