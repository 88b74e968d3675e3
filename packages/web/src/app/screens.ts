import type { ComponentType, ReactNode } from 'react';
import LoginRoute from '../routes/login.tsx';

/** Where all other screens are is not known before one of them is wanted. */
const table = () => import('./route-table.ts');

const loaded = new Map<string, ComponentType>([['/login', LoginRoute]]);

/** The screen at a path if its code and its words are here already. */
export function loadedScreen(path: string): ComponentType | undefined {
  return loaded.get(path);
}

/** Fetches the screen at a path, with its words and what is around it; the 404 page for any path that has none. */
export async function loadScreen(path: string): Promise<ComponentType> {
  const known = loaded.get(path);
  if (known) return known;
  const { fetchScreen } = await table();
  const [screen] = await Promise.all([fetchScreen(path), path.startsWith('/user/') && loadMemberShell()]);
  loaded.set(path, screen);
  return screen;
}

/** Fetches the other screens that the one at `path` may lead to, so that going there is instant. */
export async function prefetchScreens(path: string): Promise<void> {
  const { prefetch } = await table();
  await prefetch(path, loadScreen);
}

export type Shell = ComponentType<{ children: ReactNode }>;

let memberShell: Promise<Shell> | undefined;
let loadedShell: Shell | undefined;

/** What is around every page of members, if it is here already. */
export const loadedMemberShell = (): Shell | undefined => loadedShell;

/** Fetches what is around every page of members. */
export function loadMemberShell(): Promise<Shell> {
  memberShell ??= table().then(({ fetchMemberShell }) => fetchMemberShell());
  return memberShell.then(
    (shell) => (loadedShell = shell),
    (fault: unknown) => {
      memberShell = undefined;
      throw fault;
    },
  );
}
