import { afterEach, describe, expect, it, vi } from 'vitest';
import { layerHeld } from '../testing/go-back.ts';
import { pushLayer } from './back-layers.ts';

const releases: (() => void)[] = [];

function open(close: () => void): () => void {
  const release = pushLayer(close);
  releases.push(release);
  return release;
}

afterEach(() => {
  for (const release of releases.splice(0)) release();
});

describe('the back button', () => {
  it('closes the top layer first and stays on the page', async () => {
    const below = vi.fn<() => void>();
    open(below);
    const closeTop = vi.fn<() => void>(() => releaseTop());
    const releaseTop = open(closeTop);
    await layerHeld(true);
    history.back();
    await vi.waitFor(() => expect(closeTop).toHaveBeenCalledOnce());
    expect(below).not.toHaveBeenCalled();
    await layerHeld(true);
  });

  it('has no extra stop left behind by a layer that was closed by other means', async () => {
    const length = history.length;
    const release = open(() => undefined);
    await layerHeld(true);
    release();
    await layerHeld(false);
    expect(history.length).toBeLessThanOrEqual(length + 1);
  });

  it('does not close what opens while the entry of what has closed is being taken back', async () => {
    const releaseQuestion = open(() => undefined);
    await layerHeld(true);
    const closeAnswer = vi.fn<() => void>();
    const goBack = history.back.bind(history);
    vi.spyOn(history, 'back').mockImplementationOnce(() => {
      goBack();
      open(closeAnswer);
    });
    const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    releaseQuestion();
    await popped;
    await layerHeld(true);
    expect(closeAnswer).not.toHaveBeenCalled();
    history.back();
    await vi.waitFor(() => expect(closeAnswer).toHaveBeenCalledOnce());
  });
});
