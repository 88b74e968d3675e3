import type { ResponseBody } from '@krapao/contract/routes';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { runIntent } from '../../lib/intent.ts';
import { openModal } from '../../lib/modal-store.ts';
import { alertError } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { useWallet } from './use-wallet.ts';
import type { UserInfo } from './wallet-state.ts';

type Results = ResponseBody<'POST /api/wallet/collect'>['results'];

/** Calls the credit of every game home, once. @throws ApiError */
async function collectCredit(slots: UserInfo['slots']): Promise<Results> {
  // Other balances are another intent: what has been called home is not called under the same key again.
  const content = slots.filter(({ isActive }) => isActive).map(({ code, amount }) => [code, amount] as const);
  const { results } = await runIntent('collect', content, (idempotencyKey) =>
    call('POST /api/wallet/collect', { idempotencyKey }),
  );
  return results;
}

/**
 * A function that calls the credit of every game home and then shows what came of it. Never rejects.
 * Resolves with whether an answer came, before the player has dismissed what is shown.
 */
export function useCollect(): () => Promise<boolean> {
  const { userInfo, reload, refresh } = useWallet();
  return async () => {
    if (!userInfo) return false;
    try {
      const results = await collectCredit(userInfo.slots);
      await reload();
      if (results.some(({ status }) => status !== 'SUCCESS')) void refresh();
      if (results.length === 0) toast.info(t('transfer.collectNothing'));
      else void openModal('collected', { results });
      return true;
    } catch (error) {
      void refresh();
      const isKnown = error instanceof ApiError && error.isDefinite;
      await alertError(isKnown ? error : t('transfer.unknownMsg'));
      return false;
    }
  };
}
