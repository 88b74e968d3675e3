import { Link } from '@tanstack/react-router';
import { ROW_CONTROL } from '../lib/list-focus.ts';
import { useMay } from '../lib/session.ts';
import styles from './member-name.module.css';

interface MemberNameProps {
  member: { id: string; name: string; phone: string };
  /** The row opens the member's page. */
  opensRow?: boolean;
}

/** A member: name and phone, with a link to their page for those who may read it. */
export function MemberName({ member, opensRow = false }: MemberNameProps) {
  const may = useMay();
  const name = member.name === '' ? member.id : member.name;
  return (
    <span className={styles['member']}>
      {may('GET /staff/api/members/:id') ? (
        <Link to="/members/$id" params={{ id: member.id }} {...(opensRow && { [ROW_CONTROL]: '' })}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      <span className={styles['phone']}>{member.phone}</span>
    </span>
  );
}
