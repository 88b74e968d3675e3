import { useRef, useState } from 'react';

interface Busy {
  busy: boolean;
  /** Runs an action unless one is running. Rejects with what the action rejects with. */
  run: (action: () => Promise<void>) => Promise<void>;
}

/** Lets a form send one thing at a time. The ref guards against a press before React has drawn the first one. */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const run = async (action: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await action();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}
