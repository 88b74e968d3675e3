import type { StaffItem } from '@krapao/contract/staff/client-types';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { codeText, useT } from '../../lib/i18n.ts';
import { ROW_CONTROL } from '../../lib/list-focus.ts';
import { usePages } from '../../lib/reads.ts';
import { Chip } from '../../ui/chip.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Select } from '../../ui/fields.tsx';
import { formatPlain } from '../../lib/money.ts';
import { MemberName } from '../../ui/member-name.tsx';
import { More } from '../../ui/more.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { SLIP_STATES } from './incoming-tabs.ts';
import styles from './slip-list.module.css';

type Slip = StaffItem<'GET /staff/api/slips'>;

/** Slips that were refused, or wait for the bank. */
export function SlipList() {
  const t = useT();
  const navigate = useNavigate();
  const { slips: state = 'failed' } = useSearch({ from: '/incoming' });
  const pages = usePages('GET /staff/api/slips', { query: { state } });
  const columns: readonly Column<Slip>[] = [
    {
      id: 'member',
      title: t('payouts.member'),
      isLead: true,
      renderCell: (one) => <MemberName member={one.member} />,
    },
    {
      id: 'amount',
      title: t('members.amount'),
      isNumber: true,
      renderCell: (one) => <strong>{formatPlain(one.amount)}</strong>,
    },
    { id: 'bank', title: t('incoming.fromBank'), renderCell: (one) => one.sendingBank || '–' },
    { id: 'reference', title: t('incoming.slipReference'), renderCell: (one) => one.reference || '–' },
    { id: 'why', title: t('incoming.why'), renderCell: (one) => <Why slip={one} /> },
    {
      id: 'at',
      title: t('incoming.sent'),
      renderCell: (one) => <When at={one.createdAt} isWaiting={one.state === 'processing'} />,
    },
    {
      id: 'open',
      title: t('incoming.action'),
      renderCell: (one) => (
        <Link to="/incoming/slips/$id" params={{ id: one.id }} {...{ [ROW_CONTROL]: '' }}>
          {t('incoming.openSlip')}
        </Link>
      ),
    },
  ];
  return (
    <>
      <div className={styles['filter']}>
        <Select
          label={t('incoming.slipState')}
          value={state}
          options={SLIP_STATES.map((value) => ({ value, label: t(`incoming.slips_${value}`) }))}
          onChange={(slips) => void navigate({ to: '/incoming', search: { tab: 'slips', slips } })}
        />
      </div>
      <Panel>
        <Loaded read={pages}>
          {(items) =>
            items.length === 0 ? (
              <Empty title={t('incoming.noSlips')} />
            ) : (
              <>
                <DataTable
                  label={t('incoming.slips')}
                  columns={columns}
                  items={items}
                  idOf={({ id }) => id}
                />
                <More pages={pages} />
              </>
            )
          }
        </Loaded>
      </Panel>
    </>
  );
}

function Why({ slip: { state, note } }: { slip: Slip }) {
  const t = useT();
  return (
    <>
      <Chip tone={state === 'failed' ? 'bad' : 'warn'}>{t(`incoming.slip_${state}`)}</Chip>{' '}
      {note !== '' && codeText('whys', note)}
    </>
  );
}
