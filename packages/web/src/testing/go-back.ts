import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Whether the history holds the extra entry that an open layer (a dialog, a step) has the back button close. */
export function holdsLayer(): boolean {
  return (window.history.state as { layer?: boolean } | null)?.layer === true;
}

/** Resolves once the history holds the entry of a layer, or holds none any more. */
export function layerHeld(expected: boolean): Promise<void> {
  return vi
    .waitUntil(() => holdsLayer() === expected, { interval: 1, timeout: 10_000 })
    .then(() => undefined);
}

/** Presses the back button, as soon as what lies on top has its entry in the history. */
export async function goBack(): Promise<void> {
  await layerHeld(true);
  const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history.back();
    await popped;
  });
}
