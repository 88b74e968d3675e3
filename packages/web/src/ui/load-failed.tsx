import { useT } from '../lib/i18n/i18n.ts';
import { EmptyState } from './empty-state.tsx';

/** Stands where something could not be loaded, with a retry button and no alarm. */
export function LoadFailed({ onRetry }: { onRetry: () => unknown }) {
  const t = useT();
  return <EmptyState icon="offline" title={t('common.loadFailed')} onRetry={onRetry} />;
}
