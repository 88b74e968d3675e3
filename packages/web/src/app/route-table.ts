import type { ComponentType, ReactNode } from 'react';
import { isSparing } from '../lib/connection.ts';
import { loadWords } from '../lib/i18n/i18n.ts';
import type { WordSet } from '../lib/i18n/word-sets.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { loadIcons } from '../ui/icon.tsx';

interface Route {
  load: () => Promise<{ default: ComponentType }>;
  /** What it says, beyond the words of the first screen. */
  words: readonly WordSet[];
}

const VISITOR: readonly WordSet[] = ['visitor'];
/** Members are told of errors at any moment, so their texts are never missing. */
const HOME: readonly WordSet[] = ['visitor', 'home'];
const MORE: readonly WordSet[] = ['visitor', 'home', 'more'];

const CONTACT = () => import('../routes/contact.tsx');
const NOT_FOUND: Route = { load: () => import('../routes/not-found.tsx'), words: [] };
/** The frame of members is around it. */
const NOT_FOUND_INSIDE: Route = { ...NOT_FOUND, words: HOME };
const VERIFY_SPIN: Route = { load: () => import('../routes/verify-spin.tsx'), words: MORE };

/** Every screen by its address, each a chunk of its own. The login page comes with the app itself. */
const ROUTES: Readonly<Partial<Record<string, Route>>> = {
  '/user/home': { load: () => import('../routes/home.tsx'), words: HOME },
  '/register': { load: () => import('../routes/register.tsx'), words: VISITOR },
  '/howto': { load: () => import('../routes/howto.tsx'), words: VISITOR },
  '/contact': { load: CONTACT, words: VISITOR },
  '/terminated': { load: () => import('../routes/terminated.tsx'), words: VISITOR },
  '/user/bonus': { load: () => import('../routes/bonus.tsx'), words: MORE },
  '/user/spin': { load: () => import('../routes/spin.tsx'), words: MORE },
  '/user/statement': { load: () => import('../routes/statement.tsx'), words: MORE },
  '/user/profile': { load: () => import('../routes/profile.tsx'), words: MORE },
  '/user/contact': { load: CONTACT, words: HOME },
};

/** Addresses that end with what they are about. */
const VERIFY_PATH = /^\/user\/spin\/verify\/[\w-]+$/;

/** Has all screens loaded that the one at `path` may lead to, home before all. */
export async function prefetch(path: string, load: (path: string) => Promise<unknown>): Promise<void> {
  const asMember = path.startsWith('/user');
  // Whoever has asked for little to be loaded waits for each screen when they open it.
  if (isSparing()) return;
  for (const other of Object.keys(ROUTES)) {
    if (asMember && !other.startsWith('/user')) continue;
    // One at a time, and each when there is time for it: a press must not wait for all of them to be read.
    await new Promise<void>(whenIdle);
    // A screen that fails to come now is fetched again when it is opened.
    await load(other).catch(() => undefined);
  }
}

/** Fetches the screen at a path with its words; the 404 page for any path that has none. */
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
 * Fetches what is around every page of members. From then on, what lost its answer is looked into; dialogs that a new
 * version closed are open again.
 */
export async function fetchMemberShell(): Promise<ComponentType<{ children: ReactNode }>> {
  const [{ MemberShell }, { startResuming }, { reopenModals }] = await Promise.all([
    import('./member-shell.tsx'),
    import('./resume-intents.ts'),
    import('./reopen-modals.ts'),
    // From a page of visitors it may be here before those of the screen in it.
    loadWords(...HOME),
    loadIcons(),
  ]);
  startResuming();
  reopenModals();
  return MemberShell;
}

/** Fetches what lies over the pages, and has the service worker see to them from then on. */
export async function fetchParts(): Promise<ComponentType> {
  import('./offline-shell.ts').then(
    ({ startOfflineShell }) => startOfflineShell(),
    () => undefined,
  );
  const [{ OverPages }] = await Promise.all([import('./over-pages.tsx'), loadIcons(), loadWords('visitor')]);
  return OverPages;
}

/** Fetches what shows dialogs and questions. */
export async function fetchDialogs(): Promise<ComponentType> {
  const [{ Dialogs }] = await Promise.all([import('./dialogs.tsx'), loadIcons(), loadWords('visitor')]);
  return Dialogs;
}

/** Fetches what stands below the pages of visitors. */
export async function fetchFooter(): Promise<ComponentType> {
  const [{ Footer }] = await Promise.all([import('./footer.tsx'), loadIcons(), loadWords('visitor')]);
  return Footer;
}
