import { useEffect, useEffectEvent } from 'react';
import { getConnection, onConnectionChange } from '../lib/connection.ts';
import { useT } from '../lib/i18n/i18n.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** Placeholder for code that failed to load without a connection. Retries by itself once there is one. */
export function CutOff({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  const retry = useEffectEvent(onRetry);
  useEffect(
    () =>
      onConnectionChange(() => {
        if (getConnection() === 'online') retry();
      }),
    [],
  );
  return <EmptyState isPage icon="alert" title={t('common.connectionError')} onRetry={onRetry} />;
}
