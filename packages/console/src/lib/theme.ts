import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const theme = createStore<Theme>(THEMES.find((known) => known === readStored('theme')) ?? 'system');

/** Applies the chosen theme; without a choice the style sheet follows the system. */
export function applyTheme(): void {
  const chosen = theme.get();
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}

export function changeTheme(next: Theme): void {
  theme.set(next);
  writeStored('theme', next === 'system' ? null : next);
  applyTheme();
}

export const useTheme = (): Theme => useStore(theme);
