import type { Minor } from '@krapao/contract/money';
import { useState } from 'react';
import { ApiError, CONNECTION_ERROR, errorText, NOTHING_SENT } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { runIntent } from '../../lib/intent.ts';
import { minorOf } from '../../lib/money.ts';
import { toast } from '../../ui/toast-store.ts';
import { GiftLockError, linkIn, lockGiftLink } from './gift-link.ts';

/** How the link that was sent stands: not sent, on its way, taken but unanswered, or nobody knows. */
export type GiftState = 'none' | 'sending' | 'pending' | 'unknown';

interface Gift {
  state: GiftState;
  /** What was wrong with the link last sent; empty for nothing. */
  problem: string;
  /** Sends a link as it was pasted; faults are told. */
  send: (pasted: string) => Promise<void>;
  /** Back to asking for a link. */
  again: () => void;
}

/** A gift link on its way into the wallet. `onCredited` is told the movement's id and what it brought. */
export function useGift(
  walletAccountName: string,
  onCredited: (id: string, amountMinor: Minor) => void,
): Gift {
  const [state, setState] = useState<GiftState>('none');
  const [problem, setProblem] = useState('');

  const fail = (error: unknown) => {
    const text = error instanceof GiftLockError ? lockText(error) : errorText(error);
    setProblem(text);
    toast.error(text);
    setState('none');
  };

  const send = async (pasted: string) => {
    setProblem('');
    setState('sending');
    let link: string;
    try {
      link = await lockGiftLink(linkIn(pasted), walletAccountName);
    } catch (error) {
      // The link has not left this device yet.
      const isCut = error instanceof ApiError && error.code === CONNECTION_ERROR;
      fail(isCut ? new ApiError(NOTHING_SENT, 0) : error);
      return;
    }
    try {
      const { _id, status, amount } = await runIntent('gift', null, (idempotencyKey) =>
        call('POST /api/wallet/truelink', { body: { link }, idempotencyKey }),
      );
      if (status === 'FAILED') return fail(new ApiError('TRUELINK_INVALID', 400));
      setState(status === 'SUCCESS' ? 'none' : 'pending');
      if (status === 'SUCCESS') onCredited(_id, minorOf(amount));
    } catch (error) {
      // Without a definite no, the server may have taken the link.
      if (error instanceof ApiError && !error.isDefinite) setState('unknown');
      else fail(error);
    }
  };

  return { state, problem, send, again: () => setState('none') };
}

const lockText = ({ problem }: GiftLockError): string =>
  t(problem === 'key' ? 'deposit.giftKey' : 'deposit.giftInsecure');
