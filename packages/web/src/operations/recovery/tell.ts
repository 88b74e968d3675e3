import { ApiError, errorText } from '../../lib/api-error.ts';
import { t } from '../../lib/i18n/i18n.ts';
import type { Intent } from '../../lib/intent.ts';
import { keptReply } from '../../lib/kept.ts';
import { formatMoney } from '../../lib/money.ts';
import { settings } from '../../lib/settings.ts';
import { alertError, alertPending, alertSuccess } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { reasonOf, type Operation } from '../operation.ts';
import type { Recovered } from './resolve.ts';

/** Tells the player the outcome of an intent whose answer was lost. */
export function tell(
  operation: Operation,
  { content }: Intent,
  recovered: Exclude<Recovered, { kind: 'unsure' }>,
): void {
  switch (recovered.kind) {
    case 'done': {
      const { detail } = recovered;
      const text =
        operation.doneText?.(detail) ?? t('network.done', { what: nameOf(operation, content, detail) });
      if (operation.isQuiet) toast.success(text);
      else void alertSuccess(text);
      return;
    }
    case 'pending':
      void alertPending(t('network.pending', { what: nameOf(operation, content) }));
      return;
    case 'lost': {
      const what = nameOf(operation, content);
      const text = operation.isOnce ? t('network.noTrace', { what }) : t('network.lost', { what });
      if (operation.isQuiet) toast.error(text);
      else void alertError(text);
      return;
    }
    case 'refused': {
      const reason = reasonOf(operation, recovered.error, content);
      if (reason instanceof ApiError && reason.isSeenTo) return;
      const what = nameOf(operation, content);
      const text = typeof reason === 'string' ? reason : errorText(reason);
      void alertError(t('network.refused', { what, reason: text }));
      return;
    }
    default:
      recovered satisfies never;
  }
}

/** Tells the player that another window has told the outcome of an intent. */
export function tellElsewhere(operation: Operation, { content }: Intent): void {
  toast.info(t('network.toldElsewhere', { what: nameOf(operation, content) }));
}

/** Returns the title of an operation with its amount and a detail. */
function nameOf(operation: Operation, content: unknown, detail = ''): string {
  const currency = keptReply('GET /api/wallet')?.profile.currency ?? (settings.laos ? 'LAK' : 'BAHT');
  const amountMinor = operation.amountOf?.(content) ?? null;
  const amount = amountMinor === null ? '' : formatMoney(amountMinor, currency);
  return [t(operation.title), amount, detail].filter(Boolean).join(' ');
}
