import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { codeText, useT, type Translate } from '../../lib/i18n.ts';
import { useRead } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Page, Panel, Row } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { AddRoleDialog, ChangeRoleDialog, RemoveRoleDialog } from './role-dialogs.tsx';
import { roleName, type StaffRole } from './role.ts';
import styles from './roles-page.module.css';

const NO_INPUT = {};

type Open = { action: 'add' } | { action: 'change' | 'remove'; role: StaffRole };

/** Roles, what each permits and who has it. */
export function RolesPage() {
  const t = useT();
  const may = useMay();
  const read = useRead('GET /staff/api/roles', NO_INPUT);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayAct = may('POST /staff/api/roles');
  const columns = columnsOf(t, mayAct ? (role) => <Actions role={role} open={setOpen} /> : undefined);
  return (
    <Page
      title={t('ownRoles.title')}
      aside={
        mayAct && (
          <Button kind="primary" onPress={() => setOpen({ action: 'add' })}>
            {t('ownRoles.add')}
          </Button>
        )
      }
    >
      <p className={styles['lead']}>{t('ownRoles.lead')}</p>
      <Panel>
        <Loaded read={read}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={t('ownRoles.none')} />
            ) : (
              <DataTable
                label={t('ownRoles.title')}
                columns={columns}
                items={items}
                idOf={({ name }) => name}
              />
            )
          }
        </Loaded>
      </Panel>
      {open?.action === 'add' && <AddRoleDialog onClose={close} />}
      {open?.action === 'change' && <ChangeRoleDialog role={open.role} onClose={close} />}
      {open?.action === 'remove' && <RemoveRoleDialog role={open.role} onClose={close} />}
    </Page>
  );
}

function columnsOf(
  t: Translate,
  renderActions: ((role: StaffRole) => ReactNode) | undefined,
): readonly Column<StaffRole>[] {
  const columns: Column<StaffRole>[] = [
    {
      id: 'name',
      title: t('ownRoles.name'),
      isLead: true,
      renderCell: (role) => (
        <Row>
          <strong>{roleName(role.name)}</strong>
          {!role.isBuiltIn && <Chip tone="brand">{t('ownRoles.own')}</Chip>}
        </Row>
      ),
    },
    {
      id: 'permissions',
      title: t('ownRoles.permissions'),
      renderCell: (role) => <Permissions role={role} />,
    },
    { id: 'people', title: t('ownRoles.people'), renderCell: (role) => <People role={role} /> },
  ];
  if (renderActions) {
    columns.push({ id: 'actions', title: t('ownRoles.action'), renderCell: renderActions });
  }
  return columns;
}

function Permissions({ role }: { role: StaffRole }) {
  const t = useT();
  return (
    <details className={styles['permissions']}>
      <summary>{t('ownRoles.permissionCount', { count: role.permissions.length })}</summary>
      <ul>
        {role.permissions.map((name) => (
          <li key={name}>{codeText('permissions', name)}</li>
        ))}
      </ul>
    </details>
  );
}

function People({ role: { name, people, count } }: { role: StaffRole }) {
  const t = useT();
  if (count === 0) return <span className={styles['soft']}>{t('ownRoles.nobody')}</span>;
  const more = count - people.length;
  return (
    <Link to="/people" search={{ role: name }}>
      {people.join(', ')}
      {more > 0 && ` ${t('ownRoles.more', { count: more })}`}
    </Link>
  );
}

function Actions({ role, open }: { role: StaffRole; open: (next: Open) => void }) {
  const t = useT();
  if (role.isBuiltIn) return <span className={styles['soft']}>{t('ownRoles.builtIn')}</span>;
  if (role.approvalId !== null) return <Link to="/approvals">{t('ownRoles.proposed')}</Link>;
  return (
    <Row>
      <Button onPress={() => open({ action: 'change', role })}>{t('ownRoles.change')}</Button>
      {role.count === 0 && (
        <Button onPress={() => open({ action: 'remove', role })}>{t('ownRoles.remove')}</Button>
      )}
    </Row>
  );
}
