import { STATEMENT_TYPES } from '@krapao/contract/statement';
import { describe, expect, it } from 'vitest';
import {
  groupByDay,
  hasPending,
  linkedText,
  nearDay,
  placeName,
  progressOf,
  iconOf,
  signOf,
  typeTextOf,
  TYPE_ICON,
  type StatementItem,
} from './statement-rules.ts';

const item = (changes: Partial<StatementItem> = {}): StatementItem => ({
  _id: 'one',
  statementType: 'deposit',
  from: 'KBANK',
  to: 'WALLET',
  amount: 500,
  status: 'SUCCESS',
  createdAt: '2026-11-20T10:00:00.000Z',
  ...changes,
});

it('signs what comes in with plus, what goes out with minus, and nothing else', () => {
  expect(Object.fromEntries(STATEMENT_TYPES.map((type) => [type, signOf({ statementType: type })]))).toEqual({
    deposit: '+',
    bonus: '+',
    finish_bonus: undefined,
    withdraw: '-',
    transfer: undefined,
  });
});

it('has an icon of its own for each type', () => {
  expect(new Set(Object.values(TYPE_ICON)).size).toBe(STATEMENT_TYPES.length);
});

describe('progress', () => {
  it.each([
    ['SUCCESS', 'success'],
    ['FAILED', 'failed'],
    ['PENDING', 'inProgress'],
    ['anything', 'inProgress'],
    ['', 'inProgress'],
  ])('%s is %s', (status, progress) => {
    expect(progressOf(status)).toBe(progress);
  });

  it('is pending while one is under way', () => {
    expect(hasPending([{ status: 'SUCCESS' }, { status: 'FAILED' }])).toBe(false);
    expect(hasPending([{ status: 'SUCCESS' }, { status: 'PENDING' }])).toBe(true);
    expect(hasPending([])).toBe(false);
  });
});

describe('linkedText', () => {
  it('is the first that is there, in whichever form it comes', () => {
    expect(linkedText(item())).toBeUndefined();
    expect(linkedText(item({ luckydraw: { description: 'Wheel' } }))).toBe('Wheel');
    expect(
      linkedText(item({ promotion: { description: 'New year' }, refund: { description: 'Refund' } })),
    ).toBe('New year');
    expect(linkedText(item({ bonus: 'Welcome' as unknown as { description: string } }))).toBe('Welcome');
    expect(linkedText(item({ bonus: { description: '' }, invite: { description: 'Friend' } }))).toBe(
      'Friend',
    );
  });
});

describe('placeName', () => {
  const names = {
    mainWallet: 'Main wallet',
    games: [{ code: 'PG', name: 'PG Soft' }],
    banks: new Map([['KBANK', 'Kasikornbank']]),
    ewallet: 'Digital wallet',
    gift: 'Gift link',
    heldBalance: 'Held balance',
    qr: (provider: string) => `QR ${provider}`,
  };
  it.each([
    ['WALLET', 'Main wallet'],
    ['PG', 'PG Soft'],
    ['KBANK', 'Kasikornbank'],
    ['WW', 'QR WW'],
    ['PAYTIMZ', 'QR PAYTIMZ'],
    ['PAYONEX', 'QR PAYONEX'],
    ['FP', 'QR FP'],
    ['EWALLET', 'Digital wallet'],
    ['GIFT', 'Gift link'],
    ['HELD', 'Held balance'],
    ['TMB', 'TMB'],
    ['', ''],
  ])('%s is %s', (code, name) => {
    expect(placeName(code, names)).toBe(name);
  });
});

describe('days', () => {
  it('begin at midnight in Bangkok, and keep the order', () => {
    const at = (createdAt: string) => ({ createdAt });
    const items = [
      at('2026-11-20T17:00:00.000Z'),
      at('2026-11-20T16:59:59.000Z'),
      at('2026-11-20T01:00:00.000Z'),
      at('2026-11-19T16:59:59.000Z'),
    ];
    expect(groupByDay(items)).toEqual([
      { day: '21/11/2026', items: items.slice(0, 1) },
      { day: '20/11/2026', items: items.slice(1, 3) },
      { day: '19/11/2026', items: items.slice(3) },
    ]);
    expect(groupByDay([])).toEqual([]);
  });

  it('are near when they are this one or the one before', () => {
    const now = Date.parse('2026-11-20T17:30:00.000Z');
    expect(nearDay('2026-11-20T17:00:00.000Z', now)).toBe('statement.today');
    expect(nearDay('2026-11-20T16:59:59.000Z', now)).toBe('statement.yesterday');
    expect(nearDay('2026-11-19T16:59:59.000Z', now)).toBeNull();
  });
});

it('shows a correction as one, with its direction', () => {
  const added = { statementType: 'bonus', correction: true } as const;
  const taken = { statementType: 'finish_bonus', correction: true } as const;
  expect([added, taken].map(typeTextOf)).toEqual(['statement.correction', 'statement.correction']);
  expect([added, taken].map(iconOf)).toEqual(['info', 'info']);
  expect([added, taken].map(signOf)).toEqual(['+', '-']);
  expect(typeTextOf({ statementType: 'bonus' })).toBe('statement.bonus');
});
