import { useEffect, useEffectEvent } from 'react';
import { pushLayer } from './back-layers.ts';

/**
 * While active, makes the back button run `onBack` in place of leaving the page. A new `key` is a new layer.
 */
export function useBackLayer(active: boolean, onBack: () => void, key: unknown): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!active) return;
    return pushLayer(() => back());
  }, [active, key]);
}
