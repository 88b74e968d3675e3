import { messageText } from '../../lib/api-error.ts';
import { attempt } from '../../lib/attempt.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { useReload } from '../../lib/use-api.ts';
import { alertError, alertSuccess } from '../../ui/alert-store.ts';
import { useWallet } from '../session/use-wallet.ts';

/** Returns a function that receives the refund and shows the outcome in an alert. Never rejects. */
export function useReceiveRefund(): () => Promise<void> {
  const { reload } = useWallet();
  const reloadApi = useReload();
  return async () => {
    const outcome = await attempt('refund', null, () => call('GET /api/refund/receive'));
    const fresh = Promise.all([
      reloadApi('GET /api/refund/check'),
      reloadApi('POST /api/refund'),
      reloadApi('POST /api/statement'),
      reload(),
    ]).catch((error: unknown) => console.warn('reload after a refund failed', error));
    // Without a connection this may take long, and the player should be told first.
    if (outcome.kind !== 'unknown') await fresh;
    switch (outcome.kind) {
      case 'done':
        return alertSuccess(messageText(outcome.result.message || 'REFUND_SUCCESS'));
      case 'refused':
        return alertError(outcome.error);
      case 'unknown':
        return alertError(t('refund.unknownMsg'));
    }
  };
}
