import type { ResponseBody } from '@krapao/contract/routes';
import { describe, expect, it } from 'vitest';
import { heldOf, newDeposits, sumOf } from './incoming-payments.ts';

type Item = ResponseBody<'POST /api/statement'>['statements'][number];

const SINCE = Date.parse('2026-11-20T10:00:00.000Z');
const item = (changes: Partial<Item> = {}): Item => ({
  _id: 'one',
  statementType: 'deposit',
  from: 'KBANK',
  to: 'WALLET',
  amount: 500,
  status: 'SUCCESS',
  createdAt: '2026-11-20T10:00:01.000Z',
  ...changes,
});

describe('newDeposits', () => {
  it('finds deposits that succeeded since', () => {
    expect(newDeposits([item()], SINCE, new Set())).toHaveLength(1);
  });

  it.each<[string, Partial<Item>]>([
    ['an older one', { createdAt: '2026-11-20T09:59:59.999Z' }],
    ['one under way', { status: 'PENDING' }],
    ['one that failed', { status: 'FAILED' }],
    ['credit brought back from a game', { statementType: 'transfer', from: 'PG' }],
    ['a bonus', { statementType: 'bonus' }],
    ['one without a date', { createdAt: '' }],
  ])('leaves out %s', (_, changes) => {
    expect(newDeposits([item(changes)], SINCE, new Set())).toEqual([]);
  });

  it('tells of each one once', () => {
    expect(newDeposits([item(), item({ _id: 'two' })], SINCE, new Set(['one']))).toMatchObject([
      { _id: 'two' },
    ]);
  });
});

it('knows the held part of deposits', () => {
  expect(heldOf([item({ held: 0.1 }), item(), item({ held: 0.2 })])).toBe(30n);
});

it('sums exactly', () => {
  expect(sumOf([item({ amount: 0.1 }), item({ amount: 0.2 })])).toBe(30n);
});
