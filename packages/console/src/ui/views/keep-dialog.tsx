import type { VIEW_ROOMS } from '@krapao/contract/staff/views';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { Field, Select } from '../fields.tsx';

interface KeepDialogProps {
  room: (typeof VIEW_ROOMS)[number];
  filters: string;
  onClose: () => void;
}

/** Keeps the filters of a room under a name. */
export function KeepDialog({ room, filters, onClose }: KeepDialogProps) {
  const t = useT();
  const [name, setName] = useState('');
  const [audience, setAudience] = useState<'own' | 'shared'>('own');
  return (
    <ActionDialog
      title={t('views.keep')}
      submitLabel={t('views.keepShort')}
      reason="none"
      isReady={name.trim() !== ''}
      doneText={t('views.kept', { name: name.trim() })}
      send={() =>
        call('POST /staff/api/views', {
          body: { room, name: name.trim(), filters, isShared: audience === 'shared' },
        })
      }
      onClose={onClose}
    >
      <Field
        label={t('views.name')}
        hint={t('views.nameHint')}
        value={name}
        onChange={setName}
        maxLength={100}
        isRequired
        autoFocus
      />
      <Select
        label={t('views.audience')}
        value={audience}
        onChange={setAudience}
        options={[
          { value: 'own', label: t('views.audienceOwn') },
          { value: 'shared', label: t('views.audienceShared') },
        ]}
      />
    </ActionDialog>
  );
}
