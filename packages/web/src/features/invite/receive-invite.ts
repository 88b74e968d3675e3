import { messageText } from '../../lib/api-error.ts';
import { attempt } from '../../lib/attempt.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { useReload } from '../../lib/use-api.ts';
import { toast } from '../../ui/toast-store.ts';
import { useWallet } from '../session/use-wallet.ts';

/**
 * Returns a function that receives the earnings from friends and shows the outcome in a toast. Never rejects.
 */
export function useReceiveInvite(): () => Promise<void> {
  const { reload } = useWallet();
  const reloadApi = useReload();
  return async () => {
    const outcome = await attempt('invite', null, () => call('GET /api/invite/bonus'));
    const fresh = Promise.all([
      reload(),
      reloadApi('POST /api/invite'),
      reloadApi('POST /api/statement'),
    ]).catch((error: unknown) => console.warn('reload after an invite bonus failed', error));
    if (outcome.kind === 'done') toast.success(messageText(outcome.result.message || 'INVITE_BONUS_SUCCESS'));
    else if (outcome.kind === 'refused') toast.error(outcome.error);
    else toast.error(t('invite.unknownMsg'));
    // The button stays busy until the balance is fresh; without a connection that may take too long.
    if (outcome.kind !== 'unknown') await fresh;
  };
}
