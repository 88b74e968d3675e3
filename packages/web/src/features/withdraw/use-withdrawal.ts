import { startTransition, useState } from 'react';
import { navigate } from '../../lib/router.tsx';
import type { ModalResult } from '../../lib/modal-store.ts';
import { minorOf } from '../../lib/money.ts';
import { useApi, useReload } from '../../lib/use-api.ts';
import { useActiveBonus, type ActiveBonus } from '../session/use-active-bonus.ts';
import { useWallet } from '../session/use-wallet.ts';
import type { UserInfo } from '../session/wallet-state.ts';
import { sendWithdrawal, settleUnknown, tellOutcome } from './send-withdrawal.ts';
import type { Wish, WithdrawLimits } from './withdraw-rules.ts';

/**
 * Step of the player: the data is loading or failed to load, there is no bank account, or one of the two
 * steps.
 */
type Step =
  | { at: 'loading' | 'failed' | 'noBank' }
  | { at: 'amount'; userInfo: UserInfo; limits: WithdrawLimits; bonus: ActiveBonus | null }
  | { at: 'confirm'; userInfo: UserInfo; wish: Wish };

interface Withdrawal {
  step: Step;
  /** The withdrawal is being sent. */
  sending: boolean;
  retry: () => Promise<unknown>;
  /** Goes to the confirmation of this withdrawal request; null goes back to the amount. */
  review: (wish: Wish | null) => void;
  send: () => Promise<void>;
}

/** State of a withdrawal, from loading its data to telling its outcome. */
export function useWithdrawal(onClose: (result?: ModalResult) => void): Withdrawal {
  const { userInfo, error: walletError, reload } = useWallet();
  const reloadApi = useReload();
  const { data, error, mutate } = useApi('GET /api/lookup/withdraw', undefined, { revalidateOnFocus: false });
  const { active: bonus, error: bonusError } = useActiveBonus();
  const [wish, setWish] = useState<Wish | null>(null);
  const [sending, setSending] = useState(false);

  const send = async () => {
    if (wish === null || !userInfo) return;
    setSending(true);
    const outcome = await sendWithdrawal(wish);
    const changed = ['POST /api/statement', 'GET /api/bonus/check/active', 'GET /api/bonus'] as const;
    const fresh = Promise.all([reload(), ...changed.map(reloadApi)]);
    // Without a connection this may take long, and the player should be told first.
    if (outcome.kind === 'unknown')
      fresh.catch((error: unknown) => console.warn('reload after a withdrawal', error));
    else await fresh;
    setSending(false);
    if (outcome.kind === 'taken') onClose({ refresh: true });
    if (outcome.kind === 'refused') setWish(null);
    const wantsStatement = await tellOutcome(outcome, wish, userInfo.currency);
    if (!wantsStatement) return;
    settleUnknown();
    onClose({ refresh: true });
    navigate('/user/statement');
  };

  const stepNow = (): Step => {
    if (!userInfo) return { at: walletError === undefined ? 'loading' : 'failed' };
    if (!data) return { at: error === undefined ? 'loading' : 'failed' };
    // A failed check for an active bonus blocks no withdrawal: the server checks it.
    if (bonus === undefined && bonusError === undefined) return { at: 'loading' };
    if (userInfo.bankAccount.bankAccountNo === '') return { at: 'noBank' };
    if (wish !== null) return { at: 'confirm', userInfo, wish };
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
    review: (next) => startTransition(() => setWish(next)),
    send,
  };
}
