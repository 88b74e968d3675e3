const inFlight = new Set<string>();

/** Marks a key as being sent from this page. @returns removes the mark */
export function noteInFlight(key: string): () => void {
  inFlight.add(key);
  return () => inFlight.delete(key);
}

/** True while this page is sending the request of that key. */
export const isKeyInFlight = (key: string): boolean => inFlight.has(key);

/** True while this page is sending anything. */
export const isAnyInFlight = (): boolean => inFlight.size > 0;
