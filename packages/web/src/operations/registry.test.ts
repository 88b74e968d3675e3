import { errorsOf } from '@krapao/contract/answers';
import { routes } from '@krapao/contract/routes';
import { afterAll, describe, expect, it } from 'vitest';
import { ApiError, errorText } from '../lib/api-error.ts';
import { changeLocale, t } from '../lib/i18n/i18n.ts';
import { heldWithdraw } from './held-withdraw.ts';
import { reasonOf } from './operation.ts';
import { operationOf, OPERATIONS } from './registry.ts';

/** Contents as the features send them. */
const CONTENTS: Readonly<Record<string, unknown>> = {
  bonus: { code: 'WELCOME' },
  cancel: { transferId: 'id', amount: '100.00' },
  claim: { coupon: 'CASH', name: 'Cash' },
  collect: [['PG', 50]],
  endBonus: null,
  gift: null,
  heldRelease: { held: '100.00' },
  heldWithdraw: { held: '100.00' },
  invite: null,
  promotion: { code: 'GIFT' },
  qr: { provider: 'WW', amount: '100.00' },
  refund: null,
  slip: { draft: 'draft' },
  spin: null,
  transfer: { from: 'PG', to: 'WALLET', amount: '100.00' },
  transferAll: { to: 'PG', balance: '100.00' },
  withdraw: { amount: '100.00', isWhole: true },
};

describe('the money operations', () => {
  afterAll(() => changeLocale('en'));

  it('are found by the names under which devices hold their intents', () => {
    expect(OPERATIONS.map(({ name }) => name).toSorted()).toEqual(Object.keys(CONTENTS));
    for (const operation of OPERATIONS) expect(operationOf(operation.name)).toBe(operation);
    expect(operationOf('of another version')).toBeUndefined();
  });

  it.each(OPERATIONS)('$name changes something, and reloads it', ({ routes: called, refreshes }) => {
    for (const route of called) {
      const { method, ...spec } = routes[route];
      expect([route, method !== 'GET' || 'mutates' in spec]).toEqual([route, true]);
    }
    expect(refreshes.length).toBeGreaterThan(0);
    // Content of the operator changes by no operation, and reloading it would cost every screen.
    expect(refreshes.filter((route) => route.includes('/lookup/'))).toEqual([]);
  });

  it.each(OPERATIONS)('$name has a text for every code that its routes declare', async (operation) => {
    const codes = new Set(operation.routes.flatMap((route) => errorsOf(routes[route])));
    expect(codes.size).toBeGreaterThan(5);
    for (const language of ['th', 'la', 'en'] as const) {
      await changeLocale(language);
      for (const code of codes) {
        const reason = reasonOf(operation, new ApiError(code, 409), CONTENTS[operation.name]);
        const text = typeof reason === 'string' ? reason : errorText(reason);
        const unexpected = t('common.unexpectedError');
        expect([language, code, ['', code, unexpected].includes(text)]).toEqual([language, code, false]);
      }
    }
  });

  it('tell of a payout of held money that failed at once that the money is held again', () => {
    const failed = new ApiError('TRANSFER_FAIL', 409);
    expect(reasonOf(heldWithdraw, failed, { held: '60.00' })).toBe(t('held.refusedMsg'));
  });
});
