import type { StaffRouteKey } from '@krapao/contract/staff/routes';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Waiting } from '../lib/call.ts';
import { useLocale, useT, type PlainKey } from '../lib/i18n.ts';
import type { Locale } from '../lib/locale.ts';
import { useMay } from '../lib/session.ts';
import { ActionDialog } from './action-dialog.tsx';
import { Button } from './button.tsx';

interface ExportButtonProps {
  /** The call that makes the file: the button is for those who may make it and fetch the file. */
  call: StaffRouteKey;
  title: PlainKey;
  /** What exactly is exported. */
  children?: ReactNode;
  send: (asked: { reason: string; language: Locale }) => Promise<object | Waiting>;
}

/** Exports the list on screen with its filter, then shows the list of exports. */
export function ExportButton({ call, title, children, send }: ExportButtonProps) {
  const t = useT();
  const may = useMay();
  const language = useLocale();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  if (!may(call) || !may('GET /staff/api/exports/:id/file')) return null;
  return (
    <>
      <Button kind="quiet" icon="exports" onPress={() => setOpen(true)}>
        {t('exports.export')}
      </Button>
      {isOpen && (
        <ActionDialog
          title={t(title)}
          submitLabel={t('exports.export')}
          reason="required"
          send={(reason) => send({ reason, language })}
          doneText={t('exports.done')}
          onDone={() => void navigate({ to: '/exports' })}
          onClose={() => setOpen(false)}
        >
          {children}
          <p>{t('exports.hint')}</p>
        </ActionDialog>
      )}
    </>
  );
}
