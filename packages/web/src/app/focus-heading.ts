/** Focuses the heading of the page, where reading begins; its content while there is no heading yet. */
export function focusHeading(): void {
  const content = document.getElementById('content');
  const heading = content?.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (heading ?? content)?.focus({ preventScroll: true });
}

/** Focuses the heading of a page whose code came late, unless the reader has moved the focus meanwhile. */
export function focusLateHeading(): void {
  if (document.activeElement?.id === 'content') focusHeading();
}
