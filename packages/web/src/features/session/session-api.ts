import type { ResponseBody } from '@krapao/contract/routes';
import { navigate } from '../../lib/router.tsx';
import { keepDeviceMark } from '../../lib/device-id.ts';
import { call } from '../../lib/http.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { clearStoredSession, getToken, saveToken } from '../../lib/session-token.ts';

/**
 * Logs in with a phone number and a password and stores the token, beyond this browser session when `remember`.
 * @throws ApiError
 */
export async function login(username: string, password: string, remember: boolean): Promise<void> {
  const reply = await call('POST /api/login', {
    body: { username, password },
    namesBrowser: true,
    hasCredentials: true,
  });
  keepLogin(reply, remember);
}

/** Stores the token of a log-in and opens the members' pages. */
export function keepLogin({ token, deviceMark }: ResponseBody<'POST /api/login'>, remember: boolean): void {
  if (deviceMark !== undefined) keepDeviceMark(deviceMark);
  saveToken(token, remember);
  // Replaces the login page: going back to it from home would end the session.
  navigate(takeWantedPage() ?? '/user', { replace: true });
}

/** Takes the member page that was requested without a session; it works once. */
function takeWantedPage(): string | null {
  const wanted = readStored('wantedPage', 'session');
  writeStored('wantedPage', null, 'session');
  return wanted?.startsWith('/user/') ? wanted : null;
}

/** Ends the session here at once, and at the server if it can be reached, without leaving the page. */
export function leaveSession(): void {
  if (getToken() !== null) {
    call('POST /api/logout').catch((error: unknown) => console.error('logout call failed', error));
  }
  clearStoredSession();
}

/** Logs out. Ends on the login page. */
export function logout(): void {
  leaveSession();
  navigate('/login');
}
