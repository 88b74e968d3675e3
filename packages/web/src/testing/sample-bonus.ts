import type { ResponseBody } from '@krapao/contract/routes';

type Bonus = ResponseBody<'GET /api/bonus'>[number];
type Check = ResponseBody<'GET /api/bonus/check/active'>;

/** Returns an offered bonus, with a test's changes. */
export function sampleBonus(changes: Partial<Bonus> = {}): Bonus {
  return {
    code: 'WELCOME',
    name: 'Welcome bonus',
    type: 'limit',
    maxReceived: 1,
    banners: [{ image: '/content/welcome.svg', html: '<p>Doubled</p>' }],
    percentFail: 20,
    userBonus: null,
    terms: {
      gives: { kind: 'percent', percent: 100, upTo: 500 },
      minDeposit: 100,
      turnoverTimes: 5,
      games: [
        { category: 'slot', percent: 100 },
        { category: 'sport', percent: 50 },
      ],
      endsBelow: 5,
      validDays: 7,
    },
    ...changes,
  };
}

/** Reply without an active bonus. */
export const noneActive: Check = { status: false, type: '', wagering: null };

/** Returns a reply with an active bonus that has some progress. */
export function activeBonus(changes: Partial<NonNullable<Check['wagering']>> = {}): Check {
  return {
    status: true,
    type: 'limit',
    wagering: {
      code: 'WELCOME',
      name: 'Welcome bonus',
      bonusAmount: 200,
      turnoverNeeded: 2000,
      turnoverDone: 500.5,
      turnoverLeft: 1499.5,
      games: [{ category: 'slot', percent: 100 }],
      endsBelow: 5,
      cancelCost: 30.25,
      isMet: false,
      expiresAt: new Date(Date.now() + 3 * 24 * 60 * 60 * 1000 + 60_000).toISOString(),
      ...changes,
    },
  };
}
