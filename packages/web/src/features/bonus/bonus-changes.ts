import { call } from '../../lib/http.ts';
import type { Operation } from '../../operations/operation.ts';
import { useRefresh } from '../../operations/refresh.ts';
import { activeOf, type ActiveBonus } from './active-bonus-api.ts';

/**
 * Returns a function that reloads everything after a bonus was taken, ended, or may have been: the active
 * state first, then all that the operation changes. Never rejects. Resolves with the active bonus, null
 * without one, undefined when the server could not be asked.
 */
export function useBonusChanged(): (
  operation: Pick<Operation, 'refreshes'>,
) => Promise<ActiveBonus | null | undefined> {
  const refresh = useRefresh();
  return async (operation) => {
    const active = await lookAtActive();
    // Data that cannot be reached now is not awaited either.
    const rest = refresh(operation);
    if (active !== undefined) await rest;
    return active;
  };
}

async function lookAtActive(): Promise<ActiveBonus | null | undefined> {
  try {
    return activeOf(await call('GET /api/bonus/check/active'));
  } catch (error) {
    console.warn('looking at the active bonus failed', error);
    return undefined;
  }
}
