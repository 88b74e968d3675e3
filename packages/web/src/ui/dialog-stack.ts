import { createStore, useStore } from '../lib/store.ts';

/**
 * Open modal dialogs, lowest first. Parts that must stay usable above them (toasts) are rendered inside the
 * top one.
 */
const stack = createStore<readonly HTMLDialogElement[]>([]);

/** Registers an open dialog; returns the function that unregisters it. */
export function registerDialog(dialog: HTMLDialogElement): () => void {
  stack.set([...stack.get(), dialog]);
  return () => stack.set(stack.get().filter((other) => other !== dialog));
}

/** Returns the top dialog, or null. */
export const topDialog = (): HTMLDialogElement | null => stack.get().at(-1) ?? null;

/** Follows the top dialog from a component. */
export function useTopDialog(): HTMLDialogElement | null {
  return useStore(stack).at(-1) ?? null;
}
