import { ApiError, errorText } from '../lib/api-error.ts';
import { createStore, type Store } from '../lib/store.ts';

export interface Toast {
  id: number;
  tone: 'success' | 'error' | 'info';
  text: string;
}

/** Time for which a toast is shown. */
export const TOAST_MS = 4_000;
/** More would cover the content that they are about. */
const MAX_TOASTS = 2;

export const toasts: Store<readonly Toast[]> = createStore<readonly Toast[]>([]);

let nextId = 1;

function add(tone: Toast['tone'], text: string): void {
  const id = nextId++;
  // The same text again replaces the earlier toast.
  const others = toasts.get().filter((toast) => toast.text !== text);
  toasts.set([...others, { id, tone, text }].slice(-MAX_TOASTS));
  setTimeout(() => dismissToast(id), TOAST_MS);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Removes the errors when another try begins. */
function dropErrors(): void {
  toasts.set(toasts.get().filter(({ tone }) => tone !== 'error'));
}

function addError(error: unknown): void {
  if (error instanceof ApiError && error.isSeenTo) return;
  add('error', typeof error === 'string' ? error : errorText(error));
}

/** Short messages at the top of the screen for 4 s. Errors are red, and accept any caught value. */
export const toast = {
  success: (text: string): void => add('success', text),
  info: (text: string): void => add('info', text),
  error: addError,
  dropErrors,
};
