import { t } from '../../lib/i18n/i18n.ts';
import { settings } from '../../lib/settings.ts';
import type { Entrance } from './launch.ts';

/** Window in which a game will open. */
export interface GameWindow {
  /** Opens the game. Resolves when the player is back, or when opening failed. */
  open: (entrance: Entrance) => Promise<void>;
  /** Called when the game will not be opened after all. */
  abandon: () => void;
}

/** Longest wait for this page to be left before its buttons work again. */
const LEAVING_MS = 10_000;

/**
 * Prepares a window for a game: this window, or in frame mode a new tab. Call it in the click handler itself:
 * browsers block tabs opened after an awaited answer.
 * @returns null when the browser blocked the tab
 */
export function prepareGameWindow(inNewTab = settings.iframe): GameWindow | null {
  return inNewTab ? newTab() : thisWindow();
}

function newTab(): GameWindow | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  // The game must have no access to this page.
  tab.opener = null;
  tab.document.title = t('games.opening');
  tab.document.body.textContent = t('games.opening');
  return {
    open: (entrance) => {
      // The empty tab is still our page: a form posted from inside it needs no window name that others could
      // take.
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

/** Posts a form from a page; the answer shows in that page's window. The form is removed from the page. */
function postForm(page: Document, { url, fields }: Extract<Entrance, { kind: 'form' }>): void {
  const form = page.createElement('form');
  form.method = 'post';
  form.action = url;
  form.setAttribute('rel', 'noreferrer');
  form.hidden = true;
  form.append(...Object.entries(fields).map(([name, value]) => hiddenField(page, name, value)));
  page.body.append(form);
  // Not `form.submit`: a field named `submit` would shadow it.
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

/** Resolves when the browser shows this page again, or when it was not left in time. */
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
