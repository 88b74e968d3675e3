import type { ComponentType, ReactNode } from 'react';
import { isSparing } from '../lib/connection.ts';
import { loadWords } from '../lib/i18n/i18n.ts';
import type { WordSet } from '../lib/i18n/word-sets.ts';
import { registerReads } from '../lib/read-traits.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { loadIcons } from '../ui/icon.tsx';
import { allReads } from './all-reads.ts';

// Before any screen that reads: the login page, which comes without this file, reads nothing.
registerReads(allReads);

interface Route {
  load: () => Promise<{ default: ComponentType }>;
  /** Word sets beyond the words of the first screen. */
  words: readonly WordSet[];
}

const VISITOR: readonly WordSet[] = ['visitor'];
/** Members may see errors at any moment, so the texts of errors are always loaded. */
const MEMBER: readonly WordSet[] = ['visitor', 'member'];
const MORE: readonly WordSet[] = ['visitor', 'member', 'more'];
const RESET: readonly WordSet[] = ['visitor', 'extra'];
const NOTICES: readonly WordSet[] = ['visitor', 'member', 'extra'];
const ACCOUNT: readonly WordSet[] = ['visitor', 'member', 'account'];
const SAFE: readonly WordSet[] = ['visitor', 'member', 'more', 'safe'];

const CONTACT = () => import('../routes/contact.tsx');
const NOT_FOUND: Route = { load: () => import('../routes/not-found.tsx'), words: [] };
/** Shown inside the members' frame. */
const NOT_FOUND_INSIDE: Route = { ...NOT_FOUND, words: MEMBER };
const VERIFY_SPIN: Route = { load: () => import('../routes/verify-spin.tsx'), words: MORE };

/** Screens by address, each a separate chunk. The login page comes with the app itself. */
const ROUTES: Readonly<Partial<Record<string, Route>>> = {
  '/user/home': { load: () => import('../routes/home.tsx'), words: MEMBER },
  '/register': { load: () => import('../routes/register.tsx'), words: VISITOR },
  '/reset': { load: () => import('../routes/reset.tsx'), words: RESET },
  '/howto': { load: () => import('../routes/howto.tsx'), words: VISITOR },
  '/contact': { load: CONTACT, words: VISITOR },
  '/terminated': { load: () => import('../routes/terminated.tsx'), words: VISITOR },
  '/user/bonus': { load: () => import('../routes/bonus.tsx'), words: MORE },
  '/user/spin': { load: () => import('../routes/spin.tsx'), words: MORE },
  '/user/statement': { load: () => import('../routes/statement.tsx'), words: MORE },
  '/user/profile': { load: () => import('../routes/profile.tsx'), words: ACCOUNT },
  '/user/notices': { load: () => import('../routes/notices.tsx'), words: NOTICES },
  '/user/protection': { load: () => import('../routes/protection.tsx'), words: SAFE },
  '/user/play': { load: () => import('../routes/play.tsx'), words: SAFE },
  '/user/contact': { load: CONTACT, words: MEMBER },
};

/** Addresses that end with an id. */
const VERIFY_PATH = /^\/user\/spin\/verify\/[\w-]+$/;

/** Loads all screens to which the one at `path` may lead, home first. */
export async function prefetch(path: string, load: (path: string) => Promise<unknown>): Promise<void> {
  const asMember = path.startsWith('/user');
  // With the data saver on, each screen is loaded when it is opened.
  if (isSparing()) return;
  for (const other of Object.keys(ROUTES)) {
    if (asMember && !other.startsWith('/user')) continue;
    // One at a time, and each when the browser is idle: a press must not wait until all are parsed.
    await new Promise<void>(whenIdle);
    // A screen that fails to load now is loaded again when it is opened.
    await load(other).catch(() => undefined);
  }
}

/** Loads the screen at a path with its words; the 404 page for an unknown path. */
export async function fetchScreen(path: string): Promise<ComponentType> {
  const { load, words } = routeOf(path);
  const [{ default: screen }] = await Promise.all([load(), loadWords(...words), loadIcons()]);
  return screen;
}

function routeOf(path: string): Route {
  if (VERIFY_PATH.test(path)) return VERIFY_SPIN;
  const known = Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
  return known ?? (path.startsWith('/user/') ? NOT_FOUND_INSIDE : NOT_FOUND);
}

/**
 * Loads the frame of members' pages. From then on, intents without an answer are recovered; dialogs that a
 * new version closed are reopened.
 */
export async function fetchMemberShell(): Promise<ComponentType<{ children: ReactNode }>> {
  const [{ MemberShell }, { startRecovery }, { reopenModals }] = await Promise.all([
    import('./member-shell.tsx'),
    import('./start-recovery.ts'),
    import('./reopen-modals.ts'),
    // Coming from a visitors' page, the frame may be loaded before the screen's words.
    loadWords(...MEMBER),
    loadIcons(),
  ]);
  startRecovery();
  reopenModals();
  return MemberShell;
}

/** Loads the parts over the pages, and starts the service worker. */
export async function fetchParts(): Promise<ComponentType> {
  import('./offline-shell.ts').then(
    ({ startOfflineShell }) => startOfflineShell(),
    () => undefined,
  );
  const [{ OverPages }] = await Promise.all([import('./over-pages.tsx'), loadIcons(), loadWords('visitor')]);
  return OverPages;
}

/** Loads the dialogs and questions. */
export async function fetchDialogs(): Promise<ComponentType> {
  const [{ Dialogs }] = await Promise.all([import('./dialogs.tsx'), loadIcons(), loadWords('visitor')]);
  return Dialogs;
}

/** Loads the footer of visitors' pages. */
export async function fetchFooter(): Promise<ComponentType> {
  const [{ Footer }] = await Promise.all([import('./footer.tsx'), loadIcons(), loadWords('visitor')]);
  return Footer;
}

/** Loads what gives the server what it asks for before it makes a call. */
export const fetchAsked = () => import('./asked.ts').then(({ answerAsked }) => answerAsked);
