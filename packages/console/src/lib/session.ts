import type { StaffReply } from '@krapao/contract/staff/client-types';
import type { StaffRouteKey } from '@krapao/contract/staff/routes';
import { ApiError } from './api-error.ts';
import { call, setCallHandlers } from './call.ts';
import { mayCall } from './permissions.ts';
import { createStore, useStore } from './store.ts';

type SignedIn = StaffReply<'GET /staff/api/session'>;
export type Staff = SignedIn['staff'];

/**
 * `ended`: the session is over while the console is open; what was typed stays behind the sign-in page.
 * `unreachable`: the server did not answer at the start.
 */
export type SessionState =
  | { status: 'starting' | 'out' | 'unreachable' }
  | ({ status: 'in' | 'ended' } & SignedIn);

const session = createStore<SessionState>({ status: 'starting' });

/** Asks the server who is signed in. */
export async function loadSession(): Promise<void> {
  try {
    signedIn(await call('GET /staff/api/session'));
  } catch (error) {
    const isOut = error instanceof ApiError && error.code === 'UNAUTHORIZED';
    session.set({ status: isOut ? 'out' : 'unreachable' });
  }
}

/** Stores who is signed in, after a sign-in. */
export function signedIn(reply: SignedIn): void {
  session.set({ status: 'in', ...reply });
}

/** Signs out; the console forgets everything it has shown. @throws ApiError */
export async function signOut(): Promise<void> {
  try {
    await call('DELETE /staff/api/session');
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'UNAUTHORIZED')) throw error;
  }
  session.set({ status: 'out' });
}

/** Takes the answer of any call that the session is over, or that a second factor is missing. */
export function followSession(): void {
  setCallHandlers({
    onSignedOut: () => {
      const before = session.get();
      if (before.status === 'in') session.set({ ...before, status: 'ended' });
    },
    onFactorRequired: () => {
      const before = session.get();
      if (before.status === 'in') session.set({ ...before, mustSetUpFactor: true });
    },
  });
}

export const useSession = (): SessionState => useStore(session);

/** The signed-in person. @throws Error outside of the signed-in part of the console */
export function useStaff(): Staff {
  const state = useStore(session);
  if (!('staff' in state)) throw new Error('no staff member is signed in');
  return state.staff;
}

/** Whether the signed-in person may make a call. */
export function useMay(): (key: StaffRouteKey) => boolean {
  const { permissions } = useStaff();
  return (key) => mayCall(permissions, key);
}
