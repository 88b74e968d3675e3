import { t } from '../lib/i18n/i18n.ts';
import { openModal } from '../lib/modal-store.ts';
import { alertError } from '../ui/alert-store.ts';
import { toast } from '../ui/toast-store.ts';
import { useWallet } from '../wallet/use-wallet.ts';
import { collect } from './collect.ts';
import { useRefresh } from './refresh.ts';
import { alertUnknown, send } from './send.ts';

/**
 * Returns a function that collects the credit of every game and then shows the result. Never rejects.
 * Resolves before the player has dismissed the result: `home` when all credit is home or on its way, `partly` when some
 * stayed in a game, undefined without an answer.
 */
export function useCollect(): () => Promise<'home' | 'partly' | undefined> {
  const { userInfo, refresh: refreshGames } = useWallet();
  const refresh = useRefresh();
  return async () => {
    if (!userInfo) return undefined;
    // Other balances are another intent: collected credit is not collected under the same key again.
    const active = userInfo.slots.filter(({ isActive }) => isActive);
    const content = active.map(({ code, amount }) => [code, amount] as const);
    const sent = await send(collect, content);
    if ('reply' in sent && sent.reply) {
      const { results } = sent.reply;
      await refresh(collect);
      if (sent.kind !== 'done') void refreshGames();
      if (results.length === 0) toast.info(t('transfer.collectNothing'));
      else void openModal('collected', { results });
      return sent.kind === 'refused' ? 'partly' : 'home';
    }
    void refreshGames();
    if (sent.kind === 'unknown') await alertUnknown(collect, sent.key);
    else if (sent.kind === 'refused') await alertError(sent.error);
    return undefined;
  };
}
