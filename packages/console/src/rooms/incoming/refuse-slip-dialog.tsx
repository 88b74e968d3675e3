import { SLIP_REFUSALS, type SlipRefusal } from '@krapao/contract/staff/slips';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Select } from '../../ui/fields.tsx';
import type { Slip } from './slip.ts';

/** Refuses a slip, with a reason that the member reads. */
export function RefuseSlipDialog({ slip, onClose }: { slip: Slip; onClose: () => void }) {
  const t = useT();
  const [shown, setShown] = useState<SlipRefusal>('UNKNOW_ERROR');
  return (
    <ActionDialog
      title={t('incoming.refuseTitle')}
      submitLabel={t('incoming.refuse')}
      tone="danger"
      reason="required"
      send={(reason) =>
        call('POST /staff/api/slips/:id/decision', {
          params: { id: slip.id },
          body: { decision: 'refuse', shown, reason },
        })
      }
      onClose={onClose}
    >
      <p>{t('incoming.refuseHint')}</p>
      <Select
        label={t('incoming.playerReads')}
        value={shown}
        onChange={setShown}
        options={SLIP_REFUSALS.map((value) => ({ value, label: t(`incoming.shown_${value}`) }))}
      />
    </ActionDialog>
  );
}
