import type { ComponentType, ReactNode } from 'react';
import LoginRoute from '../routes/login.tsx';

/** The table of other screens is loaded when one of them is needed. */
const table = () => import('./route-table.ts');

const loaded = new Map<string, ComponentType>([['/login', LoginRoute]]);

/** Returns the screen at a path if its code and words are loaded. */
export function loadedScreen(path: string): ComponentType | undefined {
  return loaded.get(path);
}

/** Loads the screen at a path, with its words and frame; the 404 page for an unknown path. */
export async function loadScreen(path: string): Promise<ComponentType> {
  const known = loaded.get(path);
  if (known) return known;
  const { fetchScreen } = await table();
  const [screen] = await Promise.all([fetchScreen(path), path.startsWith('/user/') && loadMemberShell()]);
  loaded.set(path, screen);
  return screen;
}

/** Loads the other screens to which the one at `path` may lead, so that going there is instant. */
export async function prefetchScreens(path: string): Promise<void> {
  const { prefetch } = await table();
  await prefetch(path, loadScreen);
}

export type Shell = ComponentType<{ children: ReactNode }>;

let memberShell: Promise<Shell> | undefined;
let loadedShell: Shell | undefined;

/** Returns the frame of members' pages, if it is loaded. */
export const loadedMemberShell = (): Shell | undefined => loadedShell;

/** Loads the frame of members' pages. */
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
