import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/fields.tsx';
import { RoleChoice } from './role-choice.tsx';

/** Proposes a new staff member. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly string[]>([]);
  return (
    <ActionDialog
      title={t('people.add')}
      submitLabel={t('members.propose')}
      reason="required"
      isReady={email.includes('@') && name.trim() !== '' && roles.length > 0}
      send={(reason) =>
        call('POST /staff/api/staff', { body: { email, name: name.trim(), roles: [...roles], reason } })
      }
      onClose={onClose}
    >
      <p>{t('people.addHint')}</p>
      <Field
        label={t('session.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        isRequired
        autoFocus
      />
      <Field label={t('people.name')} value={name} onChange={setName} maxLength={100} isRequired />
      <RoleChoice value={roles} onChange={setRoles} />
    </ActionDialog>
  );
}
