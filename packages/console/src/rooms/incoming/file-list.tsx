import type { StaffItem } from '@krapao/contract/staff/client-types';
import { useState } from 'react';
import { useT, type Translate } from '../../lib/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { useHasChanged, usePages } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Changed } from '../../ui/changed.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { More } from '../../ui/more.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import styles from './file-list.module.css';
import { GiveFileDialog } from './give-file-dialog.tsx';

type File = StaffItem<'GET /staff/api/statements'>;

const NO_INPUT = {};
const TONES: Readonly<Record<File['state'], Tone>> = {
  waiting: 'warn',
  approved: 'warn',
  booked: 'good',
  refused: 'bad',
  expired: 'plain',
};
const signOf = ({ id, state }: File): string => `${id} ${state}`;

/** Statement files of banks: those that came, and a form to give another. */
export function FileList() {
  const t = useT();
  const may = useMay();
  const pages = usePages('GET /staff/api/statements', NO_INPUT);
  const hasChanged = useHasChanged('GET /staff/api/statements', NO_INPUT, { items: pages.data, signOf });
  const [isGiving, setGiving] = useState(false);
  return (
    <Panel>
      <Changed isShown={hasChanged} again={pages.again} />
      <div className={styles['head']}>
        <p className={styles['hint']}>{t('incoming.filesHint')}</p>
        {may('POST /staff/api/statements') && (
          <Button kind="primary" onPress={() => setGiving(true)}>
            {t('incoming.giveFile')}
          </Button>
        )}
      </div>
      <Loaded read={pages}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t('incoming.noFiles')} />
          ) : (
            <>
              <DataTable
                label={t('incoming.files')}
                columns={columnsOf(t)}
                items={items}
                idOf={({ id }) => id}
              />
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
      {isGiving && <GiveFileDialog onClose={() => setGiving(false)} />}
    </Panel>
  );
}

const columnsOf = (t: Translate): readonly Column<File>[] => [
  {
    id: 'name',
    title: t('incoming.file'),
    isLead: true,
    renderCell: (one) => <span className={styles['name']}>{one.name}</span>,
  },
  { id: 'came', title: t('incoming.fileCame'), renderCell: (one) => <When at={one.createdAt} /> },
  {
    id: 'who',
    title: t('incoming.fileWho'),
    renderCell: (one) => one.maker?.name ?? t('incoming.fromFolder'),
  },
  {
    id: 'entries',
    title: t('incoming.fileEntries'),
    isNumber: true,
    renderCell: (one) => one.entries.toLocaleString('en'),
  },
  {
    id: 'sums',
    title: t('incoming.fileSums'),
    isNumber: true,
    renderCell: (one) =>
      one.sums.map(({ amount, currency }) => <div key={currency}>{formatMoney(amount, currency)}</div>),
  },
  {
    id: 'state',
    title: t('incoming.fileState'),
    renderCell: (one) => (
      <>
        <Chip tone={TONES[one.state]}>{t(`incoming.file_${one.state}`)}</Chip>
        {one.state === 'booked' && (
          <p className={styles['hint']}>{t('incoming.fileCounts', { taken: one.taken, aside: one.aside })}</p>
        )}
      </>
    ),
  },
];
