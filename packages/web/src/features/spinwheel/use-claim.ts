import { useRef } from 'react';
import { t } from '../../lib/i18n/i18n.ts';
import { coupon } from '../../operations/coupon.ts';
import { reasonOf } from '../../operations/operation.ts';
import { useRefresh } from '../../operations/refresh.ts';
import { alertUnknown, send } from '../../operations/send.ts';
import { alertError, alertSuccess, confirm } from '../../ui/alert-store.ts';
import type { Coupon } from './spinwheel-api.ts';

/** Presses closer together than this count as one. */
const CLAIM_QUIET_MS = 500;

/** Returns a function that claims a coupon of a prize after asking, and shows the outcome. Never rejects. */
export function useClaim(): (coupon: Coupon) => Promise<void> {
  const refresh = useRefresh();
  const pressedAt = useRef(-Infinity);

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
    const content = { coupon: prize.slice, name: prize.name };
    const sent = await send(coupon, content);
    const fresh = refresh(coupon);
    if (sent.kind === 'unknown') await alertUnknown(coupon, sent.key);
    else if (sent.kind === 'refused') await alertError(reasonOf(coupon, sent.error, content));
    else {
      await fresh;
      await alertSuccess(t('spin.claimedMsg', { prize: prize.name }));
    }
  };
}
