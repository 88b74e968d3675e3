import { ROLE_NAME_MAX } from '@krapao/contract/staff/roles';
import type { Permission } from '@krapao/contract/staff/permissions';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/fields.tsx';
import { PermissionChoice } from './permission-choice.tsx';
import type { StaffRole } from './role.ts';

const NONE: readonly Permission[] = [];

/** Proposes a new role. */
export function AddRoleDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState(NONE);
  return (
    <ActionDialog
      title={t('ownRoles.add')}
      submitLabel={t('members.propose')}
      reason="required"
      isReady={name.trim() !== '' && permissions.length > 0}
      send={(reason) =>
        call('POST /staff/api/roles', { body: { name: name.trim(), permissions: [...permissions], reason } })
      }
      onClose={onClose}
    >
      <p>{t('ownRoles.addHint')}</p>
      <Field
        label={t('ownRoles.name')}
        hint={t('ownRoles.nameHint')}
        value={name}
        onChange={setName}
        maxLength={ROLE_NAME_MAX}
        isRequired
        autoFocus
      />
      <PermissionChoice before={NONE} value={permissions} onChange={setPermissions} />
    </ActionDialog>
  );
}

/** Proposes other permissions of an own role. */
export function ChangeRoleDialog({ role, onClose }: { role: StaffRole; onClose: () => void }) {
  const t = useT();
  const [permissions, setPermissions] = useState<readonly Permission[]>(role.permissions);
  const isChanged =
    permissions.length !== role.permissions.length ||
    permissions.some((name) => !role.permissions.includes(name));
  return (
    <ActionDialog
      title={t('ownRoles.changeTitle', { name: role.name })}
      submitLabel={t('members.propose')}
      reason="required"
      isReady={permissions.length > 0 && isChanged}
      send={(reason) =>
        call('POST /staff/api/roles/change', {
          body: { name: role.name, permissions: [...permissions], reason },
        })
      }
      onClose={onClose}
    >
      <p>{t('ownRoles.changeHint')}</p>
      <PermissionChoice before={role.permissions} value={permissions} onChange={setPermissions} />
    </ActionDialog>
  );
}

/** Proposes to remove an own role. */
export function RemoveRoleDialog({ role, onClose }: { role: StaffRole; onClose: () => void }) {
  const t = useT();
  return (
    <ActionDialog
      title={t('ownRoles.removeTitle', { name: role.name })}
      submitLabel={t('members.propose')}
      tone="danger"
      reason="required"
      send={(reason) => call('POST /staff/api/roles/removal', { body: { name: role.name, reason } })}
      onClose={onClose}
    >
      <p>{t('ownRoles.removeHint')}</p>
    </ActionDialog>
  );
}
