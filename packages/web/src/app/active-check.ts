import { useEffect } from 'react';
import { navigate } from '../lib/router.tsx';
import { LOGIN_TO_WITHDRAW } from '../features/session/login-to-withdraw.ts';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/http.ts';
import { readFlag } from '../lib/read-flag.ts';

/**
 * Asks whether the site is closed. Only a clear answer counts: no answer, or any other fault, reads as open.
 */
async function isSiteGone(): Promise<boolean> {
  try {
    const reply = await call('GET /api/lookup/active');
    return readFlag(reply, 'isActive') === false;
  } catch (error) {
    return error instanceof ApiError && (error.code === 'gone' || error.status === 410);
  }
}

/** Checks on every navigation to the login page: moves to the shutdown page when the site is gone. */
export function useActiveCheck(path: string): void {
  useEffect(() => {
    if (path !== '/login' || window.location.pathname + window.location.search === LOGIN_TO_WITHDRAW) return;
    let left = false;
    void isSiteGone().then((gone) => {
      if (gone && !left) navigate('/terminated');
    });
    return () => {
      left = true;
    };
  }, [path]);
}
