import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { MemberPicker } from './member-picker.tsx';
import type { Suspended } from './suspended.ts';

/** Credits a deposit to the member who sent it. */
export function AssignDialog({ deposit, onClose }: { deposit: Suspended; onClose: () => void }) {
  const t = useT();
  const [memberId, setMemberId] = useState<string>();
  const amount = formatMoney(deposit.amount, deposit.currency);
  return (
    <ActionDialog
      title={t('incoming.assignTitle', { amount })}
      submitLabel={t('incoming.assign')}
      reason="required"
      isReady={memberId !== undefined}
      send={(reason) =>
        call('POST /staff/api/suspense/:id/assign', {
          params: { id: deposit.id },
          body: { memberId: memberId ?? '', reason },
        })
      }
      doneText={t('incoming.assigned', { amount })}
      onClose={onClose}
    >
      <p>{t('incoming.assignHint')}</p>
      <MemberPicker value={memberId} onChange={setMemberId} />
    </ActionDialog>
  );
}
