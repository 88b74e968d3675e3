import type { RequestBody } from '@krapao/contract/routes';
import { TEXT_MAX } from '@krapao/contract/limits';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { knowsPasskeys } from '../../lib/passkeys.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { askPasskey, CodeForm, useOneField } from './security-api.tsx';
import { useOpeningCall } from './use-opening-call.ts';

/** Asks the member for proof: a passkey or a code where there is one, else the password. */
export function StepUpModal({ onClose }: ModalComponentProps<'step-up'>) {
  const t = useT();
  // Asked for each time: a factor may have come since the proof before.
  const { reply, error, again } = useOpeningCall(() => call('GET /api/step-up'));
  const ways = reply?.ways;
  const { busy, run } = useBusy();

  const prove = (body: RequestBody<'POST /api/step-up'>) =>
    run(async () => {
      try {
        await call('POST /api/step-up', { body });
      } catch (fault) {
        toast.error(fault);
        return;
      }
      onClose({ refresh: true });
    });
  const provePasskey = async () => {
    try {
      const { options } = await call('POST /api/step-up/challenge');
      const answer = await askPasskey(options);
      if (answer) await prove({ answer });
    } catch (fault) {
      toast.error(fault);
    }
  };

  const hasPasskey = ways?.includes('passkey') === true && knowsPasskeys();
  return (
    <Dialog title={t('security.proofTitle')} busy={busy} onClose={() => onClose()}>
      <Stack>
        <p>{t('security.proofLead')}</p>
        {!ways && (error === undefined ? <Spinner /> : <LoadFailed onRetry={again} />)}
        {hasPasskey && (
          <Button icon="fingerprint" wide disabled={busy} onClick={provePasskey}>
            {t('security.byPasskey')}
          </Button>
        )}
        {ways?.includes('code') && (
          <CodeForm
            busy={busy}
            isSecond={hasPasskey}
            submitLabel={t('security.confirm')}
            label={t('factor.code')}
            hint={t('factor.codeHint')}
            onSubmit={(code) => prove({ code })}
          />
        )}
        {ways?.includes('password') && (
          <PasswordForm busy={busy} onSubmit={(password) => prove({ password })} />
        )}
      </Stack>
    </Dialog>
  );
}

function PasswordForm({ busy, onSubmit }: { busy: boolean; onSubmit: (password: string) => unknown }) {
  const t = useT();
  const { field, submit } = useOneField(onSubmit);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordField
          {...field}
          label={t('security.password')}
          name="password"
          autoComplete="current-password"
          maxLength={TEXT_MAX.password}
          readOnly={busy}
        />
        <Button type="submit" busy={busy} wide>
          {t('security.confirm')}
        </Button>
      </Stack>
    </form>
  );
}
