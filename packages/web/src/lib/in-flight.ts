const inFlight = new Set<string>();

/** Notes that something is being sent from this page, by its key. @returns notes that it no longer is */
export function noteInFlight(key: string): () => void {
  inFlight.add(key);
  return () => inFlight.delete(key);
}

/** Whether what goes by that key is being sent from this page right now. */
export const isKeyInFlight = (key: string): boolean => inFlight.has(key);

/** Whether anything is being sent from this page right now. */
export const isAnyInFlight = (): boolean => inFlight.size > 0;
