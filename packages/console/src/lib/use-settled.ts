import { useEffect, useState } from 'react';

const SETTLED_MS = 250;

/** Returns a value once it has stopped changing for a moment: a search is not sent at every letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
