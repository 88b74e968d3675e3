import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minor } from '@krapao/contract/money';
import { createGiftWallet } from '../adapters/gift-wallet-service.ts';
import { createPayoutBank } from '../adapters/payout-bank.ts';
import { createSlipLookup } from '../adapters/slip-lookup-service.ts';
import { createSmsService } from '../adapters/sms-service.ts';
import { slipsInOrder } from '../adapters/slips-in-order.ts';
import { createLogger } from '../kernel/logger.ts';
import { Metrics } from '../kernel/metrics.ts';
import type { Sms } from '../ports/sms.ts';
import { DEAD_ADDRESS } from '../testing/counterparties-world.ts';
import {
  startCounterparty,
  type Counterparty,
  type CounterpartyAnswer,
  type ReceivedCall,
} from '../testing/counterparty.ts';
import { logInMemory } from '../testing/log-in-memory.ts';
import { Circuits, LEFT_ALONE } from './circuits.ts';

const HELD = { outcome: 'unknown', reason: LEFT_ALONE, sent: false };
const FAILURES = 3;
const PAUSE_MS = 1_000;

describe('a counterparty that fails', () => {
  let counterparty: Counterparty;
  let answering: (call: ReceivedCall) => CounterpartyAnswer;
  let calls: ReceivedCall[];
  let nowMs: number;

  beforeAll(async () => {
    counterparty = await startCounterparty((call) => {
      calls.push(call);
      return answering(call);
    });
  });
  beforeEach(() => {
    calls = [];
    nowMs = 0;
    answering = () => ({ status: 500, body: {} });
  });
  afterAll(() => counterparty.stop());

  const connection = (url = counterparty.url) => ({ baseUrl: url, secret: 'secret', timeoutMs: 200 });
  function circuitsOf() {
    const metrics = new Metrics();
    const log = logInMemory();
    const circuits = new Circuits({
      rules: { failures: FAILURES, pauseMs: PAUSE_MS, longestPauseMs: 8_000 },
      metrics,
      logger: createLogger('info', log.stream),
      nowMs: () => nowMs,
      dice: () => 0.999_999,
    });
    return { circuits, metrics, log };
  }
  const send = (sms: Sms) => sms.send({ reference: randomUUID(), to: '0812345678', text: 'x' });
  const fail = async (sms: Sms): Promise<void> => {
    for (let n = 0; n < FAILURES; n += 1) expect((await send(sms)).outcome).toBe('unknown');
  };

  it('is left alone, and one call tries it again after the pause', async () => {
    const { circuits, metrics, log } = circuitsOf();
    const sms = circuits.wrap('sms', createSmsService(connection()));
    await fail(sms);
    expect(await send(sms)).toEqual(HELD);
    expect([calls.length, circuits.open]).toEqual([FAILURES, ['sms']]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('krapao_counterparty_left_alone{counterparty="sms",group="orders"} 1');
    expect(text).toContain('krapao_counterparty_calls_held_back_total{counterparty="sms",group="orders"} 1');
    nowMs = PAUSE_MS;
    answering = () => ({ status: 202, body: {} });
    const [probe, beside] = await Promise.all([send(sms), send(sms)]);
    expect([probe.outcome, beside]).toEqual(['done', HELD]);
    expect([calls.length, circuits.open]).toEqual([FAILURES + 1, []]);
    expect(await metrics.registry.metrics()).toContain(
      'krapao_counterparty_left_alone{counterparty="sms",group="orders"} 0',
    );
    const about = { counterparty: 'sms', group: 'orders' };
    expect(log.lines()).toMatchObject([
      { msg: 'a counterparty is left alone', ...about },
      { msg: 'a counterparty answers again', ...about },
    ]);
  });

  it.each<[string, CounterpartyAnswer]>([
    ['is silent', 'silence'],
    ['answers 503', { status: 503, body: {} }],
  ])('is left alone when it %s', async (_name, answer) => {
    answering = () => answer;
    const { circuits } = circuitsOf();
    await fail(circuits.wrap('sms', createSmsService(connection())));
    expect(circuits.open).toEqual(['sms']);
  });

  it('is left alone when it refuses connections', async () => {
    const { circuits } = circuitsOf();
    await fail(circuits.wrap('sms', createSmsService(connection(DEAD_ADDRESS))));
    expect(circuits.open).toEqual(['sms']);
  });

  it.each<[string, CounterpartyAnswer]>([
    ['refuses', { status: 400, body: { error: 'bad_number' } }],
    ['throttles', { status: 429, body: { error: 'slow_down' } }],
    ['is not understood', { status: 200, body: {} }],
  ])('is called on and on while it %s', async (_name, answer) => {
    answering = () => answer;
    const { circuits } = circuitsOf();
    const sms = circuits.wrap('sms', createSmsService(connection()));
    for (let n = 0; n < 3 * FAILURES; n += 1) await send(sms);
    expect([calls.length, circuits.open]).toEqual([3 * FAILURES, []]);
  });

  it('slows no other counterparty', async () => {
    const { circuits } = circuitsOf();
    const other = await startCounterparty(() => ({ status: 202, body: {} }));
    const [broken, sound] = [
      circuits.wrap('sms', createSmsService(connection())),
      circuits.wrap('sms of another', createSmsService(connection(other.url))),
    ];
    await fail(broken);
    expect(await send(broken)).toEqual(HELD);
    expect((await send(sound)).outcome).toBe('done');
    await other.stop();
  });

  it('gets no payouts, and is asked about those that it may have', async () => {
    const { circuits } = circuitsOf();
    const bank = circuits.wrap('bank', createPayoutBank(connection()));
    const payout = {
      reference: 'r',
      amount: minor(100n),
      toBankCode: 'SCB',
      toAccountNo: '1',
      toAccountName: 'x',
      callbackUrl: 'http://127.0.0.1:1/',
    };
    for (let n = 0; n < FAILURES; n += 1) await bank.payOut(payout);
    expect(await bank.payOut(payout)).toEqual(HELD);
    calls = [];
    for (let n = 0; n < 2 * FAILURES; n += 1) {
      expect(await bank.lookUp('r')).toMatchObject({ outcome: 'unknown', sent: true });
    }
    expect(calls).toHaveLength(2 * FAILURES);
    // Its look-ups are open, too, and say so, but none is held back.
    expect(circuits.open).toEqual(['bank']);
  });

  it('redeems no gift link, and is asked for the ticket', async () => {
    const { circuits } = circuitsOf();
    const gift = circuits.wrap('gift wallet', createGiftWallet(connection()));
    const link = { code: 'c', mobile: '0812345678' };
    for (let n = 0; n < FAILURES; n += 1) await gift.redeem(link);
    expect(await gift.redeem(link)).toEqual(HELD);
    expect(await gift.ticket(link)).toMatchObject({ sent: true });
  });

  it('is passed over at once in the order of slip services', async () => {
    const { circuits } = circuitsOf();
    const known = await startCounterparty(() => ({ status: 200, body: { status: 'not_found' } }));
    const slips = slipsInOrder([
      circuits.wrap('slip look-up:first', createSlipLookup(connection())),
      circuits.wrap('slip look-up:second', createSlipLookup(connection(known.url))),
    ]);
    for (let n = 0; n < 2 * FAILURES; n += 1) {
      const told = await slips.lookUp({ sendingBank: '004', reference: 'R' });
      // A slip is given up only when every service says that there is none.
      expect(told.outcome).toBe('unknown');
    }
    expect(calls).toHaveLength(FAILURES);
    await known.stop();
  });
});
