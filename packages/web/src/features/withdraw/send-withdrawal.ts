import { toDecimal, toWire, type Currency, type Minor } from '@krapao/contract/money';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { forgetIntent, runIntent } from '../../lib/intent.ts';
import { formatMoney } from '../../lib/money.ts';
import { alertError, alertSuccess, confirm } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';

/**
 * How a withdrawal went: `taken` by the server, `refused` with nothing moved, or `unknown` because no certain
 * answer came; sending the same amount again then pays it once at most.
 */
export type Outcome = { kind: 'taken'; status: string } | { kind: 'refused' | 'unknown'; error: unknown };

const INTENT = 'withdraw';

/** Sends a withdrawal, once. Never rejects. */
export async function sendWithdrawal(amountMinor: Minor): Promise<Outcome> {
  try {
    const { status } = await runIntent(INTENT, { amount: toDecimal(amountMinor) }, (idempotencyKey) =>
      call('POST /api/wallet/withdraw', { body: { amount: toWire(amountMinor) }, idempotencyKey }),
    );
    return { kind: 'taken', status };
  } catch (error) {
    return { kind: error instanceof ApiError && error.isDefinite ? 'refused' : 'unknown', error };
  }
}

/** The player has looked up what became of an unknown withdrawal: the next one is another, even of the same amount. */
export function settleUnknown(): void {
  forgetIntent(INTENT);
}

/**
 * Tells the player how a withdrawal went.
 * @returns true when the player wants to see in the statement what became of it
 */
export async function tellOutcome(
  outcome: Outcome,
  amountMinor: Minor,
  currency: Currency,
): Promise<boolean> {
  switch (outcome.kind) {
    case 'refused':
      toast.error(outcome.error);
      return false;
    case 'unknown':
      return confirm({
        title: t('withdraw.unknownTitle'),
        message: t('withdraw.unknownMsg'),
        confirmLabel: t('withdraw.seeStatement'),
        cancelLabel: t('common.close'),
      });
    case 'taken':
      if (outcome.status === 'FAILED') await alertError(t('withdraw.refusedMsg'));
      else if (outcome.status === 'SUCCESS') await alertSuccess(t('common.transferMsg'));
      else await alertSuccess(t('withdraw.pendingMsg', { amount: formatMoney(amountMinor, currency) }));
      return false;
  }
}
