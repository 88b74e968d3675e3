import { useEffect, useEffectEvent, useRef } from 'react';
import type { UserInfo } from '../../wallet/wallet-state.ts';

/** Delay before home asks the games for their balances, so that passing through home asks nothing. */
const OPENING_MS = 200;
/** Interval of retries for a game that does not answer. */
const DOWN_RETRY_MS = 15_000;

/**
 * Asks the games for their balances whenever these may have changed elsewhere: home opens, the player returns
 * to it, credit in transit has arrived, or a game did not answer.
 */
export function useFreshBalances(userInfo: UserInfo | undefined, refresh: () => Promise<void>): void {
  const ask = useEffectEvent(() => void refresh());

  useEffect(() => {
    const timer = setTimeout(ask, OPENING_MS);
    const onVisible = () => {
      if (document.visibilityState === 'visible') ask();
    };
    // The player came back from a game in this window.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) ask();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pageshow', onPageShow);
    };
  }, []);

  const codesInTransit = inTransit(userInfo);
  const before = useRef('');
  useEffect(() => {
    const waiting = before.current.split(' ').filter(Boolean);
    const now = codesInTransit.split(' ');
    before.current = codesInTransit;
    if (waiting.some((code) => !now.includes(code))) ask();
  }, [codesInTransit]);

  const isAnyDown = userInfo?.slots.some((slot) => slot.isActive && slot.isDown) ?? false;
  useEffect(() => {
    if (!isAnyDown) return;
    const timer = setInterval(ask, DOWN_RETRY_MS);
    return () => clearInterval(timer);
  }, [isAnyDown]);
}

/** Returns the codes of the games with credit in transit as one text, so that an effect can compare them. */
function inTransit(userInfo: UserInfo | undefined): string {
  const codes = userInfo?.slots.filter((slot) => slot.transitMinor > 0n).map((slot) => slot.code);
  return codes?.join(' ') ?? '';
}
