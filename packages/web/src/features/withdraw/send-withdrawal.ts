import { toDecimal, type Currency } from '@krapao/contract/money';
import type { ResponseBody } from '@krapao/contract/routes';
import { formatDateTime } from '../../lib/dates.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { dropIntent, isHeld } from '../../lib/intent.ts';
import { formatMoney } from '../../lib/money.ts';
import { reasonOf } from '../../operations/operation.ts';
import { send, type Sent } from '../../operations/send.ts';
import { withdraw } from '../../operations/withdraw.ts';
import { alertError, alertPending, alertSuccess, confirm } from '../../ui/alert-store.ts';
import { toast } from '../../ui/toast-store.ts';
import { noteTold } from '../../wallet/told-movements.ts';
import type { WithdrawalRequest } from './withdraw-rules.ts';

/** Why a payout is not given to the bank at once. */
interface Wait {
  /** Time when a delayed payout goes to the bank; undefined when it is not delayed. */
  delayedUntil?: string | undefined;
  /** True: the operator's staff looks at it first. */
  isReviewed?: boolean;
}

export type SentWithdrawal = Sent<ResponseBody<'POST /api/wallet/withdraw'>> & Wait;

const contentOf = ({ amountMinor, isWhole }: WithdrawalRequest) => ({
  amount: toDecimal(amountMinor),
  isWhole,
});

/** Sends a withdrawal, once. Never rejects. */
export async function sendWithdrawal(request: WithdrawalRequest): Promise<SentWithdrawal> {
  const sent = await send(withdraw, contentOf(request));
  if (sent.kind === 'pending') return { ...sent, ...(await waitOf(sent.reply._id)) };
  if ('reply' in sent && sent.reply) noteTold(sent.reply._id);
  return sent;
}

/** True when the server accepted the withdrawal, whatever became of it. */
export const isTaken = (sent: SentWithdrawal): boolean => 'reply' in sent;

/**
 * Returns why a payout waits before it is given to the bank. A failed call is no fault: the statement shows it as
 * well.
 */
async function waitOf(transferId: string): Promise<Wait> {
  try {
    const { steps } = await call('GET /api/statement/item/:transferId', { params: { transferId } });
    return {
      delayedUntil: steps.find(({ step }) => step === 'delayed')?.at,
      isReviewed: steps.some(({ step }) => step === 'review'),
    };
  } catch (error) {
    console.warn('looking up a withdrawal failed', error);
    return {};
  }
}

/**
 * Tells the player the outcome of a withdrawal. A player who looks up an unknown one is told by the
 * statement: the next one is a new intent, even of the same amount.
 * @returns true when the player wants to look it up in the statement
 */
export async function tellOutcome(
  sent: SentWithdrawal,
  request: WithdrawalRequest,
  currency: Currency,
): Promise<boolean> {
  switch (sent.kind) {
    case 'refused':
      if (isTaken(sent)) await alertError(t('withdraw.refusedMsg'));
      else toast.error(reasonOf(withdraw, sent.error, contentOf(request)));
      return false;
    case 'unknown': {
      if (!isHeld(sent.key)) return false;
      const wantsStatement = await confirm({
        title: t('withdraw.unknownTitle'),
        message: t('withdraw.unknownMsg'),
        confirmLabel: t('withdraw.seeStatement'),
        cancelLabel: t('kit.close'),
        about: sent.key,
      });
      if (wantsStatement) dropIntent(sent.key);
      return wantsStatement;
    }
    case 'done':
      await alertSuccess(t('kit.movedMsg'));
      return false;
    case 'pending':
      await alertPending(underwayText(formatMoney(request.amountMinor, currency), sent));
      return false;
  }
}

function underwayText(amount: string, { delayedUntil, isReviewed }: Wait): string {
  if (isReviewed) return t('withdraw.reviewedMsg', { amount });
  if (delayedUntil === undefined) return t('withdraw.pendingMsg', { amount });
  return t('withdraw.delayedMsg', { amount, time: formatDateTime(delayedUntil) });
}
