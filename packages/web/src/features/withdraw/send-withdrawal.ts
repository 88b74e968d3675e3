import { toDecimal, toWire, type Currency } from '@krapao/contract/money';
import { ApiError } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { forgetIntent, runIntent } from '../../lib/intent.ts';
import { formatMoney } from '../../lib/money.ts';
import { alertError, alertPending, alertSuccess, confirm } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { noteTold } from '../session/told-movements.ts';
import type { Wish } from './withdraw-rules.ts';

/**
 * Outcome of a withdrawal: `taken` by the server, `refused` with nothing moved, or `unknown` because no
 * certain answer came; sending the same amount again then pays it at most once.
 */
export type Outcome =
  | {
      kind: 'taken';
      status: string;
      /** Time when a delayed payout goes to the bank; undefined when it is not delayed. */
      delayedUntil?: string | undefined;
    }
  | { kind: 'refused' | 'unknown'; error: unknown };

const INTENT = 'withdraw';

/** Sends a withdrawal, once. Never rejects. */
export async function sendWithdrawal({ amountMinor, isWhole }: Wish): Promise<Outcome> {
  const route = isWhole ? 'POST /api/wallet/withdrawAll' : 'POST /api/wallet/withdraw';
  try {
    const { _id, status } = await runIntent(
      INTENT,
      { amount: toDecimal(amountMinor), isWhole },
      (idempotencyKey) => call(route, { body: { amount: toWire(amountMinor) }, idempotencyKey }),
    );
    if (status !== 'PENDING') {
      noteTold(_id);
      return { kind: 'taken', status };
    }
    return { kind: 'taken', status, delayedUntil: await delayOf(_id) };
  } catch (error) {
    return { kind: error instanceof ApiError && error.isDefinite ? 'refused' : 'unknown', error };
  }
}

/**
 * Returns the time until which a payout waits before it is given to the bank. A failed call is no fault: the
 * statement shows the time as well.
 */
async function delayOf(transferId: string): Promise<string | undefined> {
  try {
    const { steps } = await call('GET /api/statement/item/:transferId', { params: { transferId } });
    return steps.find(({ step }) => step === 'delayed')?.at;
  } catch (error) {
    console.warn('looking up a withdrawal failed', error);
    return undefined;
  }
}

/** The player has looked up the unknown withdrawal: the next one is a new intent, even of the same amount. */
export function settleUnknown(): void {
  forgetIntent(INTENT);
}

/**
 * Tells the player the outcome of a withdrawal.
 * @returns true when the player wants to look it up in the statement
 */
export async function tellOutcome(
  outcome: Outcome,
  { amountMinor, isWhole }: Wish,
  currency: Currency,
): Promise<boolean> {
  switch (outcome.kind) {
    case 'refused':
      toast.error(isWhole && isStale(outcome.error) ? t('withdraw.wholeChanged') : outcome.error);
      return false;
    case 'unknown':
      return confirm({
        title: t('withdraw.unknownTitle'),
        message: t('withdraw.unknownMsg'),
        confirmLabel: t('withdraw.seeStatement'),
        cancelLabel: t('kit.close'),
      });
    case 'taken':
      if (outcome.status === 'FAILED') await alertError(t('withdraw.refusedMsg'));
      else if (outcome.status === 'SUCCESS') await alertSuccess(t('kit.transferMsg'));
      else await alertPending(underwayText(formatMoney(amountMinor, currency), outcome.delayedUntil));
      return false;
  }
}

/** The whole balance was requested, and it has changed since the player saw it. */
const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'KEY_INVALID';

function underwayText(amount: string, delayedUntil: string | undefined): string {
  if (delayedUntil === undefined) return t('withdraw.pendingMsg', { amount });
  return t('withdraw.delayedMsg', { amount, time: formatDateTime(delayedUntil) });
}
