import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { readAmount } from '../../lib/typed.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Field, Select } from '../../ui/fields.tsx';
import { nameOf, type Member } from './member.ts';

/** Proposes to add money to a wallet, or to take it. */
export function AdjustmentDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT();
  const [direction, setDirection] = useState<'credit' | 'debit'>('credit');
  const [typed, setTyped] = useState('');
  const amount = readAmount(typed);
  return (
    <ActionDialog
      title={t('members.adjustTitle', { name: nameOf(member) })}
      submitLabel={t('members.propose')}
      reason="required"
      isReady={amount !== undefined}
      send={(reason) =>
        call('POST /staff/api/adjustments', {
          body: { memberId: member.id, amount: amount ?? 0, direction, reason },
        })
      }
      onClose={onClose}
    >
      <p>{t('members.adjustHint')}</p>
      <p>
        {t('members.wallet')}: <Amount amount={member.balances.wallet} currency={member.currency} />
      </p>
      <Select
        label={t('members.direction')}
        value={direction}
        onChange={setDirection}
        options={[
          { value: 'credit', label: t('members.credit') },
          { value: 'debit', label: t('members.debit') },
        ]}
      />
      <Field
        label={t('members.amountIn', { currency: t(`currency.${member.currency}`) })}
        value={typed}
        onChange={setTyped}
        inputMode="decimal"
        isRequired
        maxLength={30}
        error={typed !== '' && amount === undefined ? t('members.amountWrong') : undefined}
      />
    </ActionDialog>
  );
}
