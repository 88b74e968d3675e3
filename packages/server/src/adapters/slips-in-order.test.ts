import { minor } from '@krapao/contract/money';
import { describe, expect, it } from 'vitest';
import { done, refused, unknown, type Outcome } from '../ports/outcome.ts';
import type { SlipAnswer, SlipLookup } from '../ports/slip-lookup.ts';
import { slipsInOrder } from './slips-in-order.ts';

const FOUND: Outcome<SlipAnswer> = done({
  status: 'found',
  transfer: {
    amount: minor(100n),
    at: new Date(0),
    fromBankCode: 'SCB',
    fromAccountNo: 'xxx1',
    fromName: 'a',
    toBankCode: 'KBANK',
    toAccountNo: 'xxx2',
    toName: 'b',
  },
});
const ANSWERS = {
  found: FOUND,
  not_found: done({ status: 'not_found' }),
  quota: done({ status: 'quota' }),
  delayed: done({ status: 'delayed', retryAfterMs: 60_000 }),
  down: unknown('no answer in time'),
  refused: refused('not a slip'),
} as const satisfies Record<string, Outcome<SlipAnswer>>;
type Name = keyof typeof ANSWERS;

describe('slip look-ups in order', () => {
  it.each<[Name[], Name, number]>([
    [['found', 'found'], 'found', 1],
    [['not_found', 'found'], 'found', 2],
    [['quota', 'found'], 'found', 2],
    [['down', 'found'], 'found', 2],
    [['delayed', 'found'], 'found', 2],
    [['refused', 'found'], 'found', 2],
    [['not_found', 'not_found'], 'not_found', 2],
    [['down', 'not_found'], 'down', 2],
    [['not_found', 'down'], 'down', 2],
    [['quota', 'not_found'], 'quota', 2],
    [['not_found', 'quota', 'down'], 'down', 3],
    [['delayed', 'down', 'not_found'], 'delayed', 3],
    [['refused', 'not_found'], 'not_found', 2],
    [['refused', 'refused'], 'refused', 2],
  ])('%j are %s, after %d questions', async (names, expected, questions) => {
    let asked = 0;
    const services = names.map((name): SlipLookup => ({
      lookUp: async () => {
        asked += 1;
        return ANSWERS[name];
      },
    }));
    expect(await slipsInOrder(services).lookUp({ sendingBank: '014', reference: 'r' })).toBe(
      ANSWERS[expected],
    );
    expect(asked).toBe(questions);
  });
});
