import { TEXT_MAX } from '@krapao/contract/limits';
import { visibleText } from '@krapao/contract/visible-text';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useReload } from '../../lib/use-api.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';

/** Gives a passkey another name. */
export function RenamePasskeyModal({ props, onClose }: ModalComponentProps<'rename-passkey'>) {
  const t = useT();
  const reload = useReload();
  const [typed, setTyped] = useState(props.name);
  const { busy, run } = useBusy();
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const name = visibleText(typed);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name === '') return ref.current?.focus();
    void run(async () => {
      try {
        const params = { passkeyId: props.id };
        await call('PUT /api/account/passkeys/:passkeyId', { params, body: { name } });
      } catch (error) {
        toast.error(error);
        return;
      }
      await reload('GET /api/account/factors');
      onClose();
    });
  };
  return (
    <Dialog title={t('security.rename')} busy={busy} onClose={() => onClose()}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextField
            ref={ref}
            label={t('security.passkeyName')}
            value={typed}
            onChange={setTyped}
            maxLength={TEXT_MAX.passkeyName}
            error={name === '' ? t('common.required') : undefined}
            readOnly={busy}
          />
          <Button type="submit" busy={busy} wide>
            {t('security.save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
