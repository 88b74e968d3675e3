import { afterEach, describe, expect, it, vi } from 'vitest';
import { prepareGameWindow } from './game-window.ts';
import type { Entrance } from './launch.ts';

const link: Entrance = { kind: 'link', url: 'https://play.example/' };
/** A provider may name a token like a property of the form element. */
const form: Entrance = {
  kind: 'form',
  url: 'https://site.example/login',
  fields: { username: 'kp1', password: 'p&"<w', submit: 'x', action: 'y' },
};

function fakeTab() {
  const replace = vi.fn<(link: string) => void>();
  const close = vi.fn<() => void>();
  const page = document.implementation.createHTMLDocument();
  const tab = { opener: window as Window | null, document: page, location: { replace }, close };
  return { tab, asWindow: tab as unknown as Window };
}

/** Captures forms on submission instead of sending them. */
function watchForms() {
  const sent: { page: Document; attributes: Record<string, string>; fields: Record<string, unknown> }[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function submit(this: HTMLFormElement) {
    expect(this.isConnected).toBe(true);
    const attributes = this.getAttributeNames().map((name) => [name, this.getAttribute(name) ?? '']);
    sent.push({
      page: this.ownerDocument,
      attributes: Object.fromEntries(attributes) as Record<string, string>,
      fields: Object.fromEntries(new FormData(this)),
    });
  });
  return sent;
}

afterEach(() => vi.restoreAllMocks());

describe('prepareGameWindow', () => {
  it('opens an empty tab at once, without a handle on this page, and fills it later', async () => {
    const { tab, asWindow } = fakeTab();
    const open = vi.spyOn(window, 'open').mockReturnValue(asWindow);
    const gameWindow = prepareGameWindow(true);
    expect(open).toHaveBeenCalledExactlyOnceWith('', '_blank');
    expect(tab.opener).toBeNull();
    expect(tab.location.replace).not.toHaveBeenCalled();
    await gameWindow?.open(link);
    expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://play.example/');
  });

  it('posts a form from inside that tab, and nothing of it is ever in this page', async () => {
    const { tab, asWindow } = fakeTab();
    vi.spyOn(window, 'open').mockReturnValue(asWindow);
    const sent = watchForms();
    await prepareGameWindow(true)?.open(form);
    expect(sent).toEqual([
      {
        page: tab.document,
        attributes: { method: 'post', action: form.url, rel: 'noreferrer', hidden: '' },
        fields: form.fields,
      },
    ]);
    expect(tab.document.forms).toHaveLength(0);
    expect(tab.location.replace).not.toHaveBeenCalled();
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
      ?.open({ kind: 'link', url: '#game' })
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

  it('posts a form in this window, and leaves nothing of it in the page', async () => {
    const sent = watchForms();
    const gone = prepareGameWindow(false)?.open(form);
    expect(sent.map(({ page, fields }) => ({ page, fields }))).toEqual([
      { page: document, fields: form.fields },
    ]);
    expect(document.forms).toHaveLength(0);
    expect(window.location.href).not.toContain('kp1');
    window.dispatchEvent(new Event('pageshow'));
    await gone;
  });
});
