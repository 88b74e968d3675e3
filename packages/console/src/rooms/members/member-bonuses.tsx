import type { Currency } from '@krapao/contract/money';
import type { StaffItem } from '@krapao/contract/staff/client-types';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useLocale, useT } from '../../lib/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { usePages } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { More } from '../../ui/more.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { BonusMeter } from './bonus-meter.tsx';
import styles from './member-sections.module.css';
import { useCurrency } from './use-currency.ts';

type Bonus = StaffItem<'GET /staff/api/members/:id/bonuses'>;

const TONES: Readonly<Record<Bonus['state'], Tone>> = {
  active: 'brand',
  failing: 'warn',
  cleared: 'good',
  failed: 'bad',
  cancelled: 'plain',
};
const CANCEL = 'POST /staff/api/members/:id/bonuses/:bonusId/cancel';

/** The bonuses that a member took, with their meters; the open one can be cancelled. */
export function MemberBonuses({ id }: { id: string }) {
  const t = useT();
  const currency = useCurrency(id);
  const pages = usePages('GET /staff/api/members/:id/bonuses', { params: { id } });
  const [open, setOpen] = useState<Bonus>();
  const columns = useColumns(currency, setOpen);
  return (
    <>
      <Loaded read={pages}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t('sections.noBonuses')} />
          ) : (
            <>
              <DataTable
                label={t('members.bonuses')}
                columns={columns}
                items={items}
                idOf={(one) => one.id}
              />
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
      {open && (
        <ActionDialog
          title={t('sections.cancelTitle')}
          submitLabel={t('sections.cancelBonus')}
          tone="danger"
          reason="required"
          send={(reason) => call(CANCEL, { params: { id, bonusId: open.id }, body: { reason } })}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('sections.cancelHint', { cost: formatMoney(open.cost, currency) })}</p>
        </ActionDialog>
      )}
    </>
  );
}

function useColumns(currency: Currency, cancel: (bonus: Bonus) => void): readonly Column<Bonus>[] {
  const t = useT();
  const may = useMay();
  const cancelling: Column<Bonus> = {
    id: 'cancel',
    title: t('incoming.action'),
    renderCell: (one) =>
      one.endedAt === null ? <Button onPress={() => cancel(one)}>{t('sections.cancelBonus')}</Button> : '–',
  };
  return [
    { id: 'name', title: t('sections.bonus'), isLead: true, renderCell: (one) => <BonusName bonus={one} /> },
    {
      id: 'state',
      title: t('members.state'),
      renderCell: (one) => <Chip tone={TONES[one.state]}>{t(`sections.bonus_${one.state}`)}</Chip>,
    },
    {
      id: 'amount',
      title: t('members.amount'),
      isNumber: true,
      renderCell: (one) => <Amount amount={one.amount} currency={currency} />,
    },
    {
      id: 'meter',
      title: t('sections.meter'),
      renderCell: (one) => <BonusMeter bonus={one} currency={currency} />,
    },
    {
      id: 'cost',
      title: t('sections.cost'),
      isNumber: true,
      renderCell: (one) => <Amount amount={one.cost} currency={currency} />,
    },
    { id: 'from', title: t('sections.taken'), renderCell: (one) => <When at={one.activatedAt} /> },
    { id: 'to', title: t('sections.ends'), renderCell: (one) => <When at={one.endedAt ?? one.expiresAt} /> },
    ...(may(CANCEL) ? [cancelling] : []),
  ];
}

function BonusName({ bonus: { name, code, source } }: { bonus: Bonus }) {
  const t = useT();
  const locale = useLocale();
  return (
    <span className={styles['lead']}>
      <strong>{name[locale] || name['en'] || code}</strong>
      <span className={styles['small']}>
        {code} · {t(`sections.source_${source}`)}
      </span>
    </span>
  );
}
