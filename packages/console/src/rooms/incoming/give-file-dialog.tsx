import { STATEMENT_MAX_BYTES } from '@krapao/contract/staff/incoming';
import { useState } from 'react';
import { call, Waiting } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { tell } from '../../ui/toasts.tsx';

/** Gives a statement file. A second person has it booked. */
export function GiveFileDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [{ name, content, fault }, setChosen] = useState<Chosen>(NONE);
  const choose = async (file: File | undefined) => {
    setChosen(NONE);
    if (file) setChosen(await read(file));
  };
  return (
    <ActionDialog
      title={t('incoming.giveFileTitle')}
      submitLabel={t('incoming.giveFile')}
      reason="required"
      isReady={content !== ''}
      send={(reason) => call('POST /staff/api/statements', { body: { name, content, reason } })}
      doneText={() => undefined}
      onDone={(answer) => {
        if (answer instanceof Waiting) return;
        const { outcome, taken, aside, why } = answer;
        if (outcome === 'known') tell(t('incoming.fileKnown', { taken, aside }));
        else tell(t('incoming.fileRefused', { why }), 'bad');
      }}
      onClose={onClose}
    >
      <p>{t('incoming.giveFileHint')}</p>
      <FileField
        label={t('incoming.file')}
        hint={t('incoming.fileHint')}
        onChange={(file) => void choose(file)}
      />
      {fault && <FormError>{t(`incoming.${fault}`)}</FormError>}
    </ActionDialog>
  );
}

/** A file that was chosen and read; `content` is empty until then. */
interface Chosen {
  name: string;
  /** Its bytes as base64. */
  content: string;
  fault?: 'fileTooLarge' | 'fileUnreadable' | 'fileEmpty';
}

const NONE: Chosen = { name: '', content: '' };

async function read(file: File): Promise<Chosen> {
  if (file.size > STATEMENT_MAX_BYTES) return { ...NONE, fault: 'fileTooLarge' };
  if (file.size === 0) return { ...NONE, fault: 'fileEmpty' };
  try {
    return { name: file.name, content: base64Of(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    // For example, it was moved after it had been chosen.
    return { ...NONE, fault: 'fileUnreadable' };
  }
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // In parts: a call takes so many arguments at most.
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(text);
}
