import { mayGrant, PERMISSIONS, type Permission } from '@krapao/contract/staff/permissions';
import { codeText, useT } from '../../lib/i18n.ts';
import { useStaff } from '../../lib/session.ts';
import styles from './permission-choice.module.css';

interface PermissionChoiceProps {
  /** The permissions before the change: they may stay even where the person may not grant them. */
  before: readonly Permission[];
  value: readonly Permission[];
  onChange: (permissions: readonly Permission[]) => void;
}

const SUBJECTS = [...new Set(PERMISSIONS.map((name) => name.split('.')[0] ?? ''))];

/** Chooses permissions, by their subjects. Those that the person may not grant cannot be added. */
export function PermissionChoice({ before, value, onChange }: PermissionChoiceProps) {
  const t = useT();
  const { permissions: held } = useStaff();
  const toggle = (name: Permission) =>
    onChange(value.includes(name) ? value.filter((one) => one !== name) : [...value, name]);
  const isClosed = (name: Permission): boolean => !mayGrant(held, name) && !before.includes(name);
  return (
    <>
      {PERMISSIONS.some(isClosed) && <p>{t('ownRoles.heldHint')}</p>}
      <div className={styles['subjects']}>
        {SUBJECTS.map((subject) => (
          <fieldset key={subject} className={styles['subject']}>
            <legend>{codeText('permissionSubjects', subject)}</legend>
            {PERMISSIONS.filter((name) => name.startsWith(`${subject}.`)).map((name) => (
              <label key={name} className={styles['permission']}>
                <input
                  type="checkbox"
                  checked={value.includes(name)}
                  disabled={isClosed(name)}
                  onChange={() => toggle(name)}
                />
                {codeText('permissions', name)}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}
