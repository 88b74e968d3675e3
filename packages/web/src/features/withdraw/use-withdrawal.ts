import { startTransition, useState } from 'react';
import { navigate } from '../../lib/router.tsx';
import type { ModalResult } from '../../lib/modal-store.ts';
import { minorOf } from '../../lib/money.ts';
import { useApi } from '../../lib/use-api.ts';
import { useRefresh } from '../../operations/refresh.ts';
import { withdraw } from '../../operations/withdraw.ts';
import { useActiveBonus, type ActiveBonus } from '../bonus/active-bonus-api.ts';
import { useWallet } from '../../wallet/use-wallet.ts';
import type { UserInfo } from '../../wallet/wallet-state.ts';
import { isTaken, sendWithdrawal, tellOutcome } from './send-withdrawal.ts';
import type { WithdrawalRequest, WithdrawLimits } from './withdraw-rules.ts';

/**
 * Step of the player: the data is loading or failed to load, there is no bank account, or one of the two
 * steps.
 */
type Step =
  | { at: 'loading' | 'failed' | 'noBank' }
  | { at: 'amount'; userInfo: UserInfo; limits: WithdrawLimits; bonus: ActiveBonus | null }
  | { at: 'confirm'; userInfo: UserInfo; request: WithdrawalRequest };

interface Withdrawal {
  step: Step;
  /** The withdrawal is being sent. */
  sending: boolean;
  retry: () => Promise<unknown>;
  /** Goes to the confirmation of this withdrawal request; null goes back to the amount. */
  review: (request: WithdrawalRequest | null) => void;
  send: () => Promise<void>;
}

/** State of a withdrawal, from loading its data to telling its outcome. */
export function useWithdrawal(onClose: (result?: ModalResult) => void): Withdrawal {
  const { userInfo, error: walletError, reload } = useWallet();
  const refresh = useRefresh();
  const { data, error, mutate } = useApi('GET /api/lookup/withdraw', undefined, { revalidateOnFocus: false });
  const { active: bonus, error: bonusError } = useActiveBonus();
  const [request, setRequest] = useState<WithdrawalRequest | null>(null);
  const [sending, setSending] = useState(false);

  const send = async () => {
    if (request === null || !userInfo) return;
    setSending(true);
    const sent = await sendWithdrawal(request);
    const fresh = refresh(withdraw);
    // Without a connection this may take long, and the player should be told first.
    if (sent.kind !== 'unknown') await fresh;
    setSending(false);
    if (isTaken(sent)) onClose({ refresh: true });
    else if (sent.kind === 'refused') setRequest(null);
    const wantsStatement = await tellOutcome(sent, request, userInfo.currency);
    if (!wantsStatement) return;
    onClose({ refresh: true });
    navigate('/user/statement');
  };

  const stepNow = (): Step => {
    if (!userInfo) return { at: walletError === undefined ? 'loading' : 'failed' };
    if (!data) return { at: error === undefined ? 'loading' : 'failed' };
    // A failed check for an active bonus blocks no withdrawal: the server checks it.
    if (bonus === undefined && bonusError === undefined) return { at: 'loading' };
    if (userInfo.bankAccount.bankAccountNo === '') return { at: 'noBank' };
    if (request !== null) return { at: 'confirm', userInfo, request };
    const limits: WithdrawLimits = {
      minMinor: minorOf(data.withdrawMin),
      maxMinor: minorOf(data.withdrawMax),
      availableMinor: userInfo.wallet.amountMinor,
    };
    return { at: 'amount', userInfo, limits, bonus: bonus ?? null };
  };
  return {
    step: stepNow(),
    sending,
    retry: () => Promise.all([reload(), mutate()]),
    // A transition, so that the press gets its feedback before the next step is rendered.
    review: (next) => startTransition(() => setRequest(next)),
    send,
  };
}
