import { useEffect } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/http.ts';
import { useT } from '../../lib/i18n/i18n.ts';
import type { ModalComponentProps } from '../../lib/modal-store.ts';
import { useReload } from '../../lib/use-api.ts';
import { useBusy } from '../../lib/use-busy.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { showCodes } from './new-codes.ts';
import { CodeForm } from './security-api.tsx';
import styles from './security.module.css';
import { useOpeningCall } from './use-opening-call.ts';

/** Sets up an authenticator app: the key as a QR code and as text, then a code from the app. */
export function SetUpTotpModal({ onClose }: ModalComponentProps<'set-up-totp'>) {
  const t = useT();
  const reload = useReload();
  const { reply: key, error, again } = useOpeningCall(() => call('POST /api/account/totp'));
  const { busy, run } = useBusy();
  const isDeclined = error instanceof ApiError && error.code === 'STEP_UP_REQUIRED';
  // Without proof there is no key to show.
  useEffect(() => {
    if (isDeclined) onClose();
  }, [isDeclined, onClose]);
  const confirm = (code: string) =>
    run(async () => {
      try {
        const { recoveryCodes } = await call('PUT /api/account/totp', { body: { code } });
        onClose();
        toast.success(t('security.totpDone'));
        await reload('GET /api/account/factors');
        await showCodes(recoveryCodes);
      } catch (fault) {
        // The app may be in use already, where the answer before was lost.
        await reload('GET /api/account/factors');
        toast.error(fault);
      }
    });
  return (
    <Dialog title={t('security.totp')} busy={busy} onClose={() => onClose()}>
      {!key && (error === undefined ? <Spinner /> : <LoadFailed onRetry={again} />)}
      {key && (
        <Stack>
          <p>{t('security.totpLead')}</p>
          <div className={styles.key}>
            <QrCode text={key.uri} label={t('security.totpQr')} />
            <p translate="no">
              <code>{key.secret.match(/.{1,4}/g)?.join(' ')}</code>
              <CopyButton text={key.secret} label={t('security.totpKey')} />
            </p>
          </div>
          <CodeForm
            busy={busy}
            label={t('security.totpCode')}
            submitLabel={t('security.confirm')}
            onSubmit={confirm}
          />
        </Stack>
      )}
    </Dialog>
  );
}
