import { STORAGE_KEYS } from '../lib/storage.ts';

/** Leaves nothing of the language that was chosen. */
export function forgetLanguage(): void {
  window.localStorage.removeItem(STORAGE_KEYS.locale);
  document.cookie = 'lang=; Max-Age=0; Path=/';
}
