import { call } from '../../lib/http.ts';
import { useReload } from '../../lib/use-api.ts';
import { activeOf, type ActiveBonus } from './use-active-bonus.ts';
import { useWallet } from './use-wallet.ts';

/**
 * Returns a function that reloads everything after a bonus was taken, ended, or may have been: the active
 * state first, then the list, the balances and the statement. Never rejects. Resolves with the active bonus,
 * null without one, undefined when the server could not be asked.
 */
export function useBonusChanged(): () => Promise<ActiveBonus | null | undefined> {
  const { reload } = useWallet();
  const reloadApi = useReload();
  return async () => {
    const active = await lookAtActive();
    // Data that cannot be reached now is not awaited either.
    const rest = Promise.all([
      reloadApi('GET /api/bonus/check/active'),
      reloadApi('GET /api/bonus'),
      reloadApi('POST /api/statement'),
      reload(),
    ]).catch((error: unknown) => console.warn('reload after a bonus failed', error));
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
