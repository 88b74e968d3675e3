import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../http/exchange.ts';
import { signFields } from '../http/hashed-form-client.ts';
import { toBalance, toCreated, toHealth, toLookUp, toTransfers } from './hashed-form.ts';

const reply = (text: string, status = 200): Reply => ({
  outcome: 'reply',
  status,
  contentType: 'application/json',
  text,
});
const TRANSFER =
  '"reference":"r-1","username":"kp1","type":"deposit","amount":"12.50","at":"2026-08-01T10:00:00.000Z"';

const ASKED = { reference: 'r-1', username: 'kp1', direction: 'deposit', amount: minor(1_250n) } as const;

describe('hashed forms', () => {
  it('signs the pairs in the order of their names, raw', () => {
    // sha256sum of: action=balance&time=1754000000&username=kp a&key=secret
    expect(signFields({ username: 'kp a', time: '1754000000', action: 'balance' }, 'secret')).toBe(
      '2b08caf4fccb72c1a81b87336b13fdcc858ae00bdbe0051d6120a5ebdf559dc9',
    );
  });

  it('reads what is done, and refusals by their number', () => {
    expect(toBalance(reply('{"code":0,"message":"ok","balance":"99.00"}'))).toEqual({
      outcome: 'done',
      value: 9_900n,
    });
    expect(toHealth(reply('{"code":0,"message":"ok","status":"up"}')).outcome).toBe('done');
    for (const [code, reason] of [
      [11, 'no_player'],
      [12, 'insufficient_funds'],
      [90, 'maintenance'],
      [91, 'bad_sign'],
    ] as const) {
      expect(toBalance(reply(`{"code":${code},"message":"no"}`))).toEqual({ outcome: 'refused', reason });
    }
  });

  it('finds a player that exists created, and no other refusal', () => {
    expect(toCreated(reply('{"code":0}')).outcome).toBe('done');
    expect(toCreated(reply('{"code":10,"message":"exists"}')).outcome).toBe('done');
    expect(toCreated(reply('{"code":92}')).outcome).toBe('refused');
    expect(toCreated(reply('{"code":77}')).outcome).toBe('unknown');
  });

  it.each<[string, string, number]>([
    ['a number that means nothing to us', '{"code":77,"message":"?"}', 200],
    ['a number as text', '{"code":"0","balance":"1.00"}', 200],
    ['no number', '{"balance":"1.00"}', 200],
    ['a failure', '{"code":0,"balance":"1.00"}', 500],
    ['no JSON', '<html>', 200],
    ['no balance', '{"code":0}', 200],
    ['a slow-down', '', 429],
  ])('learns nothing from %s', (_name, text, status) => {
    expect(toBalance(reply(text, status)).outcome).toBe('unknown');
  });

  it('reads look-ups, and takes nothing else for the end of a transfer', () => {
    expect(toLookUp(reply(`{"code":0,${TRANSFER},"status":"done"}`), ASKED).outcome).toBe('done');
    expect(toLookUp(reply(`{"code":0,${TRANSFER},"status":"refused","reason":12}`), ASKED)).toEqual({
      outcome: 'refused',
      reason: 'insufficient_funds',
    });
    expect(toLookUp(reply('{"code":15,"message":"no such transfer"}'), ASKED)).toEqual({
      outcome: 'not_found',
    });
    for (const text of [
      '{"code":0,"status":"done"}',
      '{"code":90}',
      '{"code":91}',
      '{"code":11}',
      '{"code":0}',
      '{}',
      '',
    ]) {
      expect(toLookUp(reply(text), ASKED).outcome).toBe('unknown');
    }
    expect(toLookUp(reply('{"error":"no_provider"}', 404), ASKED).outcome).toBe('unknown');
  });

  it('reads lists', () => {
    expect(toTransfers(reply(`{"code":0,"transfers":[{${TRANSFER},"status":"done"}]}`))).toMatchObject({
      outcome: 'done',
      value: {
        entries: [{ reference: 'r-1', direction: 'deposit', amount: 1_250n, isDone: true }],
        rejected: [],
      },
    });
    expect(toTransfers(reply('{"code":0,"transfers":[{}]}'))).toEqual({
      outcome: 'done',
      value: { entries: [], rejected: [{ reason: 'reference is missing', text: '{}' }] },
    });
  });
});
