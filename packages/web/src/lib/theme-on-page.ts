import { readStored } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Background colour of the page, which a phone's own bars adopt. */
const GROUND = { light: '#f6f0e4', dark: '#100f1f' } as const;

/** Returns the player's chosen theme. */
export function storedTheme(): Theme {
  const stored = readStored('theme');
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Applies the chosen theme to the page. */
export function putTheme(): void {
  const theme = storedTheme();
  const isDark = theme === 'dark' || (theme === 'system' && deviceIsDark().matches);
  const shown = isDark ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = shown;
  // There is one element per colour scheme of the device; the player's choice overrides both.
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', GROUND[shown]);
}

/** Applies the chosen theme and follows the device's scheme where the player chose that. */
export function followTheme(): void {
  deviceIsDark().addEventListener('change', putTheme);
  putTheme();
}

const deviceIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');
