import { useEffect, useEffectEvent } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { getSessionNo } from '../../lib/session-token.ts';
import { useAnswered } from '../../lib/kept.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { useWallet } from './use-wallet.ts';

/** Tells the player of money that arrives and of movements that end, on whichever page they are. */
export function useMoneyNews(): void {
  const { userInfo } = useWallet();
  const isAnswered = useAnswered('GET /api/wallet');
  const currency = userInfo?.currency;
  const figures = userInfo && `${userInfo.wallet.amountMinor}/${userInfo.wallet.transitMinor}`;
  const answeredAtMs = useEffectEvent(() => userInfo?.timesync ?? serverNow());
  useEffect(() => {
    if (!isAnswered || figures === undefined || currency === undefined) return;
    const atMs = answeredAtMs();
    const sessionNo = getSessionNo();
    let cancel = () => {};
    // A page that nobody looks at tells nothing: it does so when somebody is back.
    const tell = () => {
      if (document.visibilityState === 'hidden') return;
      cancel();
      cancel = whenIdle(() => {
        if (sessionNo !== getSessionNo()) return;
        import('./money-news.ts')
          .then(({ tellNews }) => tellNews(figures, atMs, currency))
          .catch((fault: unknown) => console.warn('news did not come', fault));
      });
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    // These figures are looked at although others have come meanwhile: what is new is told against them.
    return () => document.removeEventListener('visibilitychange', tell);
  }, [isAnswered, figures, currency]);
}
