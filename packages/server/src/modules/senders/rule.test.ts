import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../ledger/types.ts';
import { senderAmong, type Candidate } from './rule.ts';

const candidate = (memberId: string, names: readonly string[], shownName = names[0] ?? ''): Candidate => ({
  memberId,
  wallet: 1n as AccountId,
  currency: 'BAHT',
  shownName,
  names,
});

const SOMCHAI = candidate('somchai', ['SOMCHAI JAIDEE']);
const MALEE = candidate('malee', ['MALEE RAKDEE']);

describe('senderAmong', () => {
  it.each<[string, Candidate[], string, Candidate | string]>([
    ['nobody who fits', [], 'SOMCHAI JAIDEE', 'no_member'],
    ['one with that name', [SOMCHAI], 'MR SOMCHAI J', SOMCHAI],
    ['one with another name', [SOMCHAI], 'MALEE RAKDEE', 'name_mismatch'],
    ['one with that name in another script', [SOMCHAI], 'สมชาย ใจดี', 'name_mismatch'],
    ['one whose name shows too little', [SOMCHAI], 'SOMCHAI', 'name_mismatch'],
    ['the one of two with that name', [SOMCHAI, MALEE], 'MALEE RAKDEE', MALEE],
    ['two with that name', [SOMCHAI, candidate('twin', ['SOMCHAI JAIDEE'])], 'SOMCHAI JAIDEE', 'ambiguous'],
    [
      'another whose name is in another script',
      [SOMCHAI, candidate('thai', ['สมชาย ใจดี'])],
      'SOMCHAI JAIDEE',
      'ambiguous',
    ],
    ['another without any name', [SOMCHAI, candidate('nameless', [])], 'SOMCHAI JAIDEE', 'ambiguous'],
    [
      'another who has taken that name since',
      [SOMCHAI, candidate('thief', ['SOMSAK PLOMJAI'], 'SOMCHAI JAIDEE')],
      'SOMCHAI JAIDEE',
      'ambiguous',
    ],
    [
      'one who has taken that name since',
      [candidate('thief', ['SOMSAK PLOMJAI'], 'SOMCHAI JAIDEE')],
      'SOMCHAI JAIDEE',
      'name_mismatch',
    ],
    ['one with that name among others', [candidate('two', ['NOK D', 'MALEE RAKDEE'])], 'MALEE R', 'two'],
  ])('with %s', (_, candidates, fromName, expected) => {
    const sender = senderAmong(candidates, fromName);
    expect(typeof sender === 'string' || typeof expected !== 'string' ? sender : sender.memberId).toEqual(
      expected,
    );
  });

  it('never credits more when another member joins, and goes by no order', () => {
    const names = ['SOMCHAI JAIDEE', 'SOMCHAI J', 'MALEE RAKDEE', 'สมชาย ใจดี', 'SOMCHAI', 'JAIDEE SOMCHAI'];
    const anybody = fc
      .record({ names: fc.subarray(names), shownName: fc.constantFrom(...names) })
      .map((drawn) => candidate('any', drawn.names, drawn.shownName));
    fc.assert(
      fc.property(
        fc.array(anybody, { maxLength: 4 }),
        anybody,
        fc.constantFrom(...names),
        (before, joining, fromName) => {
          const first = senderAmong(before, fromName);
          const after = senderAmong([...before, joining], fromName);
          expect(senderAmong([joining, ...before], fromName)).toEqual(after);
          if (typeof first === 'string')
            expect([first, joining, 'name_mismatch', 'ambiguous']).toContain(after);
          else expect([first, 'ambiguous']).toContain(after);
        },
      ),
    );
  });
});
