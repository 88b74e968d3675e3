import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { codeText, useT } from '../../lib/i18n.ts';
import { formatMoney } from '../../lib/money.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Select } from '../../ui/fields.tsx';
import type { Review } from './review.ts';

/** Proposes the end of a transfer, with the evidence. */
export function SettleDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const t = useT();
  const [end, setEnd] = useState<'done' | 'undone'>('done');
  return (
    <ActionDialog
      title={t('reviews.settleTitle', { amount: formatMoney(review.amount, review.currency) })}
      submitLabel={t('members.propose')}
      reason="required"
      send={(reason) =>
        call('POST /staff/api/reviews/:id/settle', { params: { id: review.id }, body: { end, reason } })
      }
      onClose={onClose}
    >
      <p>
        {codeText('kinds', review.kind)} · {review.counterparty}
      </p>
      <p>{t('reviews.settleHint')}</p>
      <Select
        label={t('reviews.end')}
        value={end}
        onChange={setEnd}
        hint={t(`reviews.${end}Hint`)}
        options={[
          { value: 'done', label: t('reviews.done') },
          { value: 'undone', label: t('reviews.undone') },
        ]}
      />
    </ActionDialog>
  );
}
