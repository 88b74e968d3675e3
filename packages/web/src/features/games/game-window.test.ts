import { describe, expect, it, vi } from 'vitest';
import { prepareGameWindow } from './game-window.ts';

function fakeTab() {
  const replace = vi.fn<(link: string) => void>();
  const close = vi.fn<() => void>();
  const page = document.implementation.createHTMLDocument();
  const tab = { opener: window as Window | null, document: page, location: { replace }, close };
  return { tab, asWindow: tab as unknown as Window };
}

describe('prepareGameWindow', () => {
  it('opens an empty tab at once, without a handle on this page, and fills it later', async () => {
    const { tab, asWindow } = fakeTab();
    const open = vi.spyOn(window, 'open').mockReturnValue(asWindow);
    const gameWindow = prepareGameWindow(true);
    expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank');
    expect(tab.opener).toBeNull();
    expect(tab.location.replace).not.toHaveBeenCalled();
    await gameWindow?.open('https://play.example/');
    expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://play.example/');
  });

  it('closes the tab when the game does not open', () => {
    const { tab, asWindow } = fakeTab();
    vi.spyOn(window, 'open').mockReturnValue(asWindow);
    prepareGameWindow(true)?.abandon();
    expect(tab.close).toHaveBeenCalledOnce();
  });

  it('is null when the browser blocks the tab', () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    expect(prepareGameWindow(true)).toBeNull();
  });

  it('otherwise goes there in this window, and is done once the page is shown again', async () => {
    const open = vi.spyOn(window, 'open');
    let isBack = false;
    const gone = prepareGameWindow(false)
      ?.open('#game')
      .then(() => {
        isBack = true;
      });
    expect(window.location.hash).toBe('#game');
    expect(open).not.toHaveBeenCalled();
    expect(isBack).toBe(false);
    window.dispatchEvent(new Event('pageshow'));
    await gone;
    expect(isBack).toBe(true);
  });
});
