import { minor, ZERO } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import type { SentTransfer } from '../../ports/game-provider.ts';
import { done, refused, unknown } from '../../ports/outcome.ts';
import type { Reply } from '../http/exchange.ts';
import { compareBalances, toBalance, toConfirmation, toHistory } from './balance-only.ts';

const reply = (text: string, status = 200): Reply => ({
  outcome: 'reply',
  status,
  contentType: 'application/json',
  text,
});
const transfer = (direction: SentTransfer['direction'], before: bigint | null): SentTransfer => ({
  reference: 'r-1',
  username: 'kp1',
  direction,
  amount: minor(500n),
  balanceBefore: before === null ? null : minor(before),
});

describe('a provider that knows balances only', () => {
  it('reads what is done, and refusals', () => {
    expect(toBalance(reply('{"ok":true,"balance":"10.00"}'))).toEqual({ outcome: 'done', value: 1_000n });
    expect(toConfirmation(reply('{"ok":true,"existed":true}')).outcome).toBe('done');
    expect(toBalance(reply('{"ok":false,"error":"insufficient_funds","message":"…"}'))).toEqual({
      outcome: 'refused',
      reason: 'insufficient_funds',
    });
    expect(toBalance(reply('{"ok":false,"error":"maintenance"}', 503))).toEqual({
      outcome: 'refused',
      reason: 'maintenance',
    });
    expect(toBalance(reply('{"ok":false,"error":"bad_hash"}', 401)).outcome).toBe('refused');
  });

  it.each<[string, string, number]>([
    ['a failure', '{"ok":false,"error":"internal"}', 500],
    ['a busy gateway', '{"ok":false,"error":"busy"}', 503],
    ['neither yes nor no', '{"balance":"1.00"}', 200],
    ['something like yes', '{"ok":"true","balance":"1.00"}', 200],
    ['no balance', '{"ok":true}', 200],
    ['no JSON', '', 200],
  ])('learns nothing from %s', (_name, text, status) => {
    expect(toBalance(reply(text, status)).outcome).toBe('unknown');
  });

  it.each<[string, SentTransfer, bigint, string]>([
    ['a deposit that arrived', transfer('deposit', 100n), 600n, 'done'],
    ['a deposit that did not', transfer('deposit', 100n), 100n, 'not_found'],
    ['a deposit beside something else', transfer('deposit', 100n), 599n, 'unknown'],
    ['a deposit that turned round', transfer('deposit', 600n), 100n, 'unknown'],
    ['a withdrawal that went', transfer('withdraw', 600n), 100n, 'done'],
    ['a withdrawal that did not', transfer('withdraw', 600n), 600n, 'not_found'],
    ['a withdrawal beside something else', transfer('withdraw', 600n), 0n, 'unknown'],
    ['a transfer without a balance before it', transfer('deposit', null), 500n, 'unknown'],
  ])('tells %s by the balance', (_name, sent, now, outcome) => {
    expect(compareBalances(sent, done(minor(now))).outcome).toBe(outcome);
  });

  it('tells nothing by a balance it is not told', () => {
    for (const answer of [refused('no_player'), refused('maintenance'), unknown('no answer in time')]) {
      expect(compareBalances(transfer('deposit', ZERO), answer).outcome).toBe('unknown');
    }
  });

  it('reads the history', () => {
    const history =
      '{"ok":true,"entries":[{"at":"2026-08-01T10:00:00.000Z","delta":"12.50","balance":"12.50"},{"at":"2026-08-01T10:01:00.000Z","delta":"-2.00","balance":"10.50"}]}';
    expect(toHistory(reply(history))).toEqual({
      outcome: 'done',
      value: {
        rejected: [],
        entries: [
          {
            reference: null,
            direction: 'deposit',
            amount: 1_250n,
            isDone: true,
            at: new Date('2026-08-01T10:00:00.000Z'),
          },
          {
            reference: null,
            direction: 'withdraw',
            amount: 200n,
            isDone: true,
            at: new Date('2026-08-01T10:01:00.000Z'),
          },
        ],
      },
    });
    for (const delta of ['"0.00"', '-2']) {
      expect(toHistory(reply(history.replace('"-2.00"', delta)))).toMatchObject({
        outcome: 'done',
        value: { entries: [{ amount: 1_250n }], rejected: [{ reason: 'amount is not readable' }] },
      });
    }
    expect(toHistory(reply('{"ok":true}')).outcome).toBe('unknown');
  });
});
