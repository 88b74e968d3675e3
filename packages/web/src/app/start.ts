import { navigate } from '../lib/router.tsx';
import { endSession } from '../features/session/session-api.ts';
import { messageText } from '../lib/api-error.ts';
import { setHttpHandlers } from '../lib/http.ts';
import { codeText } from '../lib/i18n/i18n.ts';
import { closeAllModals } from '../lib/modal-store.ts';
import { toast } from '../ui/toast-store.ts';

/** Handles a gone site and a refused session: sets where the player ends up. */
export function startSession(): void {
  setHttpHandlers({
    onGone() {
      closeAllModals();
      navigate('/terminated');
    },
    onInvalidSession(error) {
      endSession();
      navigate('/login');
      // Without a message the player would not know what happened.
      toast.error(messageText(codeText(error.code) ? error.code : 'UNAUTHORIZED'));
    },
  });
}
