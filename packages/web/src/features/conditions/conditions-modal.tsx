import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useApi } from '../../lib/use-api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SafeHtml } from '../../ui/safe-html.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { conditionsHtml } from './conditions-html.ts';

/** The operator's conditions. */
export function ConditionsModal({ onClose }: ModalComponentProps<'conditions'>) {
  const t = useT();
  const { data, error, mutate } = useApi('GET /api/lookup/conditions', undefined, {
    revalidateOnFocus: false,
  });
  const html = conditionsHtml(data);
  return (
    <Dialog title={t('conditions.title')} size="large" onClose={() => onClose()}>
      {data === undefined && (error === undefined ? <Spinner /> : <LoadFailed onRetry={() => mutate()} />)}
      {data !== undefined && (html ? <SafeHtml html={html} /> : <EmptyState icon="shield" />)}
    </Dialog>
  );
}
