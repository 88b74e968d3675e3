import { isTimeOfSlip } from '@krapao/contract/plausible-time';
import { readDigits } from '@krapao/contract/typed-digits';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { readAmount } from '../../lib/typed.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field, Select } from '../../ui/fields.tsx';
import type { Slip } from './slip.ts';

/** Accepts a slip. The person fills in what the machine does not know. */
export function AcceptSlipDialog({ slip, onClose }: { slip: Slip; onClose: () => void }) {
  const t = useT();
  const [accountNo, setAccountNo] = useState(slip.accounts[0]?.accountNo ?? '');
  const form = useReadTransfer(slip);
  return (
    <ActionDialog
      title={t('incoming.acceptTitle')}
      submitLabel={t('incoming.accept')}
      reason="required"
      isReady={accountNo !== '' && form.isReady}
      send={(reason) =>
        call('POST /staff/api/slips/:id/decision', {
          params: { id: slip.id },
          body: { decision: 'accept', accountNo, transfer: form.transfer, reason },
        })
      }
      onClose={onClose}
    >
      <p>{t('incoming.acceptHint')}</p>
      <Select
        label={t('incoming.ourAccount')}
        value={accountNo}
        onChange={setAccountNo}
        options={slip.accounts.map((one) => ({
          value: one.accountNo,
          label: `${one.bankCode} ${one.accountNo} ${one.accountName}`,
        }))}
      />
      {slip.reference === '' && (
        <>
          <Field
            label={t('incoming.sendingBankNo')}
            hint={t('incoming.sendingBankHint')}
            value={form.bank}
            onChange={form.setBank}
            inputMode="numeric"
            isRequired
            maxLength={3}
          />
          <Field
            label={t('incoming.readReference')}
            value={form.reference}
            onChange={form.setReference}
            isRequired
            maxLength={40}
          />
        </>
      )}
      {form.lacksAmount && (
        <Field
          label={t('members.amountIn', { currency: t(`currency.${slip.currency}`) })}
          value={form.typed}
          onChange={form.setTyped}
          inputMode="decimal"
          isRequired
          maxLength={30}
          error={form.isAmountWrong ? t('members.amountWrong') : undefined}
        />
      )}
      {form.lacksTime && (
        <Field
          label={t('incoming.readAt')}
          value={form.at}
          onChange={form.setAt}
          type="datetime-local"
          isRequired
          error={form.isAtWrong ? t('incoming.atWrong') : undefined}
        />
      )}
    </ActionDialog>
  );
}

function useReadTransfer(slip: Slip) {
  const [bank, setBank] = useState('');
  const [reference, setReference] = useState('');
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState('');
  const amount = readAmount(typed);
  const named = { sendingBank: readDigits(bank), reference: reference.trim() };
  const isNamed = slip.reference !== '' || (named.sendingBank.length === 3 && named.reference.length >= 6);
  const told = slip.answer?.transfer;
  const createdAt = new Date(slip.createdAt);
  const lacksAmount = !told;
  const lacksTime = !told || !isTimeOfSlip(new Date(told.at), createdAt);
  // Slips tell the time of Bangkok and Vientiane.
  const readAt = `${at.slice(0, 16)}:00+07:00`;
  const isAtWrong = at !== '' && !isTimeOfSlip(new Date(readAt), createdAt);
  const isTold = (!lacksAmount || amount !== undefined) && (!lacksTime || (at !== '' && !isAtWrong));
  return {
    bank,
    setBank,
    reference,
    setReference,
    typed,
    setTyped,
    at,
    setAt,
    lacksAmount,
    lacksTime,
    isAtWrong,
    isAmountWrong: typed !== '' && amount === undefined,
    isReady: isNamed && isTold,
    transfer: {
      ...(slip.reference === '' && named),
      ...(lacksAmount && { amount }),
      ...(lacksTime && { at: readAt }),
    },
  };
}
