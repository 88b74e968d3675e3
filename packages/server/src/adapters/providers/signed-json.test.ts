import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../http/exchange.ts';
import {
  toBalance,
  toConfirmation,
  toHealth,
  toLaunched,
  toLookUp,
  toTransferResult,
  toTransfers,
  toTurnover,
} from './signed-json.ts';

const reply = (text: string, status = 200): Reply => ({
  outcome: 'reply',
  status,
  contentType: 'application/json',
  text,
});
const closed = { outcome: 'refused', reason: 'maintenance' };
const MAINTENANCE = reply('{"error":"maintenance","message":"closed for maintenance"}', 503);

const VIEW =
  '{"reference":"r-1","status":"done","username":"kp1","type":"deposit","amount":"12.50","at":"2026-08-01T10:00:00.000Z"}';
const REFUSED =
  '{"reference":"r-2","status":"refused","username":"kp1","type":"withdraw","amount":"9.00","at":"2026-08-01T10:00:00.000Z","reason":"insufficient_funds"}';
const ENTRY =
  '{"id":"17xab","username":"kp1","game":"Lucky Reels","turnover":"10.00","winLoss":"-2.50","at":"2026-08-01T10:00:00.000Z"}';

describe('signed JSON', () => {
  it('reads what is done', () => {
    expect(toConfirmation(reply('{"status":"created"}'))).toEqual({ outcome: 'done', value: undefined });
    expect(toBalance(reply('{"balance":"1234.05"}'))).toEqual({ outcome: 'done', value: 123_405n });
    expect(toTransferResult(reply('{"status":"done","balance":"0.00"}'))).toEqual({
      outcome: 'done',
      value: 0n,
    });
    expect(toHealth(reply('{"status":"up"}')).outcome).toBe('done');
    expect(toLaunched(reply('{"url":"https://site.example/launch?token=x"}'))).toEqual({
      outcome: 'done',
      value: { kind: 'url', url: 'https://site.example/launch?token=x' },
    });
  });

  it('reads refusals', () => {
    expect(toTransferResult(reply('{"status":"refused","reason":"insufficient_funds"}'))).toEqual({
      outcome: 'refused',
      reason: 'insufficient_funds',
    });
    expect(toBalance(reply('{"error":"no_player","message":"…"}', 404))).toEqual({
      outcome: 'refused',
      reason: 'no_player',
    });
    for (const read of [toConfirmation, toBalance, toTransferResult, toTransfers, toTurnover, toLaunched]) {
      expect(read(MAINTENANCE)).toEqual(closed);
    }
    expect(toHealth(MAINTENANCE)).toEqual(closed);
  });

  it.each<[string, string, number]>([
    ['a failure', '{"error":"internal"}', 500],
    ['a gateway that is busy', '<html>busy</html>', 503],
    ['a gateway that is busy, in JSON', '{"error":"busy"}', 503],
    ['a slow-down', '{"error":"slow_down"}', 429],
    ['no JSON', 'OK', 200],
    ['an end that is not named', '{"status":"accepted","balance":"1.00"}', 200],
    ['a balance that is no text', '{"status":"done","balance":1}', 200],
  ])('learns nothing of a transfer from %s', (_name, text, status) => {
    expect(toTransferResult(reply(text, status)).outcome).toBe('unknown');
  });

  it('reads look-ups, and takes nothing else for the end of a transfer', () => {
    const asked = (direction: 'deposit' | 'withdraw', satang: bigint) => ({
      reference: 'r',
      username: 'kp1',
      direction,
      amount: minor(satang),
    });
    expect(toLookUp(reply(VIEW), asked('deposit', 1_250n))).toEqual({ outcome: 'done', value: undefined });
    expect(toLookUp(reply(REFUSED), asked('withdraw', 900n))).toEqual({
      outcome: 'refused',
      reason: 'insufficient_funds',
    });
    expect(toLookUp(reply('{"error":"not_found"}', 404), asked('deposit', 1_250n))).toEqual({
      outcome: 'not_found',
    });
    for (const other of [
      MAINTENANCE,
      reply('{"error":"no_provider"}', 404),
      reply('{"error":"bad_signature"}', 401),
      reply('{"status":"processing"}'),
      reply('{}'),
      reply('{"status":"done"}'),
      reply('{"status":"refused","reason":"insufficient_funds"}'),
      reply('not found', 404),
    ]) {
      expect(toLookUp(other, asked('deposit', 1_250n)).outcome).toBe('unknown');
    }
    expect(toLookUp(reply(VIEW), asked('deposit', 1_251n)).outcome).toBe('differs');
    expect(toLookUp(reply(REFUSED), asked('deposit', 900n)).outcome).toBe('differs');
  });

  it('reads lists, and puts aside the entries that make no sense', () => {
    const at = new Date('2026-08-01T10:00:00.000Z');
    expect(toTransfers(reply(`{"transfers":[${VIEW},${REFUSED}]}`))).toEqual({
      outcome: 'done',
      value: {
        entries: [
          { reference: 'r-1', direction: 'deposit', amount: 1_250n, isDone: true, at },
          { reference: 'r-2', direction: 'withdraw', amount: 900n, isDone: false, at },
        ],
        rejected: [],
      },
    });
    const page = (entry: string) => `{"entries":[${ENTRY},${entry}],"cursor":"17xab","hasMore":false}`;
    expect(toTurnover(reply(page(ENTRY)))).toMatchObject({
      outcome: 'done',
      value: { cursor: '17xab', hasMore: false, entries: [{ turnover: 1_000n, winLoss: -250n, at }, {}] },
    });
    const odd = (from: string, to: string) => ENTRY.replace(from, to);
    for (const [entry, reason] of [
      [odd('"10.00"', '"-10.00"'), 'turnover is below zero'],
      [odd('"10.00"', '"10.005"'), 'amount is not readable'],
      [odd('"10.00"', '"900000000000.00"'), 'amount is too large'],
      [odd('"-2.50"', '-2.5'), 'amount is not readable'],
      [odd('"17xab"', '""'), 'id or player is missing'],
      [odd('"2026-08-01T10:00:00.000Z"', '"yesterday"'), 'time is not one'],
      [odd('"2026-08-01T10:00:00.000Z"', '"2569-08-01T10:00:00.000Z"'), 'time is not one'],
      [odd('"2026-08-01T10:00:00.000Z"', '"1926-08-01T10:00:00.000Z"'), 'time is not one'],
      ['null', 'not an object'],
    ] as const) {
      expect(toTurnover(reply(page(entry)))).toMatchObject({
        outcome: 'done',
        value: { cursor: '17xab', entries: [{ turnover: 1_000n }], rejected: [{ reason, text: entry }] },
      });
    }
    expect(toTurnover(reply(`{"entries":[${ENTRY}],"hasMore":true}`)).outcome).toBe('unknown');
    expect(toTransfers(reply(`{"transfers":[${VIEW.replace('done', 'lost')},${REFUSED}]}`))).toMatchObject({
      value: { entries: [{ reference: 'r-2' }], rejected: [{ reason: 'end is not one' }] },
    });
    expect(toTransfers(reply('{}')).outcome).toBe('unknown');
  });

  it.each(['', 'site.example/launch', 'javascript:alert(1)', 'http://'])('sends nobody to "%s"', (url) => {
    expect(toLaunched(reply(JSON.stringify({ url }))).outcome).toBe('unknown');
  });
});
