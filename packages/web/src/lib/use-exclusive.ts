import { useRef, useState } from 'react';

interface Exclusive<Name extends string> {
  /** Name of the running action, or null. */
  running: Name | null;
  /** Runs an action unless one is running, whichever button started it. */
  run: (name: Name, action: () => Promise<void>) => Promise<void>;
}

/** Allows one action at a time. The ref guards against a second press before React has drawn the first. */
export function useExclusive<Name extends string>(): Exclusive<Name> {
  const [running, setRunning] = useState<Name | null>(null);
  const isRunning = useRef(false);
  const run = async (name: Name, action: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(name);
    try {
      await action();
    } finally {
      isRunning.current = false;
      setRunning(null);
    }
  };
  return { running, run };
}
