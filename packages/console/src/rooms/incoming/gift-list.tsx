import type { StaffItem } from '@krapao/contract/staff/client-types';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { codeText, useT } from '../../lib/i18n.ts';
import { ROW_CONTROL } from '../../lib/list-focus.ts';
import { usePages } from '../../lib/reads.ts';
import { useMay } from '../../lib/session.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { More } from '../../ui/more.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';

type Gift = StaffItem<'GET /staff/api/gifts'>;

const NO_INPUT = {};

/** Gift links whose end is not known. */
export function GiftList() {
  const t = useT();
  const may = useMay();
  const pages = usePages('GET /staff/api/gifts', NO_INPUT);
  const [open, setOpen] = useState<Gift>();
  const close: Column<Gift> = {
    id: 'close',
    title: t('incoming.action'),
    renderCell: (one) => (
      <Button onPress={() => setOpen(one)} {...{ [ROW_CONTROL]: '' }}>
        {t('incoming.closeGift')}
      </Button>
    ),
  };
  const columns: readonly Column<Gift>[] = [
    { id: 'phone', title: t('members.phone'), isLead: true, renderCell: (one) => one.phone },
    { id: 'wallet', title: t('incoming.wallet'), renderCell: (one) => one.wallet },
    { id: 'why', title: t('incoming.why'), renderCell: (one) => codeText('whys', one.reason) },
    { id: 'at', title: t('incoming.sent'), renderCell: (one) => <When at={one.createdAt} isWaiting /> },
    ...(may('POST /staff/api/gifts/:id/close') ? [close] : []),
  ];
  return (
    <Panel>
      <Loaded read={pages}>
        {(items) =>
          items.length === 0 ? (
            <Empty title={t('incoming.noGifts')} />
          ) : (
            <>
              <DataTable label={t('incoming.gifts')} columns={columns} items={items} idOf={({ id }) => id} />
              <More pages={pages} />
            </>
          )
        }
      </Loaded>
      {open && (
        <ActionDialog
          title={t('incoming.closeTitle')}
          submitLabel={t('incoming.closeGift')}
          reason="required"
          send={(reason) =>
            call('POST /staff/api/gifts/:id/close', { params: { id: open.id }, body: { reason } })
          }
          onClose={() => setOpen(undefined)}
        >
          <p>{t('incoming.closeHint')}</p>
        </ActionDialog>
      )}
    </Panel>
  );
}
