import { SCREENS } from './screens.ts';
import type { Screen } from './steps.ts';

/** Screens that lie over a page and close by a press, by that page. */
const SHEETS = {
  '/user/home': [
    'drawer',
    'deposit',
    'withdraw',
    'transfer',
    'game-account',
    'refund-banners',
    'refund',
    'invite-banners',
    'invite',
    'spin-modal',
    'conditions',
  ],
  '/user/profile': ['edit-profile', 'change-password', 'log-out-everywhere', 'set-up-totp', 'step-up'],
  '/user/protection': ['limit', 'pause'],
  '/user/statement': ['receipt', 'slip'],
  '/user/notices': ['notice-choices'],
  '/user/bonus': ['bonus'],
  '/user/contact': ['chat'],
} as const;

/** Returns the sheets of each page. */
export const sheetsByPage = (): [path: string, sheets: Screen[]][] =>
  Object.entries(SHEETS).map(([path, names]) => [path, names.map((name) => screenOf(name, path))]);

function screenOf(name: string, path: string): Screen {
  const screen = SCREENS.find((one) => one.name === name);
  if (screen?.path !== path) throw new Error(`the gallery has no ${name} over ${path}`);
  return screen;
}
