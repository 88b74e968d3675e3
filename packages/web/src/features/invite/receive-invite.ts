import { messageText } from '../../lib/api-error.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { invite } from '../../operations/invite.ts';
import { useRefresh } from '../../operations/refresh.ts';
import { send } from '../../operations/send.ts';
import { tellError } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';

/**
 * Returns a function that receives the earnings from friends and shows the outcome in a toast. Never rejects.
 */
export function useReceiveInvite(): () => Promise<void> {
  const refresh = useRefresh();
  return async () => {
    const sent = await send(invite, null);
    const fresh = refresh(invite);
    if (sent.kind === 'unknown') toast.error(t('invite.unknownMsg'));
    else if (sent.kind === 'refused') void tellError(sent.error);
    else toast.success(messageText(sent.reply.message || 'INVITE_BONUS_SUCCESS'));
    // The button stays busy until the balance is fresh; without a connection that may take too long.
    if (sent.kind !== 'unknown') await fresh;
  };
}
