import { codeInAddress } from '../features/register/invite-code.ts';

/** Pages for visitors; opening one ends a current session. */
export const VISITOR_PATHS: readonly string[] = ['/login', '/register', '/reset', '/howto', '/contact'];

export type GuardResult =
  | {
      kind: 'redirect';
      to: string;
      /** Keeps the query: it is the same page at another spelling of its path. */
      keepsQuery?: true;
    }
  /** Visitor page: a current session must be ended. */
  | { kind: 'visitor' }
  | { kind: 'member' }
  /** Open to all, changes nothing (the shutdown page, unknown addresses). */
  | { kind: 'any' };

/** True for an invite link. A member who opens one keeps the session until they choose to end it. */
export const isInviteLink = (path: string, search: string): boolean =>
  path === '/register' && codeInAddress(search) !== '';

/**
 * Returns the guard's decision for a path, given whether a token is stored. Only the server can tell whether
 * the token is valid.
 */
export function guard(path: string, hasToken: boolean): GuardResult {
  const plain = `/${path.replace(/^\/+|\/+$/g, '')}`;
  if (path !== plain) return { kind: 'redirect', to: plain, keepsQuery: true };
  if (path === '/') return { kind: 'redirect', to: '/user' };
  if (path === '/user') return { kind: 'redirect', to: hasToken ? '/user/home' : '/login' };
  if (path.startsWith('/user/')) return hasToken ? { kind: 'member' } : { kind: 'redirect', to: '/login' };
  return VISITOR_PATHS.includes(path) ? { kind: 'visitor' } : { kind: 'any' };
}
