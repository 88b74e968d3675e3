import { usePages } from '../../lib/reads.ts';
import { AuditList } from '../../ui/audit-list.tsx';

/** Lists the acts of staff on a member. */
export function MemberActs({ id }: { id: string }) {
  const pages = usePages('GET /staff/api/audit', { query: { subject: `member ${id}` } });
  return <AuditList pages={pages} hasSubject={false} />;
}
