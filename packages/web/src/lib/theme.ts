import { readStored, STORAGE_KEYS, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

function storedTheme(): Theme {
  const stored = readStored(STORAGE_KEYS.theme);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

const themeStore = createStore<Theme>(storedTheme());

const GROUND = { light: '#f6f0e4', dark: '#100f1f' } as const;

/** Puts the chosen theme on the page and keeps following the device where that was chosen. */
export function startTheme(): void {
  const device = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const theme = themeStore.get();
    const shown = theme === 'system' ? (device.matches ? 'dark' : 'light') : theme;
    document.documentElement.dataset['theme'] = shown;
    // One for each scheme of the device, which the player's choice stands above.
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.setAttribute('content', GROUND[shown]);
  };
  themeStore.subscribe(apply);
  device.addEventListener('change', apply);
  apply();
}

export function changeTheme(theme: Theme): void {
  writeStored(STORAGE_KEYS.theme, theme === 'system' ? null : theme);
  themeStore.set(theme);
}

export function useTheme(): Theme {
  return useStore(themeStore);
}
