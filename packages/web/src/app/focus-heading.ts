/** Puts focus on the heading of the page, where reading begins; on its content while there is no heading yet. */
export function focusHeading(): void {
  const content = document.getElementById('content');
  const heading = content?.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (heading ?? content)?.focus({ preventScroll: true });
}

/** The same for a page whose code came late, unless the reader has gone elsewhere meanwhile. */
export function focusLateHeading(): void {
  if (document.activeElement?.id === 'content') focusHeading();
}
