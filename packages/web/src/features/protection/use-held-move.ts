import { toDecimal, type Minor } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { t } from '../../lib/i18n/i18n.ts';
import { reasonOf, type Operation } from '../../operations/operation.ts';
import { useRefresh } from '../../operations/refresh.ts';
import { alertUnknown, send } from '../../operations/send.ts';
import { alertError, alertPending, alertSuccess } from '../../ui/alert-store.ts';
import { noteTold } from '../../wallet/told-movements.ts';

type Reply = ResponseBody<'POST /api/protection/held/withdraw'>;

/** Returns a function that moves the held balance and tells the outcome. Never rejects. */
export function useHeldMove(): (
  operation: Operation<{ held: string }, Reply>,
  heldMinor: Minor,
) => Promise<void> {
  const refresh = useRefresh();
  return async (operation, heldMinor) => {
    const content = { held: toDecimal(heldMinor) };
    const sent = await send(operation, content);
    const fresh = refresh(operation);
    // Without a connection this may take long, and the player should be told first.
    if (sent.kind !== 'unknown') await fresh;
    const transferId = 'reply' in sent ? sent.reply?._id : undefined;
    if (transferId !== undefined && sent.kind !== 'pending') noteTold(transferId);
    if (sent.kind === 'unknown') await alertUnknown(operation, sent.key);
    else if (sent.kind === 'refused') await alertError(reasonOf(operation, sent.error, content));
    else if (sent.kind === 'pending') await alertPending(t('protection.heldPending'));
    else await alertSuccess(t('kit.movedMsg'));
  };
}
