import { lazy, type ComponentType } from 'react';

const NotFound = lazy(() => import('../routes/not-found.tsx'));

/** Every screen by its address; each is a chunk of its own. */
const ROUTES: Readonly<Partial<Record<string, ComponentType>>> = {
  '/login': lazy(() => import('../routes/login.tsx')),
  '/register': lazy(() => import('../routes/register.tsx')),
  '/howto': lazy(() => import('../routes/howto.tsx')),
  '/contact': lazy(() => import('../routes/contact.tsx')),
  '/terminated': lazy(() => import('../routes/terminated.tsx')),
  '/user/home': lazy(() => import('../routes/home.tsx')),
  '/user/statement': lazy(() => import('../routes/statement.tsx')),
  '/user/profile': lazy(() => import('../routes/profile.tsx')),
  '/user/contact': lazy(() => import('../routes/contact.tsx')),
};

/** The screen at a path; the 404 page for any that has none. */
export function routeOf(path: string): ComponentType {
  return (Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined) ?? NotFound;
}
