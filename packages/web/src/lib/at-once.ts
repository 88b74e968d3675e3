import { onConnectionChange } from './connection.ts';

/** Calls at once, and again whenever the connection may have changed: code that did not come is loaded then. */
export function atOnce(act: () => void): () => void {
  act();
  return onConnectionChange(act);
}
