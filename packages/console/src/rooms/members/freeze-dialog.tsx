import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { DAY_MS } from '../../lib/time.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Select } from '../../ui/fields.tsx';
import { nameOf, type Member } from './member.ts';

const DAYS = ['0', '1', '3', '7', '30'] as const;

/** Freezes a member, until a person unfreezes or for some days; gives the freezing of a frozen one another end and reason. */
export function FreezeDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT();
  const [days, setDays] = useState<(typeof DAYS)[number]>('0');
  const end = () =>
    days === '0' ? {} : { until: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };
  return (
    <ActionDialog
      title={t(member.frozen ? 'members.refreezeTitle' : 'members.freezeTitle', { name: nameOf(member) })}
      submitLabel={t(member.frozen ? 'members.refreeze' : 'members.freeze')}
      tone="danger"
      reason="required"
      send={(reason) =>
        call('POST /staff/api/members/:id/freeze', { params: { id: member.id }, body: { reason, ...end() } })
      }
      onClose={onClose}
    >
      <p>{t(member.frozen ? 'members.refreezeHint' : 'members.freezeHint')}</p>
      <Select
        label={t('members.freezeEnd')}
        value={days}
        onChange={setDays}
        options={DAYS.map((value) => ({
          value,
          label: value === '0' ? t('members.freezeOpen') : t('members.freezeDays', { count: value }),
        }))}
      />
    </ActionDialog>
  );
}
