import { useExclusive } from './use-exclusive.ts';

interface Busy {
  busy: boolean;
  /** Runs an action unless one is running. Rejects with the action's error. */
  run: (action: () => Promise<void>) => Promise<void>;
}

/** Allows one action of a form at a time. */
export function useBusy(): Busy {
  const { running, run } = useExclusive<'action'>();
  return { busy: running !== null, run: (action) => run('action', action) };
}
