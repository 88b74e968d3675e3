import { useT } from '../lib/i18n/i18n.ts';
import { EmptyState } from './empty-state.tsx';

/** Placeholder for content that could not be loaded, with a retry button and a neutral icon. */
export function LoadFailed({ onRetry }: { onRetry: () => unknown }) {
  const t = useT();
  return <EmptyState icon="offline" title={t('common.loadFailed')} onRetry={onRetry} />;
}
