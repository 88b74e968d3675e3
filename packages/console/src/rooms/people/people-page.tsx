import { Link, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { useT, type Translate } from '../../lib/i18n.ts';
import { usePages } from '../../lib/reads.ts';
import { useMay, useStaff } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { More } from '../../ui/more.tsx';
import { Page, Panel, Row } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { AddDialog } from './add-dialog.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import type { Person } from './person.ts';
import { roleName } from './role.ts';
import { RolesDialog } from './roles-dialog.tsx';

type Open = { action: 'add' } | { action: 'roles' | 'disable'; person: Person };

/** Staff, their roles and their second factors. */
export function PeoplePage() {
  const t = useT();
  const may = useMay();
  const { id: ownId } = useStaff();
  const { role } = useSearch({ from: '/people' });
  const input = useMemo(() => ({ query: { role } }), [role]);
  const pages = usePages('GET /staff/api/staff', input);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayAct = may('POST /staff/api/staff/:id/roles');
  const columns = columnsOf(
    t,
    (person) => mayAct && person.id !== ownId && <Actions person={person} open={setOpen} />,
  );
  return (
    <Page
      title={t('people.title')}
      aside={
        may('POST /staff/api/staff') && (
          <Button kind="primary" onPress={() => setOpen({ action: 'add' })}>
            {t('people.add')}
          </Button>
        )
      }
    >
      {role !== undefined && (
        <Row>
          <strong>{t('ownRoles.filtered', { name: roleName(role) })}</strong>
          <Link to="/people">{t('ownRoles.showAll')}</Link>
        </Row>
      )}
      <Panel>
        <Loaded read={pages}>
          {(items) =>
            items.length === 0 ? (
              <Empty title={t('people.none')} />
            ) : (
              <>
                <DataTable label={t('people.title')} columns={columns} items={items} idOf={({ id }) => id} />
                <More pages={pages} />
              </>
            )
          }
        </Loaded>
      </Panel>
      {open?.action === 'add' && <AddDialog onClose={close} />}
      {open?.action === 'roles' && <RolesDialog person={open.person} onClose={close} />}
      {open?.action === 'disable' && <DisableDialog person={open.person} onClose={close} />}
    </Page>
  );
}

function columnsOf(t: Translate, renderActions: (person: Person) => ReactNode): readonly Column<Person>[] {
  return [
    {
      id: 'name',
      title: t('people.name'),
      isLead: true,
      renderCell: (one) => (
        <>
          <strong>{one.name}</strong>
          <br />
          {one.email}
        </>
      ),
    },
    {
      id: 'roles',
      title: t('people.roles'),
      renderCell: (one) => (
        <Row>
          {one.roles.map((role) => (
            <Chip key={role}>{roleName(role)}</Chip>
          ))}
          {one.isDisabled && <Chip tone="bad">{t('people.disabled')}</Chip>}
        </Row>
      ),
    },
    {
      id: 'factors',
      title: t('people.factors'),
      renderCell: ({ factors: { totp, passkeys } }) =>
        [totp && t('people.totp'), passkeys > 0 && t('people.passkeys', { count: passkeys })]
          .filter(Boolean)
          .join(', ') || t('people.noFactor'),
    },
    { id: 'sessions', title: t('people.sessions'), isNumber: true, renderCell: (one) => one.sessions },
    {
      id: 'seen',
      title: t('members.lastSeen'),
      renderCell: (one) => (one.lastSeenAt === null ? t('members.never') : <When at={one.lastSeenAt} />),
    },
    { id: 'actions', title: t('incoming.action'), renderCell: renderActions },
  ];
}

function Actions({ person, open }: { person: Person; open: (next: Open) => void }) {
  const t = useT();
  return (
    <Row>
      <Button onPress={() => open({ action: 'roles', person })}>{t('people.changeRoles')}</Button>
      {!person.isDisabled && (
        <Button onPress={() => open({ action: 'disable', person })}>{t('people.disable')}</Button>
      )}
    </Row>
  );
}
