import type { StaffItem } from '@krapao/contract/staff/client-types';
import { STOPPED_LISTS } from '@krapao/contract/staff/protection';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useKeys } from '../../lib/keys.ts';
import { LIST_KEYS } from '../../lib/list-focus.ts';
import { holdsText } from '../../lib/protection-texts.ts';
import { useHasChanged, usePages } from '../../lib/reads.ts';
import { Amount } from '../../ui/amount.tsx';
import { Changed } from '../../ui/changed.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { More } from '../../ui/more.tsx';
import { Page, Panel, PanelBody } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { When } from '../../ui/when.tsx';
import styles from './protection-page.module.css';

const CALL = 'GET /staff/api/protection/stopped';
type Stopped = StaffItem<typeof CALL>;
type StoppedList = (typeof STOPPED_LISTS)[number];

/** The members who are on a break, excluded, or excluded and about to come back. */
export function ProtectionPage() {
  const t = useT();
  const { list = 'breaks' } = useSearch({ from: '/protection' });
  useKeys(LIST_KEYS);
  return (
    <Page title={t('protection.title')}>
      <Tabs
        label={t('protection.lists')}
        tabs={STOPPED_LISTS.map((one) => ({
          id: one,
          label: t(`protection.list_${one}`),
          to: '/protection',
          search: { list: one === 'breaks' ? undefined : one },
          isCurrent: one === list,
        }))}
      />
      <Members key={list} list={list} />
    </Page>
  );
}

const signOf = ({ member, until, endsAt }: Stopped): string => `${member.id} ${until ?? ''} ${endsAt ?? ''}`;

function Members({ list }: { list: StoppedList }) {
  const t = useT();
  const input = useMemo(() => ({ query: { list } }), [list]);
  const pages = usePages(CALL, input);
  const hasChanged = useHasChanged(CALL, input, { items: pages.data, signOf });
  const code = list === 'breaks' ? 'ON_BREAK' : 'EXCLUDED';
  const columns: readonly Column<Stopped>[] = [
    {
      id: 'member',
      title: t('members.member'),
      isLead: true,
      renderCell: (one) => <MemberName member={one.member} opensRow />,
    },
    {
      id: 'since',
      title: t('protection.since'),
      renderCell: (one) => (one.since === null ? '–' : <When at={one.since} />),
    },
    { id: 'holds', title: t('protection.how'), renderCell: (one) => holdsText(t, { code, ...one }) },
    {
      id: 'by',
      title: t('protection.by'),
      renderCell: ({ since, by, reason }) => (
        <span className={styles['by']}>
          <span>{since === null ? '–' : (by ?? t('protection.byMember'))}</span>
          {reason !== '' && <span className={styles['reason']}>{reason}</span>}
        </span>
      ),
    },
    {
      id: 'wallet',
      title: t('members.wallet'),
      isNumber: true,
      renderCell: (one) => <Amount amount={one.wallet} currency={one.currency} />,
    },
    {
      id: 'held',
      title: t('protection.held'),
      isNumber: true,
      renderCell: (one) => <Amount amount={one.held} currency={one.currency} />,
    },
  ];
  return (
    <Panel>
      <Changed isShown={hasChanged} again={pages.again} />
      <PanelBody>
        <p>{t(`protection.hint_${list}`)}</p>
      </PanelBody>
      <Loaded read={pages}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t(`protection.none_${list}`)} />
          ) : (
            <>
              <DataTable
                label={t(`protection.list_${list}`)}
                columns={columns}
                items={items}
                idOf={({ member }) => member.id}
              />
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
