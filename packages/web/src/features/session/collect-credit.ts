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

/** Collects the credit of every game, once. @throws ApiError */
async function collectCredit(slots: UserInfo['slots']): Promise<Results> {
  // Other balances are another intent: collected credit is not collected under the same key again.
  const content = slots.filter(({ isActive }) => isActive).map(({ code, amount }) => [code, amount] as const);
  const { results } = await runIntent('collect', content, (idempotencyKey) =>
    call('POST /api/wallet/collect', { idempotencyKey }),
  );
  return results;
}

/**
 * Returns a function that collects the credit of every game and then shows the result. Never rejects.
 * Resolves with whether an answer came, before the player has dismissed the result.
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
