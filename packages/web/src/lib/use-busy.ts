import { useExclusive } from './use-exclusive.ts';

interface Busy {
  busy: boolean;
  /** Runs an action unless one is running. Rejects with what the action rejects with. */
  run: (action: () => Promise<void>) => Promise<void>;
}

/** Lets a form send one thing at a time. */
export function useBusy(): Busy {
  const { running, run } = useExclusive<'action'>();
  return { busy: running !== null, run: (action) => run('action', action) };
}
