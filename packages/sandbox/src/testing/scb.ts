/** Test fixtures of the emulated SCB. */
import { expect } from 'vitest';
import type { SandboxOptions } from '../app.ts';
import type { PayerRecord } from '../store/scb-records.ts';
import { raw, type RawAnswer, type RawCall } from './raw.ts';
import { startReceiver, startWorld, testClock, type Receiver, type TestWorld } from './world.ts';

export const SCB_KEYS = {
  applicationKey: 'demo-scb-application-key',
  applicationSecret: 'demo-scb-application-secret',
};
export const SCB_HEADERS = {
  resourceOwnerId: SCB_KEYS.applicationKey,
  requestUId: '0f0e0d0c0b0a09080706050403020100',
  'accept-language': 'EN',
};
const TOKEN_LIFE_MS = 1_800_000;
export const BILLER = '000000000000001';
export const PAYER: PayerRecord = { name: 'สมหญิง รักดี', bankCode: 'GSB', accountNo: '020123456789' };

export interface ScbWorld {
  readonly world: TestWorld;
  readonly receiver: Receiver;
  readonly clock: ReturnType<typeof testClock>;
  /** A call with the standard headers, and with a good token unless the call has headers. */
  readonly ask: (path: string, call?: RawCall) => Promise<RawAnswer>;
  readonly token: (keys?: object) => Promise<RawAnswer>;
  /** Makes a QR of 500.25 baht with the references DEP1, 2 and KRP1. */
  readonly create: (more?: object) => Promise<RawAnswer>;
  /** Pays the QR whose first reference is DEP1. */
  readonly pay: (body?: object) => Promise<{ status: number; body: unknown }>;
  /** The inquiry about DEP1 on the day on which the clock begins. */
  readonly inquire: (more?: Record<string, string>) => Promise<RawAnswer>;
  readonly strike: (port: string, kind: string) => Promise<void>;
  /** The contents of the callbacks so far. */
  readonly told: () => unknown[];
}

type Texts = Readonly<Record<string, string>>;

export const dataOf = ({ body }: RawAnswer): Texts => (body as { data: Texts }).data;

/** The paid bills of an inquiry. */
export const billsOf = ({ body }: RawAnswer): Texts[] => (body as { data: Texts[] }).data;

/** Returns the text of an answer to SCB's callback that accepts it. */
export const accepting = (transactionId = ''): string =>
  JSON.stringify({ resCode: '00', resDesc: 'success', transactionId, confirmId: '1' });

/** Starts a sandbox with the address of the callback. */
export async function scbWorld(options: SandboxOptions = {}): Promise<ScbWorld> {
  const clock = testClock();
  const [world, receiver] = await Promise.all([
    startWorld({ now: clock.now, callbackPauseMs: () => 10, ...options }),
    startReceiver(),
  ]);
  receiver.say(accepting());
  const call = (path: string, { headers = {}, ...more }: RawCall) =>
    raw(`${world.url}/scb${path}`, { headers: { ...SCB_HEADERS, ...headers }, ...more });
  const token = (keys: object = {}) => call('/v1/oauth/token', { json: { ...SCB_KEYS, ...keys } });
  let [authorization, until] = ['', 0];
  const renew = async (): Promise<void> => {
    authorization = `Bearer ${dataOf(await token())['accessToken'] ?? ''}`;
    until = clock.now() + TOKEN_LIFE_MS;
  };
  await renew();
  const ask = async (path: string, { headers, ...more }: RawCall = {}) => {
    if (headers === undefined && clock.now() >= until) await renew();
    return call(path, { headers: headers ?? { authorization }, ...more });
  };
  await world.control('PUT', '/control/webhooks/scb', { url: `${receiver.url}/scb` });
  return {
    world,
    receiver,
    clock,
    ask,
    token,
    create: (more = {}) =>
      ask('/v1/payment/qrcode/create', {
        json: {
          qrType: 'PP',
          ppType: 'BILLERID',
          ppId: BILLER,
          amount: '500.25',
          ref1: 'DEP1',
          ref2: '2',
          ref3: 'KRP1',
          ...more,
        },
      }),
    pay: (body = {}) => world.control('POST', '/control/qr/DEP1/pay', body),
    inquire: (more = {}) => {
      const query = new URLSearchParams({
        eventCode: '00300100',
        billerId: BILLER,
        reference1: 'DEP1',
        transactionDate: '2026-01-02',
        ...more,
      });
      return ask(`/v1/payment/billpayment/inquiry?${query.toString()}`);
    },
    async strike(port, kind) {
      const answer = await world.control('POST', '/control/faults', { port, kind, rate: 1 });
      expect(answer.status).toBe(200);
    },
    told: () => receiver.received.map(({ text }) => JSON.parse(text) as unknown),
  };
}
