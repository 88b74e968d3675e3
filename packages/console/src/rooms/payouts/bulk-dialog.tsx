import type { RefusalReason } from '@krapao/contract/staff/payouts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { formatMinor, sumByCurrency } from '../../lib/money.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { ShownChoice } from './shown-choice.tsx';
import type { Payout, Decision, BulkResult } from './payout.ts';

interface BulkDialogProps {
  items: readonly Payout[];
  decision: Decision;
  onResults: (results: readonly BulkResult[]) => void;
  onClose: () => void;
}

/** Asks for one decision about several payouts. */
export function BulkDialog({ items, decision, onResults, onClose }: BulkDialogProps) {
  const t = useT();
  const [shown, setShown] = useState<RefusalReason>('contact_us');
  return (
    <ActionDialog
      title={t(`payouts.${decision}Bulk`, { count: items.length })}
      submitLabel={t(`payouts.${decision}`)}
      tone={decision === 'refuse' ? 'danger' : 'primary'}
      reason={decision === 'approve' ? 'optional' : 'required'}
      send={(reason) =>
        call('POST /staff/api/payouts/decisions', {
          body: { ids: items.map(({ id }) => id), decision, reason, ...(decision === 'refuse' && { shown }) },
        })
      }
      onDone={(answer) => 'results' in answer && onResults(answer.results)}
      onClose={onClose}
    >
      <ul>
        {sumByCurrency(items).map(([currency, minor]) => (
          <li key={currency}>
            {t('payouts.bulkSum', {
              count: items.filter((one) => one.currency === currency).length,
              sum: formatMinor(minor, currency),
            })}
          </li>
        ))}
      </ul>
      <p>{t('payouts.bulkHint')}</p>
      {decision === 'refuse' && <ShownChoice value={shown} onChange={setShown} />}
    </ActionDialog>
  );
}
