import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { exchange } from './exchange.ts';
import { until } from './until.ts';

/** Time until an answered withdrawal reaches the bank: the answer comes first. */
const HANDED_WITHIN_MS = 10_000;

const sms = z.object({
  to: z.string(),
  text: z.string(),
  otpCode: z.string().nullable(),
  sentAt: z.string(),
});
const qr = z.object({
  qrcodeId: z.string(),
  provider: z.string(),
  amount: z.number(),
  payload: z.string(),
  status: z.string(),
});
const payment = z.object({
  paymentId: z.string(),
  qrcodeId: z.string(),
  provider: z.string(),
  amount: z.number(),
  paidAt: z.string(),
});
const player = z.object({
  winLoss: z.number(),
  provider: z.string(),
  username: z.string(),
  balance: z.number(),
  turnover: z.number(),
  rounds: z.number(),
});
const providerTransfer = z.object({
  at: z.string(),
  reference: z.string(),
  type: z.enum(['deposit', 'withdraw']),
  amount: z.number(),
  status: z.enum(['done', 'refused']),
});
const playerWithTransfers = player.extend({ transfers: z.array(providerTransfer) });
const payout = z.object({
  id: z.string(),
  amount: z.number(),
  toBankCode: z.string(),
  toAccountNo: z.string(),
  state: z.enum(['accepted', 'done', 'refused']),
  acceptedAt: z.string(),
});

export type ProviderTransfer = z.output<typeof providerTransfer>;
export type Payout = z.output<typeof payout>;

export interface Fault {
  /** `provider` is all of them, `provider:PG` one. */
  port:
    | 'sms'
    | 'gateway'
    | 'gateway:payonex'
    | 'provider'
    | `provider:${string}`
    | 'bank'
    | 'feed'
    | 'slip'
    | 'gift'
    | 'ewallet';
  kind:
    | 'timeout_after_commit'
    | 'timeout_before_commit'
    | 'http_500'
    | 'duplicate'
    | 'reorder'
    | 'odd'
    | 'slow_ms'
    | 'html'
    | 'extra'
    | 'in_progress'
    | 'quota';
  /** Share of the calls that it strikes, 0 to 1. */
  rate: number;
  /** For `slow_ms` and `in_progress`. */
  ms?: number;
}

/** The counterparties as a test controls them: the sandbox's control calls. Amounts are baht. */
export class Counterparties {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Returns the newest one-time code sent to a phone. */
  async codeOf(phone: string): Promise<string> {
    const [newest] = await this.inbox(phone);
    assert.ok(newest?.otpCode, `${phone} was sent no code`);
    return newest.otpCode;
  }

  inbox(phone: string) {
    return this.#call(z.array(sms), 'GET', `/control/sms?to=${phone}`);
  }

  openQrs() {
    return this.#call(z.array(qr), 'GET', '/control/qr');
  }

  pay(qrcodeId: string, amount?: number) {
    return this.#call(payment, 'POST', `/control/qr/${qrcodeId}/pay`, amount === undefined ? {} : { amount });
  }

  /** Pays a QR code. @returns undefined when it takes no other payment */
  async payIfOpen(qrcodeId: string, amount: number) {
    const { status, text } = await exchange(`${this.url}/control/qr/${qrcodeId}/pay`, {
      method: 'POST',
      body: { amount },
    });
    if (status === 409) return undefined;
    assert.equal(status, 200, `paying ${qrcodeId} answered ${status} ${text}`);
    return payment.parse(JSON.parse(text));
  }

  play(username: string, rounds: { bet: number; win: number; rounds?: number }, provider = 'PG') {
    return this.#call(player, 'POST', '/control/play', { provider, username, ...rounds });
  }

  /** Returns the numbers of calls that the servers made, by the protocol that they spoke. */
  calls() {
    return this.#call(z.record(z.string(), z.number()), 'GET', '/control/calls');
  }

  /** Lets an emulated service answer its next calls with one of its documented errors. */
  failNext(service: string, error: string, times = 1) {
    return this.#call(z.unknown(), 'POST', `/control/services/${service}`, { error, times });
  }

  clearServiceErrors() {
    return this.#call(z.unknown(), 'DELETE', '/control/services');
  }

  player(username: string, code = 'PG') {
    return this.#call(playerWithTransfers, 'GET', `/control/provider/${code}/players/${username}`);
  }

  /** Closes the provider, or reopens it. */
  maintenance(on: boolean, provider = 'PG') {
    return this.#call(z.object({ maintenance: z.boolean() }), 'POST', '/control/maintenance', {
      provider,
      on,
    });
  }

  /** Returns the newest hundred payouts, newest first. */
  newestPayouts(): Promise<Payout[]> {
    return this.#call(z.array(payout), 'GET', '/control/payouts');
  }

  /** Returns the payouts to one bank account, newest first. */
  async payoutsTo(accountNo: string): Promise<Payout[]> {
    const all = await this.newestPayouts();
    return all.filter((one) => one.toAccountNo === accountNo);
  }

  /** Returns the newest payout to one bank account, once the bank has it. */
  payoutTo(accountNo: string): Promise<Payout> {
    return until(`the bank has a payout to ${accountNo}`, HANDED_WITHIN_MS, async () => {
      const [newest] = await this.payoutsTo(accountNo);
      return newest;
    });
  }

  decidePayout(id: string, result: 'done' | 'refused') {
    return this.#call(payout, 'POST', `/control/payouts/${id}`, { result });
  }

  fault(fault: Fault) {
    return this.#call(z.array(z.unknown()), 'POST', '/control/faults', fault);
  }

  clearFaults() {
    return this.#call(z.array(z.unknown()), 'DELETE', '/control/faults');
  }

  async #call<T>(schema: z.ZodType<T>, method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await exchange(this.url + path, { method, body });
    assert.equal(status, 200, `${method} ${path} answered ${status} ${text}`);
    return schema.parse(JSON.parse(text));
  }
}

const SANDBOX_SECRET = 'sandbox-only-secret';

/** Sends a callback to a server, signed like a counterparty's. @returns the status of the answer */
export async function sendCallback(
  serverUrl: string,
  path: string,
  body: object,
  secret = SANDBOX_SECRET,
): Promise<number> {
  const text = JSON.stringify(body);
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret).update(`${timestamp}.POST.${path}.${text}`).digest('hex');
  const response = await fetch(serverUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
    body: text,
  });
  await response.arrayBuffer();
  return response.status;
}
