import type { RefusalReason } from '@krapao/contract/staff/payouts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { AccountText } from '../../ui/account-text.tsx';
import { Amount } from '../../ui/amount.tsx';
import { ShownChoice } from './shown-choice.tsx';
import type { Payout, Decision } from './payout.ts';

interface DecideDialogProps {
  payout: Payout;
  decision: Decision;
  onDone: () => void;
  onClose: () => void;
}

/** Approves, refuses or holds one payout. */
export function DecideDialog({ payout, decision, onDone, onClose }: DecideDialogProps) {
  const t = useT();
  const [shown, setShown] = useState<RefusalReason>('contact_us');
  const amount = formatMoney(payout.amount, payout.currency);
  return (
    <ActionDialog
      title={t(`payouts.${decision}Title`, { amount })}
      submitLabel={t(
        payout.people === 2 && decision === 'approve' ? 'payouts.proposeApproval' : `payouts.${decision}`,
      )}
      tone={decision === 'refuse' ? 'danger' : 'primary'}
      reason={decision === 'approve' ? 'optional' : 'required'}
      send={(reason) =>
        call('POST /staff/api/payouts/:id/decision', {
          params: { id: payout.id },
          body: { decision, reason, ...(decision === 'refuse' && { shown }) },
        })
      }
      doneText={t(`payouts.${decision}Done`, { amount })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        <strong>{payout.member.name}</strong> · <Amount amount={payout.amount} currency={payout.currency} />
      </p>
      <AccountText account={payout.to} />
      <p>
        {t(payout.people === 2 && decision === 'approve' ? 'payouts.takesTwo' : `payouts.${decision}Hint`)}
      </p>
      {decision === 'refuse' && <ShownChoice value={shown} onChange={setShown} />}
    </ActionDialog>
  );
}
