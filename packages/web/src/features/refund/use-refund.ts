import { messageText } from '../../lib/api-error.ts';
import { useRefresh } from '../../operations/refresh.ts';
import { refund } from '../../operations/refund.ts';
import { alertUnknown, send } from '../../operations/send.ts';
import { alertError, alertSuccess } from '../../ui/alert-store.ts';

/** Returns a function that receives the refund and shows the outcome in an alert. Never rejects. */
export function useReceiveRefund(): () => Promise<void> {
  const refresh = useRefresh();
  return async () => {
    const sent = await send(refund, null);
    const fresh = refresh(refund);
    // Without a connection this may take long, and the player should be told first.
    if (sent.kind !== 'unknown') await fresh;
    if (sent.kind === 'unknown') await alertUnknown(refund, sent.key);
    else if (sent.kind === 'refused') await alertError(sent.error);
    else await alertSuccess(messageText(sent.reply.message || 'REFUND_SUCCESS'));
  };
}
