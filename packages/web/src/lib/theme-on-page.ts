import { readStored, STORAGE_KEYS } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The page's colour behind everything, which a phone's own bars take on. */
const GROUND = { light: '#f6f0e4', dark: '#100f1f' } as const;

/** What the player has chosen. */
export function storedTheme(): Theme {
  const stored = readStored(STORAGE_KEYS.theme);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Puts the chosen theme on the page. */
export function putTheme(): void {
  const theme = storedTheme();
  const isDark = theme === 'dark' || (theme === 'system' && deviceIsDark().matches);
  const shown = isDark ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = shown;
  // One for each scheme of the device, which the player's choice stands above.
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', GROUND[shown]);
}

/** Puts the chosen theme on the page, and keeps following the device where that was chosen. */
export function followTheme(): void {
  deviceIsDark().addEventListener('change', putTheme);
  putTheme();
}

const deviceIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');
