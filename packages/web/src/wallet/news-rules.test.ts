import type { ResponseBody } from '@krapao/contract/routes';
import { describe, expect, it } from 'vitest';
import { newsOf, seenWith, type Seen } from './news-rules.ts';

type Item = ResponseBody<'POST /api/statement'>['statements'][number];

const AT = '2026-11-20T10:00:00.000Z';
const atMs = Date.parse(AT);
const item = (part: Partial<Item> = {}): Item => ({
  _id: 'd1',
  statementType: 'deposit',
  from: 'KBANK',
  to: 'WALLET',
  amount: 350,
  status: 'SUCCESS',
  createdAt: AT,
  ...part,
});
const payout = (status: Item['status']) =>
  item({ _id: 'w1', statementType: 'withdraw', from: 'WALLET', to: 'SCB', amount: 300, status });
const seen = (part: Partial<Seen> = {}): Seen => ({
  figures: '0/0',
  untilMs: atMs - 1,
  known: [],
  open: [],
  ...part,
});
const none = new Set<string>();

describe('newsOf', () => {
  it('tells of deposits that are new, all in one', () => {
    const items = [item(), item({ _id: 'd2', amount: 0.5 })];
    expect(newsOf(items, seen(), none)).toEqual([{ kind: 'received', amountMinor: 35050n }]);
  });

  it('tells of a refused payout of the held balance that the money is held again', () => {
    const payout = item({ statementType: 'withdraw', status: 'FAILED', amount: 60, held: 60 });
    expect(newsOf([payout], seen(), none)).toEqual([{ kind: 'refusedHeld', amountMinor: 6000n }]);
  });

  it('tells what of them is held apart from what is in the wallet', () => {
    const items = [item({ held: 50.5 }), item({ _id: 'd2', amount: 20, held: 20 })];
    expect(newsOf(items, seen(), none)).toEqual([
      { kind: 'received', amountMinor: 29950n },
      { kind: 'held', amountMinor: 7050n },
    ]);
    expect(newsOf([item({ held: 350 })], seen(), none)).toEqual([{ kind: 'held', amountMinor: 35000n }]);
  });

  it.each<[string, Partial<Item>, Partial<Seen>]>([
    ['an older one', {}, { untilMs: atMs }],
    ['a known one', {}, { known: ['d1'] }],
    ['one under way', { status: 'PENDING' }, {}],
    ['a bonus', { statementType: 'bonus' }, {}],
  ])('says nothing of %s', (_, changes, before) => {
    expect(newsOf([item(changes)], seen(before), none)).toEqual([]);
  });

  it('finds a deposit that was committed after a later one was seen', () => {
    const before = seen({ untilMs: atMs + 2_000, known: ['d0'] });
    expect(newsOf([item()], before, none)).toHaveLength(1);
  });

  it.each([
    ['SUCCESS', 'paid'],
    ['FAILED', 'refused'],
  ] as const)('tells how a payout that was open ended: %s', (status, kind) => {
    const before = seen({ open: ['w1'], untilMs: atMs });
    expect(newsOf([payout(status)], before, none)).toEqual([{ kind, amountMinor: 30000n }]);
    expect(newsOf([payout(status)], seen({ untilMs: atMs }), none)).toEqual([]);
    expect(newsOf([payout(status)], seen(), none)).toEqual([{ kind, amountMinor: 30000n }]);
    expect(newsOf([payout('PENDING')], before, none)).toEqual([]);
    expect(newsOf([payout(status)], before, new Set(['w1']))).toEqual([]);
  });

  it.each([
    ['SUCCESS', 'WALLET', 'PG', 'moved'],
    ['FAILED', 'WALLET', 'PG', 'returned'],
    ['FAILED', 'PG', 'WALLET', 'stayed'],
  ] as const)('tells where the credit of a transfer is: %s from %s to %s', (status, from, to, kind) => {
    const moved = item({ _id: 't1', statementType: 'transfer', from, to, status });
    expect(newsOf([moved], seen({ open: ['t1'] }), none)).toMatchObject([{ kind }]);
  });
});

describe('seenWith', () => {
  it('keeps the newest time, and what is open, the older of it too', () => {
    const before = seen({ open: ['old', 'w1'] });
    expect(seenWith([payout('PENDING'), item()], '10/20', before, 0)).toEqual({
      figures: '10/20',
      untilMs: atMs,
      known: ['w1', 'd1'],
      open: ['old', 'w1'],
    });
    expect(seenWith([payout('FAILED')], '10/0', before, 0).open).toEqual(['old']);
  });

  it('begins now where there is nothing', () => {
    expect(seenWith([], '0/0', null, 77)).toEqual({ figures: '0/0', untilMs: 77, known: [], open: [] });
  });
});
