import type { StaffItem } from '@krapao/contract/staff/client-types';
import { useState } from 'react';
import { codeText, useT } from '../../lib/i18n.ts';
import { ROW_CONTROL } from '../../lib/list-focus.ts';
import { usePages } from '../../lib/reads.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { More } from '../../ui/more.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './member-movements.module.css';
import { MovementDialog } from './movement-dialog.tsx';
import { useCurrency } from './use-currency.ts';

type Movement = StaffItem<'GET /staff/api/members/:id/movements'>;

const TONES: Readonly<Record<Movement['state'], Tone>> = { pending: 'warn', posted: 'good', voided: 'plain' };

/** The movements of a member's wallet, with their other side. */
export function MemberMovements({ id }: { id: string }) {
  const t = useT();
  const pages = usePages('GET /staff/api/members/:id/movements', { params: { id } });
  const currency = useCurrency(id);
  const [open, setOpen] = useState<string>();
  const columns: readonly Column<Movement>[] = [
    { id: 'at', title: t('members.at'), isLead: true, renderCell: (one) => <When at={one.createdAt} /> },
    { id: 'kind', title: t('members.kind'), renderCell: (one) => codeText('kinds', one.kind) },
    {
      id: 'state',
      title: t('members.state'),
      renderCell: (one) => <Chip tone={TONES[one.state]}>{t(`members.${one.state}`)}</Chip>,
    },
    { id: 'sides', title: t('members.sides'), renderCell: (one) => <Sides movement={one} /> },
    {
      id: 'amount',
      title: t('members.amount'),
      isNumber: true,
      renderCell: (one) => (
        <>
          <span className={styles['sign']}>{one.direction === 'in' ? '+' : '−'}</span>
          <Amount amount={one.amount} currency={currency} tone={toneOf(one)} />
        </>
      ),
    },
    {
      id: 'way',
      title: t('sections.way'),
      renderCell: (one) => (
        <Button kind="quiet" onPress={() => setOpen(one.id)} {...{ [ROW_CONTROL]: '' }}>
          {t('sections.openWay')}
        </Button>
      ),
    },
  ];
  return (
    <Loaded read={pages}>
      {(items) =>
        items.length === 0 ? (
          <Empty title={t('members.noMovements')} />
        ) : (
          <>
            <DataTable
              label={t('members.movements')}
              columns={columns}
              items={items}
              idOf={(one) => one.id}
            />
            <More pages={pages} />
            {open !== undefined && (
              <MovementDialog memberId={id} id={open} onClose={() => setOpen(undefined)} />
            )}
          </>
        )
      }
    </Loaded>
  );
}

function toneOf({ state, direction }: Movement): 'plain' | 'in' | 'faint' {
  if (state === 'voided') return 'faint';
  return direction === 'in' ? 'in' : 'plain';
}

function Sides({ movement }: { movement: Movement }) {
  const { from, to, account, reference, reason } = movement;
  const sides = [from, to].filter((side) => side !== '').join(' → ');
  return (
    <span className={styles['sides']}>
      <span>{sides || account}</span>
      <span className={styles['small']}>
        {[sides === '' ? '' : account, reference].filter(Boolean).join(' · ')}
      </span>
      {reason !== '' && <span className={styles['reason']}>{codeText('movementReasons', reason)}</span>}
    </span>
  );
}
