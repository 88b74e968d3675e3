/**
 * Keeps the browser's offer to install the app until the player wants it (lib/install.ts), in place of the
 * browser's own bar.
 */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installOffer = event;
    window.dispatchEvent(new Event('installoffer'));
  });
}
