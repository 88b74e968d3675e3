import { useEffect, useEffectEvent } from 'react';
import { serverNow } from '../lib/clock.ts';
import { getSessionNo } from '../lib/session-token.ts';
import { useAnswered } from '../lib/kept.ts';
import { whenIdle } from '../lib/when-idle.ts';
import type * as MoneyNews from './money-news.ts';
import { useWallet } from './use-wallet.ts';

let code: Promise<typeof MoneyNews> | undefined;

/** Loads the code once. Two imports may resolve in the other order, and older figures would then count as newer. */
function loadNews(): Promise<typeof MoneyNews> {
  code ??= import('./money-news.ts').catch((fault: unknown) => {
    code = undefined;
    throw fault;
  });
  return code;
}

/** Tells the player of arriving money and ended movements, on any page. */
export function useMoneyNews(): void {
  const { userInfo } = useWallet();
  const isAnswered = useAnswered('GET /api/wallet');
  const currency = userInfo?.currency;
  const held = userInfo?.heldMinor ? `${userInfo.heldMinor}+` : '';
  const figures = userInfo && `${held}${userInfo.wallet.amountMinor}/${userInfo.wallet.transitMinor}`;
  const answeredAtMs = useEffectEvent(() => userInfo?.timesync ?? serverNow());
  useEffect(() => {
    if (!isAnswered || figures === undefined || currency === undefined) return;
    const atMs = answeredAtMs();
    const sessionNo = getSessionNo();
    let cancel = () => {};
    // A hidden page tells nothing; it does so when it becomes visible.
    const tell = () => {
      if (document.visibilityState === 'hidden') return;
      cancel();
      cancel = whenIdle(() => {
        if (sessionNo !== getSessionNo()) return;
        loadNews()
          .then(({ tellNews }) => tellNews(figures, atMs, currency))
          .catch((fault: unknown) => console.warn('news did not come', fault));
      });
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    // These figures are processed even if newer ones have arrived: the next news is compared with them.
    return () => document.removeEventListener('visibilitychange', tell);
  }, [isAnswered, figures, currency]);
}
