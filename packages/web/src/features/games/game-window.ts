import { t } from '../../lib/i18n/i18n.ts';
import { settings } from '../../lib/settings.ts';
import type { Entrance } from './launch.ts';

/** Where a game is going to open. */
export interface GameWindow {
  /** Goes to the game. Resolves when the player is back, or when going there has come to nothing. */
  open: (entrance: Entrance) => Promise<void>;
  /** The game will not be opened after all. */
  abandon: () => void;
}

/** How long this page waits to be left before its buttons work again. */
const LEAVING_MS = 10_000;

/**
 * Prepares a place for a game: this window, or in frame mode a tab of its own. Call it in the click itself:
 * browsers open no tab later, once an answer has been waited for.
 * @returns null when the browser blocked the tab
 */
export function prepareGameWindow(inNewTab = settings.iframe): GameWindow | null {
  return inNewTab ? newTab() : thisWindow();
}

function newTab(): GameWindow | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  // The game must not reach back into this page.
  tab.opener = null;
  tab.document.title = t('games.opening');
  tab.document.body.textContent = t('games.opening');
  return {
    open: (entrance) => {
      // The empty tab is still a page of ours: a form posted from inside it needs no name that others could take.
      if (entrance.kind === 'form') postForm(tab.document, entrance);
      else tab.location.replace(entrance.url);
      return Promise.resolve();
    },
    abandon: () => tab.close(),
  };
}

function thisWindow(): GameWindow {
  return {
    open: (entrance) => {
      if (entrance.kind === 'form') postForm(document, entrance);
      else window.location.assign(entrance.url);
      return untilBack();
    },
    abandon: () => undefined,
  };
}

/** Posts a form from a page, in whose window the answer shows. Nothing of it stays in the page. */
function postForm(page: Document, { url, fields }: Extract<Entrance, { kind: 'form' }>): void {
  const form = page.createElement('form');
  form.method = 'post';
  form.action = url;
  form.setAttribute('rel', 'noreferrer');
  form.hidden = true;
  form.append(...Object.entries(fields).map(([name, value]) => hiddenField(page, name, value)));
  page.body.append(form);
  // Not `form.submit`: a field of that name would stand in its place.
  HTMLFormElement.prototype.submit.call(form);
  form.remove();
}

function hiddenField(page: Document, name: string, value: string): HTMLInputElement {
  const field = page.createElement('input');
  field.type = 'hidden';
  field.name = name;
  field.value = value;
  return field;
}

/** Resolves when the browser shows this page again as it was left, or when it was not left in time. */
function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, LEAVING_MS);
    function finish(): void {
      clearTimeout(timer);
      window.removeEventListener('pageshow', finish);
      resolve();
    }
    window.addEventListener('pageshow', finish);
  });
}
