import type { SuspenseEnd } from '@krapao/contract/staff/incoming';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import type { Suspended } from './suspended.ts';

interface CloseDepositDialogProps {
  deposit: Suspended;
  end: SuspenseEnd;
  onClose: () => void;
}

/** Records that a deposit was sent back to its sender, is kept by the operator, or is the one beside it. */
export function CloseDepositDialog({ deposit, end, onClose }: CloseDepositDialogProps) {
  const t = useT();
  const amount = formatMoney(deposit.amount, deposit.currency);
  return (
    <ActionDialog
      title={t(`incoming.${end}Title`, { amount })}
      submitLabel={t(`incoming.${end}`)}
      reason="required"
      send={(reason) =>
        call('POST /staff/api/suspense/:id/close', { params: { id: deposit.id }, body: { end, reason } })
      }
      doneText={t(`incoming.${end}Done`, { amount })}
      onClose={onClose}
    >
      <p>{t(`incoming.${end}Hint`)}</p>
    </ActionDialog>
  );
}
