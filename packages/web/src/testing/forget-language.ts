import { STORAGE_KEYS } from '../lib/storage.ts';

/** Removes the chosen language. */
export function forgetLanguage(): void {
  window.localStorage.removeItem(STORAGE_KEYS.locale);
  document.cookie = 'lang=; Max-Age=0; Path=/';
}
