import { useT } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { Loaded } from '../../ui/states.tsx';
import styles from './role-choice.module.css';
import { roleName } from './role.ts';

const NO_INPUT = {};

interface RoleChoiceProps {
  value: readonly string[];
  onChange: (roles: readonly string[]) => void;
}

/** Chooses one role or more, of the built-in ones and the operator's own. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const t = useT();
  const read = useRead('GET /staff/api/roles', NO_INPUT);
  const toggle = (role: string) =>
    onChange(value.includes(role) ? value.filter((one) => one !== role) : [...value, role]);
  return (
    <fieldset className={styles['roles']}>
      <legend>{t('people.roles')}</legend>
      <Loaded read={read} rows={3}>
        {({ items }) =>
          items.map(({ name }) => (
            <label key={name}>
              <input type="checkbox" checked={value.includes(name)} onChange={() => toggle(name)} />
              {roleName(name)}
            </label>
          ))
        }
      </Loaded>
    </fieldset>
  );
}
