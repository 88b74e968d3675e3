import { MEMBERS_ALONE } from '@krapao/contract/staff/exports';
import type { StaffItem } from '@krapao/contract/staff/client-types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { usePages } from '../../lib/reads.ts';
import { AccountText } from '../../ui/account-text.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Field } from '../../ui/fields.tsx';
import { MemberName } from '../../ui/member-name.tsx';
import { MemberState } from '../../ui/member-state.tsx';
import { More } from '../../ui/more.tsx';
import { Page, Panel, Row } from '../../ui/page.tsx';
import { Loaded, Notice } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './members-page.module.css';
import { ViewMenu } from '../../ui/views/view-menu.tsx';

type Found = StaffItem<'GET /staff/api/members'>;

/** One box finds members by anything that is known of them. */
export function MembersPage() {
  const t = useT();
  const { q = '' } = useSearch({ from: '/members' });
  return (
    <Page title={t('members.title')} aside={<Aside query={q} />}>
      <SearchBox key={q} asked={q} />
      {q === '' ? (
        <Notice icon="search" title={t('members.find')}>
          <p>{t('members.findHint')}</p>
        </Notice>
      ) : (
        <Results query={q} />
      )}
    </Page>
  );
}

function Aside({ query }: { query: string }) {
  const t = useT();
  return (
    <Row>
      <ExportButton
        call="POST /staff/api/exports/members"
        title="exports.membersTitle"
        send={(asked) =>
          call('POST /staff/api/exports/members', { body: { ...asked, ...(query !== '' && { query }) } })
        }
      >
        <p>
          <strong>{query === '' ? t('exports.all') : t('exports.found', { query })}</strong>
        </p>
        <p>{t('exports.membersHint', { count: MEMBERS_ALONE })}</p>
      </ExportButton>
      <ViewMenu room="members" />
    </Row>
  );
}

function SearchBox({ asked }: { asked: string }) {
  const t = useT();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(asked);
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    const q = typed.trim();
    void navigate({ to: '/members', search: q === '' ? {} : { q } });
  };
  return (
    <form role="search" className={styles['search']} onSubmit={search}>
      <Field
        label={t('members.searchLabel')}
        hint={t('members.searchHint')}
        value={typed}
        onChange={setTyped}
        inputMode="search"
        maxLength={100}
        autoFocus={asked === ''}
      />
      <Button type="submit" kind="primary" icon="search">
        {t('members.search')}
      </Button>
    </form>
  );
}

function Results({ query }: { query: string }) {
  const t = useT();
  const pages = usePages('GET /staff/api/members', { query: { query } });
  const columns: readonly Column<Found>[] = [
    {
      id: 'member',
      title: t('members.member'),
      isLead: true,
      renderCell: (one) => <MemberName member={one} opensRow />,
    },
    { id: 'bank', title: t('members.bank'), renderCell: (one) => <AccountText account={one.bank} /> },
    { id: 'found', title: t('members.foundBy'), renderCell: (one) => t(`members.by_${one.foundBy}`) },
    { id: 'since', title: t('members.since'), renderCell: (one) => <When at={one.createdAt} /> },
    {
      id: 'state',
      title: t('members.state'),
      renderCell: (one) => <MemberState member={one} />,
    },
  ];
  return (
    <Panel>
      <Loaded read={pages}>
        {(items) =>
          items.length === 0 ? (
            <Notice icon="search" title={t('members.none')}>
              <p>{t('members.noneHint')}</p>
            </Notice>
          ) : (
            <>
              <DataTable
                label={t('members.results')}
                columns={columns}
                items={items}
                idOf={(one) => one.id}
              />
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
