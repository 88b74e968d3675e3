/** Removes the chosen language. */
export function forgetLanguage(): void {
  window.localStorage.removeItem('locale');
  document.cookie = 'lang=; Max-Age=0; Path=/';
}
