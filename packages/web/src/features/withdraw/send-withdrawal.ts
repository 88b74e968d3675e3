import { toDecimal, toWire, type Currency, type Minor } from '@krapao/contract/money';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { runIntent } from '../../lib/intent.ts';
import { formatMoney } from '../../lib/money.ts';
import { alertError, alertSuccess } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';

/**
 * How a withdrawal went: `taken` by the server, `refused` with nothing moved, or `unknown` because no certain
 * answer came; sending the same amount again then pays it once at most.
 */
export type Outcome = { kind: 'taken'; status: string } | { kind: 'refused' | 'unknown'; error: unknown };

/** Sends a withdrawal, once. Never rejects. */
export async function sendWithdrawal(amountMinor: Minor): Promise<Outcome> {
  try {
    const { status } = await runIntent('withdraw', { amount: toDecimal(amountMinor) }, (idempotencyKey) =>
      call('POST /api/wallet/withdraw', { body: { amount: toWire(amountMinor) }, idempotencyKey }),
    );
    return { kind: 'taken', status };
  } catch (error) {
    return { kind: error instanceof ApiError && error.isDefinite ? 'refused' : 'unknown', error };
  }
}

/** Tells the player how a withdrawal went. */
export async function tellOutcome(outcome: Outcome, amountMinor: Minor, currency: Currency): Promise<void> {
  switch (outcome.kind) {
    case 'refused':
      toast.error(outcome.error);
      return;
    case 'unknown':
      await alertError(t('withdraw.unknownMsg'));
      return;
    case 'taken':
      if (outcome.status === 'FAILED') await alertError(t('withdraw.refusedMsg'));
      else if (outcome.status === 'SUCCESS') await alertSuccess(t('common.transferMsg'));
      else await alertSuccess(t('withdraw.pendingMsg', { amount: formatMoney(amountMinor, currency) }));
  }
}
