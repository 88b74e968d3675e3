import type { StaffItem, StaffReply } from '@krapao/contract/staff/client-types';
import type { Currency } from '@krapao/contract/money';
import { useT } from '../../lib/i18n.ts';
import { usePages, useRead } from '../../lib/reads.ts';
import { formatDay, startOfDay } from '../../lib/time.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { More } from '../../ui/more.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './member-sections.module.css';
import { useCurrency } from './use-currency.ts';

type Total = StaffReply<'GET /staff/api/members/:id/play'>['items'][number];
type Day = StaffItem<'GET /staff/api/members/:id/play-days'>;

/** What a member played at each provider, and on each day. */
export function MemberPlay({ id }: { id: string }) {
  const t = useT();
  const currency = useCurrency(id);
  const read = useRead('GET /staff/api/members/:id/play', { params: { id } });
  return (
    <Loaded read={read}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t('sections.noPlay')} hint={t('sections.noPlayHint')} />
        ) : (
          <>
            <Totals items={items} currency={currency} />
            <Days id={id} currency={currency} />
          </>
        )
      }
    </Loaded>
  );
}

function Totals({ items, currency }: { items: readonly Total[]; currency: Currency }) {
  const t = useT();
  const columns: readonly Column<Total>[] = [
    { id: 'provider', title: t('today.provider'), isLead: true, renderCell: (one) => one.provider },
    ...moneyColumns<Total>(t('sections.turnover'), t('sections.winLoss'), currency),
    { id: 'read', title: t('sections.readAt'), renderCell: (one) => <When at={one.readAt} /> },
  ];
  return (
    <section>
      <h3 className={styles['title']}>{t('sections.byProvider')}</h3>
      <DataTable
        label={t('sections.byProvider')}
        columns={columns}
        items={items}
        idOf={(one) => one.provider}
      />
    </section>
  );
}

function Days({ id, currency }: { id: string; currency: Currency }) {
  const t = useT();
  const pages = usePages('GET /staff/api/members/:id/play-days', { params: { id } });
  const columns: readonly Column<Day>[] = [
    {
      id: 'day',
      title: t('sections.day'),
      isLead: true,
      renderCell: (one) => <time dateTime={one.day}>{formatDay(startOfDay(one.day))}</time>,
    },
    { id: 'provider', title: t('today.provider'), renderCell: (one) => one.provider },
    { id: 'rounds', title: t('sections.rounds'), isNumber: true, renderCell: (one) => one.entries },
    ...moneyColumns<Day>(t('sections.turnover'), t('sections.winLoss'), currency),
  ];
  return (
    <section>
      <h3 className={styles['title']}>{t('sections.byDay')}</h3>
      <Loaded read={pages}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t('sections.noPlay')} />
          ) : (
            <>
              <DataTable label={t('sections.byDay')} columns={columns} items={items} idOf={(one) => one.id} />
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const moneyColumns = <T extends { turnover: number; winLoss: number }>(
  turnover: string,
  winLoss: string,
  currency: Currency,
): readonly Column<T>[] => [
  {
    id: 'turnover',
    title: turnover,
    isNumber: true,
    renderCell: (one) => <Amount amount={one.turnover} currency={currency} />,
  },
  {
    id: 'winLoss',
    title: winLoss,
    isNumber: true,
    renderCell: (one) => (
      <Amount amount={one.winLoss} currency={currency} tone={one.winLoss > 0 ? 'in' : 'plain'} />
    ),
  },
];
