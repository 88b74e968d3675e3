import { writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';
import { putTheme, storedTheme, type Theme } from './theme-on-page.ts';

const themeStore = createStore<Theme>(storedTheme());

export function changeTheme(theme: Theme): void {
  writeStored('theme', theme === 'system' ? null : theme);
  themeStore.set(theme);
  putTheme();
}

export function useTheme(): Theme {
  return useStore(themeStore);
}
