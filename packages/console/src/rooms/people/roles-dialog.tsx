import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import type { Person } from './person.ts';
import { RoleChoice } from './role-choice.tsx';

/** Proposes other roles of a person; a disabled one may sign in again. */
export function RolesDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useT();
  const [roles, setRoles] = useState<readonly string[]>(person.roles);
  return (
    <ActionDialog
      title={t('people.rolesTitle', { name: person.name })}
      submitLabel={t('members.propose')}
      reason="required"
      isReady={roles.length > 0}
      send={(reason) =>
        call('POST /staff/api/staff/:id/roles', {
          params: { id: person.id },
          body: { roles: [...roles], reason },
        })
      }
      onClose={onClose}
    >
      <p>{t(person.isDisabled ? 'people.enableHint' : 'people.rolesHint')}</p>
      <RoleChoice value={roles} onChange={setRoles} />
    </ActionDialog>
  );
}
