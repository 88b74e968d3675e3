import { t } from '../../lib/i18n/i18n.ts';
import { settings } from '../../lib/settings.ts';

/** Where a game is going to open. */
export interface GameWindow {
  /** Goes to the game. Resolves when the player is back, or when going there has come to nothing. */
  open: (link: string) => Promise<void>;
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
    open: (link) => {
      tab.location.replace(link);
      return Promise.resolve();
    },
    abandon: () => tab.close(),
  };
}

function thisWindow(): GameWindow {
  return {
    open: (link) => {
      window.location.assign(link);
      return untilBack();
    },
    abandon: () => undefined,
  };
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
