import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Resolves once the history holds the extra entry that an open layer (a dialog, a step) has, or holds none any more. */
export async function layerHeld(expected: boolean): Promise<void> {
  const isHeld = () => (window.history.state as { layer?: boolean } | null)?.layer === true;
  await vi.waitUntil(() => isHeld() === expected, { interval: 1, timeout: 10_000 });
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
