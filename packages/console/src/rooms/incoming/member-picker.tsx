import type { StaffItem } from '@krapao/contract/staff/client-types';
import { useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { usePages } from '../../lib/reads.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Field } from '../../ui/fields.tsx';
import { MemberState } from '../../ui/member-state.tsx';
import { Loaded } from '../../ui/states.tsx';
import styles from './member-picker.module.css';

interface MemberPickerProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Shorter texts find too many members. */
const SHORTEST_QUERY = 3;

/** Chooses a member, found by anything that is known of them. */
export function MemberPicker({ value, onChange }: MemberPickerProps) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim());
  /** Another search may not list the chosen member any more. */
  const type = (text: string) => {
    setTyped(text);
    onChange(undefined);
  };
  return (
    <div className={styles['picker']}>
      <Field
        label={t('incoming.findMember')}
        hint={t('members.searchHint')}
        value={typed}
        onChange={type}
        inputMode="search"
        maxLength={100}
        autoFocus
      />
      {query.length >= SHORTEST_QUERY && <Choices query={query} value={value} onChange={onChange} />}
    </div>
  );
}

function Choices({ query, value, onChange }: MemberPickerProps & { query: string }) {
  const t = useT();
  const pages = usePages('GET /staff/api/members', { query: { query } });
  return (
    <Loaded read={pages} rows={2}>
      {(items) =>
        items.length === 0 ? (
          <p>{t('members.none')}</p>
        ) : (
          <fieldset className={styles['choices']}>
            <legend className="visually-hidden">{t('incoming.chooseMember')}</legend>
            {items.map((one) => (
              <Choice key={one.id} member={one} isChosen={one.id === value} choose={() => onChange(one.id)} />
            ))}
          </fieldset>
        )
      }
    </Loaded>
  );
}

interface ChoiceProps {
  member: StaffItem<'GET /staff/api/members'>;
  isChosen: boolean;
  choose: () => void;
}

function Choice({ member, isChosen, choose }: ChoiceProps) {
  const { id, name, phone, bank } = member;
  return (
    <label className={styles['choice']}>
      <input type="radio" name="member" value={id} checked={isChosen} onChange={choose} />
      <strong>{name || id}</strong>
      <span className={styles['detail']}>
        {phone} · {bank.bankCode} {bank.accountNo}
      </span>
      {(member.isFrozen || member.stop) && (
        <span className={styles['detail']}>
          <MemberState member={member} />
        </span>
      )}
    </label>
  );
}
