import { useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { runIntent } from '../../lib/intent.ts';
import { useReload } from '../../lib/use-api.ts';
import { alertError, alertSuccess, confirm } from '../../ui/alert-store.ts';
import { useWallet } from '../session/use-wallet.ts';
import { spinErrorText } from './spin-error-text.ts';
import type { Coupon } from './spinwheel-api.ts';

/** Presses closer together than this count as one. */
const CLAIM_QUIET_MS = 500;

/** Returns a function that claims a coupon of a prize after asking, and shows the outcome. Never rejects. */
export function useClaim(): (coupon: Coupon) => Promise<void> {
  const { reload: reloadWallet } = useWallet();
  const reload = useReload();
  const pressedAt = useRef(-Infinity);

  const refresh = () =>
    Promise.all([reload('GET /api/spinwheel/coupon'), reload('GET /api/spinwheel/setup'), reloadWallet()]);

  return async ({ prize }) => {
    const now = performance.now();
    const isBounce = now - pressedAt.current < CLAIM_QUIET_MS;
    pressedAt.current = now;
    if (isBounce) return;
    const wants = await confirm({
      title: t('spin.claimTitle'),
      message: t('spin.claimMsg', { prize: prize.name }),
      confirmLabel: t('spin.claim'),
    });
    if (!wants) return;
    try {
      // The same key is sent until there is an answer: a retry of an unanswered claim takes no second coupon.
      await runIntent('claim', { coupon: prize.slice, name: prize.name }, (idempotencyKey) =>
        call('POST /api/spinwheel/coupon/claim', { body: { coupon: prize.slice }, idempotencyKey }),
      );
      await refresh().catch(() => undefined);
      await alertSuccess(t('spin.claimedMsg', { prize: prize.name }));
    } catch (error) {
      void refresh().catch(() => undefined);
      const isKnown = error instanceof ApiError && error.isDefinite;
      await alertError(isKnown ? spinErrorText(error) : t('spin.claimUnknownMsg'));
    }
  };
}
