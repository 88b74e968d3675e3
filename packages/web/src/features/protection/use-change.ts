import { useApi, useReload } from '../../lib/use-api.ts';
import { toast } from '../../ui/toast-store.ts';
import type { Protection } from './types.ts';

/**
 * Returns a function that makes a change and shows the new state. It resolves to false, and tells the reason, when the
 * change was refused or its answer was lost: the state is then read again.
 */
export function useChange(): (
  change: () => Promise<Protection>,
  /** Told when it was made, also by the new state. */
  done?: string | ((state: Protection) => string),
) => Promise<boolean> {
  const { mutate } = useApi('GET /api/protection');
  const reload = useReload();
  return async (change, done) => {
    let state: Protection;
    try {
      state = await change();
      await mutate(state, { revalidate: false });
    } catch (error) {
      toast.error(error);
      await mutate();
      return false;
    }
    if (done !== undefined) toast.success(typeof done === 'string' ? done : done(state));
    await reload('GET /api/wallet');
    return true;
  };
}
