import type { StaffReply } from '@krapao/contract/staff/client-types';
import { useT } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';

type Session = StaffReply<'GET /staff/api/members/:id/sessions'>['items'][number];

/** Where a member is logged in. */
export function MemberSessions({ id }: { id: string }) {
  const t = useT();
  const read = useRead('GET /staff/api/members/:id/sessions', { params: { id } });
  const columns: readonly Column<Session>[] = [
    {
      id: 'seen',
      title: t('members.lastSeen'),
      isLead: true,
      renderCell: (one) => <When at={one.lastSeenAt} />,
    },
    { id: 'browser', title: t('members.browser'), renderCell: (one) => one.browser || '–' },
    { id: 'since', title: t('members.loggedIn'), renderCell: (one) => <When at={one.createdAt} /> },
  ];
  return (
    <Loaded read={read}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t('members.noSessions')} />
        ) : (
          <DataTable label={t('members.sessions')} columns={columns} items={items} idOf={(one) => one.id} />
        )
      }
    </Loaded>
  );
}
