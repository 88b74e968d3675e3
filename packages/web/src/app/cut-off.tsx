import { useEffect, useEffectEvent } from 'react';
import { getConnection, onConnectionChange } from '../lib/connection.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** Code that does not come while there is no connection is no fault of the app. */
export const isCutOff = (): boolean => getConnection() !== 'online';

/** Stands in for code that did not come for want of a connection. Asks again by itself once there is one. */
export function CutOff({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  const retry = useEffectEvent(onRetry);
  useEffect(
    () =>
      onConnectionChange(() => {
        if (!isCutOff()) retry();
      }),
    [],
  );
  return <EmptyState isPage icon="alert" title={t('common.connectionError')} onRetry={onRetry} />;
}
