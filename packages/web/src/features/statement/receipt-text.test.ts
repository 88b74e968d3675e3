import { describe, expect, it } from 'vitest';
import { nextOf, storyOf, timelineOf, type Receipt } from './receipt-rules.ts';
import { receiptText, storyText } from './receipt-text.ts';
import type { PlaceNames } from './statement-rules.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const names: PlaceNames = {
  mainWallet: 'Main wallet',
  games: [{ code: 'PG', name: 'Lotus' }],
  banks: new Map([['KBANK', 'Kasikornbank']]),
  ewallet: 'Digital wallet',
  gift: 'Gift link',
  heldBalance: 'Held balance',
  qr: (provider) => `QR payment ${provider}`,
};
const payout: Receipt = {
  _id: '0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a01',
  statementType: 'withdraw',
  from: 'WALLET',
  to: 'KBANK',
  amount: 300.5,
  status: 'PENDING',
  createdAt: '2026-11-20T09:00:00.000Z',
  canCancel: false,
  steps: [
    { step: 'created', at: '2026-11-20T09:00:00.000Z' },
    { step: 'held', at: '2026-11-20T09:00:00.000Z' },
    { step: 'sent', at: '2026-11-20T09:00:02.000Z' },
  ],
};

describe('a receipt as text', () => {
  it('has the sentence, the figures, what has happened so far, and the reference', () => {
    expect(receiptText({ receipt: payout, currency: 'BAHT', names }, NOW).split('\n').slice(1)).toEqual([
      '฿300.50 is on its way to your account at Kasikornbank',
      '',
      'Withdrawal: ฿300.50',
      'Status: In progress',
      'From: Main wallet',
      'To: Kasikornbank',
      '',
      'Withdrawal asked for: 20/11/2026 16:00:00',
      'Held in your main wallet: 20/11/2026 16:00:00',
      'Sent to the bank: 20/11/2026 16:00:02',
      '',
      'Reference: 0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a01',
    ]);
  });

  it.each<[Partial<Receipt>, string]>([
    [{ status: 'SUCCESS' }, '฿300.50 was paid into your account at Kasikornbank'],
    [{ status: 'FAILED' }, 'This transaction of ฿300.50 did not go through'],
    [
      { statementType: 'transfer', from: 'PG', to: 'WALLET', status: 'SUCCESS' },
      '฿300.50 moved from Lotus to Main wallet',
    ],
    [
      { statementType: 'bonus', from: '', to: 'WALLET', status: 'SUCCESS' },
      '฿300.50 was added to your main wallet',
    ],
  ])('tells %o', (change, story) => {
    expect(storyText({ receipt: { ...payout, ...change }, currency: 'BAHT', names })).toBe(story);
  });

  it('has a sentence for every kind in every state', () => {
    for (const statementType of ['deposit', 'withdraw', 'transfer', 'bonus', 'finish_bonus'] as const) {
      for (const status of ['SUCCESS', 'FAILED', 'PENDING'] as const) {
        expect(storyOf({ statementType, status })).toMatch(/^statement\.story/);
      }
    }
  });
});

describe('what comes next', () => {
  const created = payout.steps.slice(0, 2);
  it.each<[string, Partial<Receipt>, ReturnType<typeof nextOf>]>([
    ['the bank has it', {}, 'statement.nextBank'],
    ['it is being sent', { steps: created }, 'statement.nextSending'],
    [
      'it waits',
      { steps: [...created, { step: 'delayed', at: '2026-11-20T11:00:00.000Z' }] },
      'statement.nextDelayed',
    ],
    [
      'it has waited',
      { steps: [...created, { step: 'delayed', at: '2026-11-20T09:59:00.000Z' }] },
      'statement.nextSending',
    ],
    [
      'staff checks it',
      { steps: [...created, { step: 'review', at: payout.createdAt }] },
      'statement.nextReview',
    ],
    ['a game is asked', { statementType: 'transfer' }, 'statement.nextGame'],
    ['it is over', { status: 'SUCCESS' }, null],
    ['it has failed', { status: 'FAILED' }, null],
  ])('when %s', (_, change, next) => {
    expect(nextOf({ ...payout, ...change }, NOW)).toBe(next);
  });
});

describe('steps before a deposit', () => {
  it.each([
    ['ordered', 'statement.stepOrdered'],
    ['slip', 'statement.stepSlip'],
    ['gift', 'statement.stepGift'],
    ['unmatched', 'statement.stepUnmatched'],
  ] as const)('tell of %s', (step, text) => {
    const receipt: Receipt = {
      ...payout,
      statementType: 'deposit',
      status: 'SUCCESS',
      steps: [
        { step, at: '2026-11-20T08:00:00.000Z' },
        { step: 'posted', at: '2026-11-20T09:00:00.000Z' },
      ],
    };
    expect(timelineOf(receipt, NOW).map((one) => one.text)).toEqual([text, 'statement.stepDeposited']);
  });
});
