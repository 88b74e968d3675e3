import { Link } from '@tanstack/react-router';
import { useT, type Translate } from '../../lib/i18n.ts';
import { ROW_CONTROL } from '../../lib/list-focus.ts';
import { AccountText } from '../../ui/account-text.tsx';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column, type Selection } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import { DecisionChip } from './decision-chip.tsx';
import { Hits } from './hits.tsx';
import styles from './payout-list.module.css';
import type { PayoutView } from './payouts-search.ts';
import type { Payout } from './payout.ts';

interface PayoutListProps {
  view: PayoutView;
  items: readonly Payout[];
  openId: string | undefined;
  selection: Selection<Payout> | undefined;
}

/** Payouts as rows; with one open beside them, the columns that tell them apart. */
export function PayoutList({ view, items, openId, selection }: PayoutListProps) {
  const t = useT();
  const all = columnsOf(view, t);
  const columns =
    openId === undefined
      ? all
      : all.filter(({ id }) => ['member', 'amount', 'since', 'decided'].includes(id));
  return (
    <DataTable
      label={t(`payouts.view_${view}`)}
      columns={columns}
      items={items}
      idOf={({ id }) => id}
      selection={selection}
      currentId={openId}
    />
  );
}

function columnsOf(view: PayoutView, t: Translate): readonly Column<Payout>[] {
  const member: Column<Payout> = {
    id: 'member',
    title: t('payouts.member'),
    isLead: true,
    renderCell: (one) => <Opener payout={one} view={view} />,
  };
  const amount: Column<Payout> = {
    id: 'amount',
    title: t('payouts.amount'),
    isNumber: true,
    renderCell: (one) => <Amount amount={one.amount} currency={one.currency} />,
  };
  const to: Column<Payout> = {
    id: 'to',
    title: t('payouts.to'),
    renderCell: (one) => <AccountText account={one.to} />,
  };
  if (view === 'decided') {
    return [
      member,
      amount,
      to,
      { id: 'decision', title: t('payouts.decision'), renderCell: (one) => <DecisionChip payout={one} /> },
      {
        id: 'decided',
        title: t('payouts.decided'),
        renderCell: (one) => one.decidedAt && <When at={one.decidedAt} />,
      },
      { id: 'by', title: t('payouts.by'), renderCell: (one) => one.decidedBy },
      { id: 'reason', title: t('common.reason'), renderCell: (one) => one.reason },
    ];
  }
  return [
    member,
    amount,
    to,
    { id: 'why', title: t('payouts.why'), renderCell: (one) => <Hits payout={one} /> },
    { id: 'since', title: t('payouts.since'), renderCell: (one) => <When at={one.createdAt} isWaiting /> },
    { id: 'hand', title: t('payouts.inHand'), renderCell: (one) => one.lease?.name ?? '–' },
  ];
}

/** Opens the payout of its row. */
function Opener({ payout: { id, member }, view }: { payout: Payout; view: PayoutView }) {
  return (
    <span className={styles['opener']}>
      <Link
        to="/payouts"
        search={{ state: view === 'review' ? undefined : view, open: id }}
        {...{ [ROW_CONTROL]: '' }}
      >
        {member.name || member.id}
      </Link>
      <span className={styles['phone']}>{member.phone}</span>
    </span>
  );
}
