import { ROLES, type Role } from '@krapao/contract/staff/permissions';
import { useT } from '../../lib/i18n.ts';
import styles from './role-choice.module.css';

interface RoleChoiceProps {
  value: readonly Role[];
  onChange: (roles: readonly Role[]) => void;
}

/** Chooses one role or more. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const t = useT();
  const toggle = (role: Role) =>
    onChange(value.includes(role) ? value.filter((one) => one !== role) : [...value, role]);
  return (
    <fieldset className={styles['roles']}>
      <legend>{t('people.roles')}</legend>
      {ROLES.map((role) => (
        <label key={role}>
          <input type="checkbox" checked={value.includes(role)} onChange={() => toggle(role)} />
          {t(`roles.${role}`)}
        </label>
      ))}
    </fieldset>
  );
}
