import { navigate } from '../lib/router.tsx';
import { endPushes } from '../lib/end-pushes.ts';
import { messageText } from '../lib/api-error.ts';
import { bodyOrError, setHttpHandlers } from '../lib/http.ts';
import { codeText } from '../lib/i18n/i18n.ts';
import { loadCode } from '../lib/load-code.ts';
import { closeAllModals } from '../lib/modal-store.ts';
import { clearStoredSession, onSessionChange } from '../lib/session-token.ts';
import { dismissAllAlerts } from '../ui/alert-queue.ts';
import { toast } from '../ui/toast-store.ts';

/**
 * Handles a gone site and a refused session: sets where the player ends up. What one member has opened is
 * closed at the end of the session: the next member's money is not moved by it, and no pushes come here any more.
 */
export function startSession(): void {
  onSessionChange(() => {
    closeAllModals();
    dismissAllAlerts();
    void endPushes();
  });
  setHttpHandlers({
    onGone() {
      closeAllModals();
      dismissAllAlerts();
      navigate('/terminated');
    },
    onInvalidSession(error) {
      clearStoredSession();
      navigate('/login');
      // Without a message the player would not know what happened.
      toast.error(messageText(codeText(error.code) ? error.code : 'UNAUTHORIZED'));
    },
    async onAsked(route, input, reply) {
      const answer = await loadCode(loadAsked).catch(() => undefined);
      // Without it the player cannot be asked. Nothing was done.
      return answer ? answer(route, input, reply) : bodyOrError(null, reply, false);
    },
  });
}

const loadAsked = () => import('./route-table.ts').then(({ fetchAsked }) => fetchAsked());
