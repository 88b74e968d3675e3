import { describe, expect, it } from 'vitest';
import { shownPayload } from './approval.ts';

describe('a proposal', () => {
  it('of other permissions shows what comes and what goes', () => {
    const payload = {
      name: 'Night',
      before: ['audit.read', 'payouts.read'],
      permissions: ['payouts.read', 'risk.read'],
    };
    expect(shownPayload({ action: 'role.change', payload })).toEqual({
      name: 'Night',
      added: ['risk.read'],
      removed: ['audit.read'],
    });
    expect(
      shownPayload({ action: 'role.change', payload: { ...payload, permissions: ['audit.read'] } }),
    ).toEqual({
      name: 'Night',
      removed: ['payouts.read'],
    });
  });

  it('of anything else shows all', () => {
    const payload = { amount: 5 };
    expect(shownPayload({ action: 'adjustment', payload })).toBe(payload);
  });
});
