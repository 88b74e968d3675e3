import { codeInAddress } from '../features/register/invite-code.ts';

/** Pages for those who are not logged in; opening one ends a session that is held. */
export const VISITOR_PATHS: readonly string[] = ['/login', '/register', '/howto', '/contact'];

export type GuardResult =
  | {
      kind: 'redirect';
      to: string;
      /** The query goes along: it is the same page, written otherwise. */
      keepsQuery?: true;
    }
  /** A visitor page: a held session must be wiped. */
  | { kind: 'visitor' }
  | { kind: 'member' }
  /** Open to anyone, changes nothing (the shutdown page, unknown addresses). */
  | { kind: 'any' };

/** An invite link. A member who opens one keeps the session until they choose to leave it. */
export const isInviteLink = (path: string, search: string): boolean =>
  path === '/register' && codeInAddress(search) !== '';

/** Where a path leads, given whether a token is stored. Whether the token is valid is for the server to say. */
export function guard(path: string, hasToken: boolean): GuardResult {
  const plain = `/${path.replace(/^\/+|\/+$/g, '')}`;
  if (path !== plain) return { kind: 'redirect', to: plain, keepsQuery: true };
  if (path === '/') return { kind: 'redirect', to: '/user' };
  if (path === '/user') return { kind: 'redirect', to: hasToken ? '/user/home' : '/login' };
  if (path.startsWith('/user/')) return hasToken ? { kind: 'member' } : { kind: 'redirect', to: '/login' };
  return VISITOR_PATHS.includes(path) ? { kind: 'visitor' } : { kind: 'any' };
}
