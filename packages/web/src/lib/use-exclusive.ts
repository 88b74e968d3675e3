import { useRef, useState } from 'react';

interface Exclusive<Name extends string> {
  /** The action under way, or null. */
  running: Name | null;
  /** Runs an action unless one is under way, from whichever button it comes. */
  run: (name: Name, action: () => Promise<void>) => Promise<void>;
}

/** Lets one action run at a time. The ref guards against a press before React has drawn the first one. */
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
