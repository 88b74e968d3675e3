import { useReload } from '../lib/use-api.ts';
import { noteStir } from '../wallet/wallet-pace.ts';
import type { Operation } from './operation.ts';

/** Returns a function that reloads all data that an operation changes. Never rejects. */
export function useRefresh(): (operation: Pick<Operation, 'refreshes'>) => Promise<void> {
  const reload = useReload();
  return async ({ refreshes }) => {
    noteStir();
    await Promise.all(refreshes.map(reload));
  };
}
