import { describe, expect, it } from 'vitest';
import { keptBy, timelineOf, whyOf, type Receipt } from './receipt-rules.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

const receipt = (changes: Partial<Receipt> = {}): Receipt => ({
  _id: 'r1',
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'KBANK',
  amount: 100,
  status: 'PENDING',
  createdAt: at(-9),
  steps: [{ step: 'created', at: at(-9) }],
  canCancel: false,
  ...changes,
});
const course = (changes: Partial<Receipt>) =>
  timelineOf(receipt(changes), NOW).map(({ text, state }) => [text.replace('statement.', ''), state]);

describe('the course of a withdrawal', () => {
  it('is on its way to the bank', () => {
    expect(course({})).toEqual([
      ['stepAsked', 'done'],
      ['stepSending', 'current'],
      ['stepPaid', 'ahead'],
    ]);
  });

  it('is on hold until a moment that is still ahead', () => {
    const steps: Receipt['steps'] = [
      { step: 'created', at: at(-9) },
      { step: 'delayed', at: at(60) },
    ];
    expect(course({ steps })).toEqual([
      ['stepAsked', 'done'],
      ['stepDelayed', 'current'],
      ['stepSent', 'ahead'],
      ['stepPaid', 'ahead'],
    ]);
    const held = timelineOf(receipt({ steps }), NOW)[1];
    expect(held).toMatchObject({ at: at(60), isUntil: true });
  });

  it('goes on when the hold is over', () => {
    const steps: Receipt['steps'] = [
      { step: 'created', at: at(-9) },
      { step: 'delayed', at: at(-1) },
    ];
    expect(course({ steps }).slice(1)).toEqual([
      ['stepDelayed', 'done'],
      ['stepSending', 'current'],
      ['stepPaid', 'ahead'],
    ]);
  });

  const sent: Receipt['steps'] = [
    { step: 'created', at: at(-9) },
    { step: 'sent', at: at(-8) },
  ];
  it('waits for the bank, and ends well', () => {
    expect(course({ steps: sent })).toEqual([
      ['stepAsked', 'done'],
      ['stepSent', 'done'],
      ['stepBankWaits', 'current'],
    ]);
    const paid = course({ status: 'SUCCESS', steps: [...sent, { step: 'posted', at: at(-1) }] });
    expect(paid.at(-1)).toEqual(['stepPaid', 'done']);
  });

  it('ends with a refusal, or with the player changing their mind before the bank heard of it', () => {
    const refused = receipt({
      status: 'FAILED',
      reason: 'refused_by_bank',
      steps: [...sent, { step: 'voided', at: at(-1) }],
    });
    expect(timelineOf(refused, NOW).at(-1)).toEqual({
      text: 'statement.whyBank',
      at: at(-1),
      state: 'failed',
    });
    const steps: Receipt['steps'] = [
      { step: 'created', at: at(-9) },
      { step: 'voided', at: at(-1) },
    ];
    expect(course({ status: 'FAILED', reason: 'cancelled', steps })).toEqual([
      ['stepAsked', 'done'],
      ['whyCancelled', 'failed'],
    ]);
  });
});

describe('the course of other movements', () => {
  const moving = { statementType: 'transfer', from: 'WALLET', to: 'PG' } as const;
  it('of a transfer waits for the game', () => {
    expect(course(moving)).toEqual([
      ['stepGameAsked', 'done'],
      ['stepGameWaits', 'current'],
    ]);
    expect(course({ ...moving, status: 'SUCCESS' }).at(-1)).toEqual(['stepMoved', 'done']);
    expect(course({ ...moving, status: 'FAILED', reason: 'maintenance' }).at(-1)).toEqual([
      'whyMaintenance',
      'failed',
    ]);
  });

  it('of a deposit is its arrival', () => {
    const steps: Receipt['steps'] = [
      { step: 'created', at: at(-9) },
      { step: 'posted', at: at(-9) },
    ];
    expect(
      course({ statementType: 'deposit', from: 'GIFT', to: 'WALLET', status: 'SUCCESS', steps }),
    ).toEqual([['stepDeposited', 'done']]);
    expect(course({ statementType: 'bonus', status: 'SUCCESS' })).toEqual([['stepDone', 'done']]);
  });
});

describe('why a movement failed', () => {
  it.each([
    ['withdraw', 'refused_by_bank', 'whyBank'],
    ['withdraw', 'connect ECONNREFUSED 10.0.0.1', 'whyBank'],
    ['transfer', 'insufficient_funds', 'whyInsufficient'],
    ['transfer', 'no_player', 'whyNoPlayer'],
    ['transfer', 'status 502', 'whyGame'],
    ['transfer', undefined, 'whyGame'],
    ['deposit', 'status 502', 'whyOther'],
  ] as const)('%s, %s: %s', (statementType, reason, key) => {
    expect(whyOf(receipt({ statementType, status: 'FAILED', reason }))).toBe(`statement.${key}`);
  });

  it('leaves the money where it was', () => {
    expect(keptBy({ from: 'PG' })).toBe('PG');
    expect(keptBy({ from: 'WALLET' })).toBeNull();
    expect(keptBy({ from: '' })).toBeNull();
  });
});
