import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Resolves once the history has the extra entry of an open layer (a dialog, a step), or no longer has it. */
export async function layerHeld(expected: boolean): Promise<void> {
  const isHeld = () => (window.history.state as { layer?: boolean } | null)?.layer === true;
  await vi.waitUntil(() => isHeld() === expected, { interval: 1, timeout: 10_000 });
}

/** Goes back as soon as the top layer has its history entry. */
export async function goBack(): Promise<void> {
  await layerHeld(true);
  const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history.back();
    await popped;
  });
}
