import { useEffect } from 'react';
import type { PlainKey } from './i18n.ts';
import { createStore, useStore } from './store.ts';

/** A key and what it does. */
export interface KeyBinding {
  /** A Latin letter in lower case, `?`, `Enter` or `Escape`. */
  key: string;
  /** Its line in the list of keys. */
  label: PlainKey;
  run: () => void;
}

type Layer = readonly KeyBinding[];

/** The bindings on screen; a later layer has the first word. */
const layers = createStore<readonly Layer[]>([]);

/** The parts of a keyboard event that decide its meaning. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Returns the name of a key: the Latin letter on it. A Thai or Lao layout types another letter there, so the place on
 * the keyboard decides then.
 */
export function keyOf({ key, code, shiftKey }: Press): string {
  if (key === '?' || (code === 'Slash' && shiftKey)) return '?';
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return letter?.toLowerCase() ?? key;
}

/** Whether a press opens the command palette: ⌘K or Ctrl-K. */
export const opensPalette = (press: Press): boolean =>
  (press.ctrlKey || press.metaKey) && !press.altKey && !press.shiftKey && keyOf(press) === 'k';

/** Returns the binding of a press; none with a modifier, which belongs to the browser. */
export function bindingOf(press: Press, all: readonly Layer[]): KeyBinding | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const name = keyOf(press);
  for (const layer of all.toReversed()) {
    const found = layer.find(({ key }) => key === name);
    if (found) return found;
  }
  return undefined;
}

/** Whether an element takes typed letters for itself. */
export function takesLetters(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

const OPEN_DIALOG = '[role="dialog"], [role="alertdialog"], [role="menu"]';
/** Controls that act on Enter by themselves. */
const PRESSABLE = 'a[href], button, [role="menuitem"], [role="option"], summary';

/** Follows the keyboard. Open dialogs and menus have their own keys. @returns a function that stops it */
export function watchKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || takesLetters(event.target)) return;
    if (document.querySelector(OPEN_DIALOG)) return;
    if (event.key === 'Enter' && event.target instanceof Element && event.target.closest(PRESSABLE)) return;
    const binding = bindingOf(event, layers.get());
    if (!binding) return;
    event.preventDefault();
    binding.run();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/** Binds keys while the component is on screen. */
export function useKeys(bindings: Layer): void {
  useEffect(() => {
    layers.set([...layers.get(), bindings]);
    return () => layers.set(layers.get().filter((layer) => layer !== bindings));
  }, [bindings]);
}

/** Every bound key once, those of the latest layer first. */
export function useBoundKeys(): Layer {
  const seen = new Set<string>();
  return useStore(layers)
    .toReversed()
    .flat()
    .filter(({ key }) => !seen.has(key) && seen.add(key));
}
