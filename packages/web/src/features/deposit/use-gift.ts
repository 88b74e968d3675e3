import type { Minor } from '@krapao/contract/money';
import { useState } from 'react';
import { ApiError, CONNECTION_ERROR, errorText, NOTHING_SENT } from '../../lib/api-error.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { minorOf } from '../../lib/money.ts';
import { getSessionNo } from '../../lib/session-token.ts';
import { gift, markOf } from '../../operations/gift.ts';
import { send as sendOperation } from '../../operations/send.ts';
import { tellError } from '../../ui/alert-store.ts';
import { GiftLockError, linkIn, lockGiftLink } from './gift-link.ts';

/** State of the sent link: not sent, being sent, accepted but unanswered, or unknown. */
export type GiftState = 'none' | 'sending' | 'pending' | 'unknown';

interface Gift {
  state: GiftState;
  /** Problem of the link last sent; empty for none. */
  problem: string;
  /** Sends a pasted link; reports faults. */
  send: (pasted: string) => Promise<void>;
  /** Returns to the link field. */
  again: () => void;
}

/** Sends a gift link into the wallet. `onCredited` is called with the movement's id and its amount. */
export function useGift(
  walletAccountName: string,
  onCredited: (id: string, amountMinor: Minor) => void,
): Gift {
  const [state, setState] = useState<GiftState>('none');
  const [problem, setProblem] = useState('');

  const fail = (error: unknown) => {
    const reason = error instanceof GiftLockError ? lockText(error) : error;
    setProblem(typeof reason === 'string' ? reason : errorText(reason));
    void tellError(reason);
    setState('none');
  };

  const send = async (pasted: string) => {
    setProblem('');
    setState('sending');
    const sessionNo = getSessionNo();
    const plain = linkIn(pasted);
    let link: string;
    try {
      link = await lockGiftLink(plain, walletAccountName);
    } catch (error) {
      // The link has not left this device yet.
      const isCut = error instanceof ApiError && error.code === CONNECTION_ERROR;
      fail(isCut ? new ApiError(NOTHING_SENT, 0) : error);
      return;
    }
    // It is the gift of the one who pasted it, not of a member who has logged in meanwhile.
    if (sessionNo !== getSessionNo()) return setState('none');
    const sent = await sendOperation(gift, { mark: markOf(plain) }, link);
    if (sent.kind === 'refused') return fail(sent.error);
    setState(sent.kind === 'done' ? 'none' : sent.kind);
    if (sent.kind === 'done') onCredited(sent.reply._id, minorOf(sent.reply.amount));
  };

  return { state, problem, send, again: () => setState('none') };
}

const lockText = ({ problem }: GiftLockError): string =>
  t(problem === 'key' ? 'deposit.giftKey' : 'deposit.giftInsecure');
