import { readDigits } from '@krapao/contract/typed-digits';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field, Select } from '../../ui/fields.tsx';
import { nameOf, type Member } from './member.ts';

const PHONE = /^0\d{9,10}$/;
const ACCOUNT = /^\d{6,18}$/;

/** Proposes another name, phone or bank account. */
export function CorrectionDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT();
  const form = useCorrection(member);
  return (
    <ActionDialog
      title={t('members.correctTitle', { name: nameOf(member) })}
      submitLabel={t('members.propose')}
      reason="required"
      isReady={form.isReady}
      send={(reason) =>
        call('POST /staff/api/members/:id/corrections', {
          params: { id: member.id },
          body: { change: form.change, reason },
        })
      }
      onClose={onClose}
    >
      <p>{t('members.correctHint')}</p>
      <Select
        label={t('members.correctWhat')}
        value={form.field}
        onChange={form.setField}
        options={[
          { value: 'bank', label: t('members.bank') },
          { value: 'phone', label: t('members.phone') },
          { value: 'name', label: t('members.by_name') },
        ]}
      />
      {form.field === 'name' && (
        <Field
          label={t('members.newName')}
          value={form.name}
          onChange={form.setName}
          isRequired
          maxLength={100}
        />
      )}
      {form.field === 'phone' && (
        <Field
          label={t('members.newPhone')}
          value={form.phone}
          onChange={form.setPhone}
          inputMode="numeric"
          isRequired
          maxLength={20}
        />
      )}
      {form.field === 'bank' && (
        <>
          <Field
            label={t('members.bankCode')}
            hint={t('members.bankCodeHint')}
            value={form.bankCode}
            onChange={form.setBankCode}
            isRequired
            maxLength={20}
          />
          <Field
            label={t('members.accountNo')}
            value={form.accountNo}
            onChange={form.setAccountNo}
            inputMode="numeric"
            isRequired
            maxLength={30}
          />
          <Field
            label={t('members.accountName')}
            value={form.accountName}
            onChange={form.setAccountName}
            isRequired
            maxLength={120}
          />
        </>
      )}
    </ActionDialog>
  );
}

function useCorrection({ bank, name: before }: Member) {
  const [field, setField] = useState<'name' | 'phone' | 'bank'>('bank');
  const [name, setName] = useState(before);
  const [phone, setPhone] = useState('');
  const [bankCode, setBankCode] = useState(bank.bankCode);
  const [accountNo, setAccountNo] = useState('');
  const [accountName, setAccountName] = useState(bank.accountName);
  const asked = {
    name: name.trim(),
    phone: readDigits(phone),
    bankCode: bankCode.trim().toUpperCase(),
    accountNo: readDigits(accountNo),
    accountName: accountName.trim(),
  };
  const hasBank = asked.bankCode !== '' && ACCOUNT.test(asked.accountNo) && asked.accountName !== '';
  const readiness = {
    name: asked.name !== '' && asked.name !== before,
    phone: PHONE.test(asked.phone),
    bank: hasBank,
  };
  const { bankCode: code, accountNo: no, accountName: holder } = asked;
  const changes = {
    name: { field: 'name' as const, name: asked.name },
    phone: { field: 'phone' as const, phone: asked.phone },
    bank: { field: 'bank' as const, bankCode: code, accountNo: no, accountName: holder },
  };
  return {
    name,
    setName,
    field,
    setField,
    phone,
    setPhone,
    bankCode,
    setBankCode,
    accountNo,
    setAccountNo,
    accountName,
    setAccountName,
    isReady: readiness[field],
    change: changes[field],
  };
}
