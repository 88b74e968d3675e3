import { navigate } from 'wouter/use-browser-location';
import { endSession } from '../features/session/actions.ts';
import { setHttpHandlers } from '../lib/http.ts';

/** Decides where the player ends up when the site is gone or the session is refused. */
export function startSession(): void {
  setHttpHandlers({
    onGone() {
      navigate('/terminated');
    },
    onInvalidSession() {
      endSession();
      navigate('/login');
    },
  });
}
