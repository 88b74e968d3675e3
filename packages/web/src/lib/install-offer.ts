/**
 * Keeps the browser's offer to put the app on the home screen for when the player wants it (lib/install.ts), in place
 * of a bar of the browser's own.
 */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.installOffer = event;
    window.dispatchEvent(new Event('installoffer'));
  });
}
