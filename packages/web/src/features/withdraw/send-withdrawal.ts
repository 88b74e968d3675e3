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
 * How a withdrawal went: `taken` by the server, `refused` with nothing moved, or `unknown` because no certain
 * answer came; sending the same amount again then pays it once at most.
 */
export type Outcome =
  | {
      kind: 'taken';
      status: string;
      /** When a payout that is on hold goes to the bank; undefined when it is not on hold. */
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

/** Until when a payout waits before the bank is given it. Not knowing is no fault: the statement says it as well. */
async function delayOf(transferId: string): Promise<string | undefined> {
  try {
    const { steps } = await call('GET /api/statement/item/:transferId', { params: { transferId } });
    return steps.find(({ step }) => step === 'delayed')?.at;
  } catch (error) {
    console.warn('looking up a withdrawal failed', error);
    return undefined;
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

/** Everything was asked for, and it was no longer what the player had seen. */
const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'KEY_INVALID';

function underwayText(amount: string, delayedUntil: string | undefined): string {
  if (delayedUntil === undefined) return t('withdraw.pendingMsg', { amount });
  return t('withdraw.delayedMsg', { amount, time: formatDateTime(delayedUntil) });
}
