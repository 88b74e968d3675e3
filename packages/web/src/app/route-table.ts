import type { ComponentType } from 'react';
import { prefetchResuming } from './resume-intents.ts';

type RouteModule = Promise<{ default: ComponentType }>;

const notFound = () => import('../routes/not-found.tsx');

/** Every screen by its address; each is a chunk of its own. */
const ROUTES: Readonly<Partial<Record<string, () => RouteModule>>> = {
  '/login': () => import('../routes/login.tsx'),
  '/register': () => import('../routes/register.tsx'),
  '/howto': () => import('../routes/howto.tsx'),
  '/contact': () => import('../routes/contact.tsx'),
  '/terminated': () => import('../routes/terminated.tsx'),
  '/user/home': () => import('../routes/home.tsx'),
  '/user/bonus': () => import('../routes/bonus.tsx'),
  '/user/spin': () => import('../routes/spin.tsx'),
  '/user/statement': () => import('../routes/statement.tsx'),
  '/user/profile': () => import('../routes/profile.tsx'),
  '/user/contact': () => import('../routes/contact.tsx'),
};

/** Addresses that end with what they are about. */
const VERIFY_SPIN = /^\/user\/spin\/verify\/[\w-]+$/;

const loaded = new Map<string, ComponentType>();

/** The screen at a path if its code is here already. */
export function loadedScreen(path: string): ComponentType | undefined {
  return loaded.get(path);
}

/** Fetches the code of the screen at a path; the 404 page for any path that has none. */
export async function loadScreen(path: string): Promise<ComponentType> {
  const screen = (await screenOf(path)()).default;
  loaded.set(path, screen);
  return screen;
}

function screenOf(path: string): () => RouteModule {
  if (VERIFY_SPIN.test(path)) return () => import('../routes/verify-spin.tsx');
  return (Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined) ?? notFound;
}

/** Fetches the other screens that the one at `path` may lead to, so that going there is instant. */
export function prefetchScreens(path: string): void {
  const asMember = path.startsWith('/user');
  if (asMember) prefetchResuming();
  for (const other of Object.keys(ROUTES)) {
    if (loaded.has(other) || (asMember && !other.startsWith('/user'))) continue;
    // A screen that fails to come now is fetched again when it is opened.
    loadScreen(other).catch(() => undefined);
  }
}
