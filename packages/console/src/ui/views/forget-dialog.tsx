import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../action-dialog.tsx';
import type { View } from './use-views.ts';

/** Forgets a kept view. */
export function ForgetDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      title={t('views.forget', { name: view.name })}
      submitLabel={t('views.forgetShort')}
      tone="danger"
      reason="none"
      send={() => call('DELETE /staff/api/views/:id', { params: { id: view.id } })}
      onClose={onClose}
    >
      <p>{t(view.isShared ? 'views.forgetShared' : 'views.forgetOwn')}</p>
    </ActionDialog>
  );
}
