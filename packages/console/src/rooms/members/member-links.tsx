import type { StaffReply } from '@krapao/contract/staff/client-types';
import { LINKS_OF_A_KIND } from '@krapao/contract/staff/member-sections';
import { useT } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { MemberState } from '../../ui/member-state.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './member-sections.module.css';

type Link = StaffReply<'GET /staff/api/members/:id/links'>['items'][number];

/** Other members who may belong to a member, each with the reason. */
export function MemberLinks({ id }: { id: string }) {
  const t = useT();
  const read = useRead('GET /staff/api/members/:id/links', { params: { id } });
  const columns: readonly Column<Link>[] = [
    {
      id: 'member',
      title: t('members.member'),
      isLead: true,
      renderCell: (one) => <MemberName member={one.member} opensRow />,
    },
    { id: 'why', title: t('sections.linkWhy'), renderCell: (one) => t(`sections.link_${one.kind}`) },
    { id: 'at', title: t('members.at'), renderCell: (one) => (one.at === null ? '–' : <When at={one.at} />) },
    {
      id: 'state',
      title: t('members.state'),
      renderCell: (one) => <MemberState member={one} />,
    },
  ];
  return (
    <>
      <p className={styles['hint']}>{t('sections.linksHint')}</p>
      <Loaded read={read}>
        {({ items, cut }) => (
          <>
            {items.length === 0 ? (
              <Empty title={t('sections.noLinks')} />
            ) : (
              <DataTable
                label={t('members.links')}
                columns={columns}
                items={items}
                idOf={(one) => `${one.kind} ${one.member.id}`}
              />
            )}
            {cut.map((kind) => (
              <p key={kind} className={styles['hint']}>
                {t('sections.linksCut', { why: t(`sections.link_${kind}`), count: LINKS_OF_A_KIND })}
              </p>
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}
