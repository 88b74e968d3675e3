import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import type { Person } from './person.ts';

/** Locks a person out at once. */
export function DisableDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      title={t('people.disableTitle', { name: person.name })}
      submitLabel={t('people.disable')}
      tone="danger"
      reason="required"
      send={(reason) =>
        call('POST /staff/api/staff/:id/disable', { params: { id: person.id }, body: { reason } })
      }
      onClose={onClose}
    >
      <p>{t('people.disableHint')}</p>
    </ActionDialog>
  );
}
