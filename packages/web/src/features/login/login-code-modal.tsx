import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { toast } from '../../ui/toast-store.ts';
import { CodeForm } from '../security/security-api.tsx';
import { logInWithCode } from './code-request.ts';

/** Asks for the code of the authenticator app at log-in. */
export function LoginCodeModal({ onClose }: ModalComponentProps<'login-code'>) {
  const t = useT();
  const { busy, run } = useBusy();
  const submit = (code: string) =>
    run(async () => {
      try {
        await logInWithCode(code);
      } catch (error) {
        toast.error(error);
        return;
      }
      onClose();
    });
  return (
    <Dialog title={t('factor.logInCode')} busy={busy} onClose={() => onClose()}>
      <Stack>
        <p>{t('factor.logInCodeLead')}</p>
        <CodeForm
          busy={busy}
          submitLabel={t('login.submit')}
          label={t('factor.code')}
          hint={t('factor.codeHint')}
          onSubmit={submit}
        />
      </Stack>
    </Dialog>
  );
}
